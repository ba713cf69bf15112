package envtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEnvironment runs this test again in an environment that is as odd as possible, and finds nothing of it.
func TestEnvironment(t *testing.T) {
	const again = "FELLOWSHIP_TEST_AGAIN"
	odd := map[string]string{
		"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "de", "LANGUAGE": "de", "TZ": "Pacific/Chatham",
		"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "7", "EDITOR": "vi", "XDG_STATE_HOME": "/elsewhere",
		"XDG_CONFIG_HOME": "/elsewhere", "GIT_DIR": "/elsewhere", "FELLOWSHIP_WEB": ":80",
	}
	if os.Getenv(again) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestEnvironment$")
		cmd.Env = append(os.Environ(), again+"=1", "GIT_CONFIG_COUNT=0")
		for name, value := range odd {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", said)
		return
	}
	for name := range odd {
		if name != "TZ" {
			_, there := os.LookupEnv(name)
			assert.False(t, there, name)
		}
	}
	assert.Equal(t, "0", os.Getenv("GIT_CONFIG_COUNT"))
	assert.Equal(t, "UTC", time.Now().Location().String())
	assert.Equal(t, 0, offset(time.Now()))
	if runtime.GOOS == "windows" {
		return
	}
	assert.NoDirExists(t, os.Getenv("HOME"))
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode())
	said, err := exec.Command("go", "env", "GOCACHE", "GOPATH").CombinedOutput()
	require.NoError(t, err, "%s", said)
	assert.NotContains(t, string(said), noHome)
}

// offset returns how many seconds a time is ahead of UTC.
func offset(at time.Time) int {
	_, seconds := at.Zone()
	return seconds
}
