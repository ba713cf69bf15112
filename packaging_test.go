package fellowship_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

// TestUnit holds that the page shows the unit that packages install, and that the unit
// starts the program that they install, as the user that they make.
func TestUnit(t *testing.T) {
	unit := read(t, "packaging/fellowship.service")
	assert.Contains(t, read(t, "docs/serving.md"), "```ini\n"+unit+"```\n", "docs/serving.md shows packaging/fellowship.service")
	assert.Contains(t, unit, "\nExecStart=/usr/bin/fellowship serve ")
	assert.Contains(t, unit, "\nUser=fellowship\n")
	assert.Contains(t, unit, "\nEnvironmentFile=-/etc/default/fellowship\n")
	assert.Regexp(t, `(?m)^u fellowship `, read(t, "packaging/sysusers.conf"))
	assert.Regexp(t, `(?m)^FLAGS=`, read(t, "packaging/default"))
	assert.Contains(t, unit, " $FLAGS\n")
}

// TestPackages holds that what packages are made of is there, and that they have all that
// archives have but what is for other systems.
func TestPackages(t *testing.T) {
	var packages struct {
		Contents []struct{ Src, Dst string }
		Scripts  map[string]string
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "packaging/nfpm.yaml")), &packages))
	var from, to []string
	for _, c := range packages.Contents {
		from, to = append(from, c.Src), append(to, c.Dst)
		if !strings.HasPrefix(c.Src, "dist/") {
			found, err := filepath.Glob(c.Src)
			require.NoError(t, err)
			assert.NotEmpty(t, found, c.Src)
		}
	}
	for _, script := range packages.Scripts {
		assert.FileExists(t, script)
	}
	for _, want := range []string{
		"/usr/bin/fellowship", "/usr/share/man/man1/", "/usr/share/bash-completion/completions/fellowship",
		"/usr/lib/systemd/system/fellowship.service", "/usr/lib/sysusers.d/fellowship.conf", "/etc/default/fellowship", "/usr/share/doc/fellowship/licenses/",
	} {
		assert.Contains(t, to, want)
	}
	for src := range archived(t) {
		if !strings.HasPrefix(src, "dist/") {
			assert.Contains(t, from, src, "an archive has it")
		}
	}
}

// TestContainer holds that the container has the program alone, for a user without rights,
// as the tests of the packages begin it.
func TestContainer(t *testing.T) {
	_, last, _ := strings.Cut(read(t, "Dockerfile"), "\nFROM scratch\n")
	require.NotEmpty(t, last)
	assert.Regexp(t, `(?m)^USER [1-9]\d*:[1-9]\d*$`, last)
	assert.Regexp(t, `(?m)^ENTRYPOINT \["/fellowship", "serve", .*"--data", "/data"\]$`, last)
	assert.NotContains(t, last, "\nRUN ")
	gomod := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	assert.Contains(t, read(t, "Dockerfile"), "FROM golang:"+gomod[1]+" ")
}
