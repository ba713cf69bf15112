//go:build !windows

package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServe starts the server as a program, asks how it is, and ends it; its folder is
// its own meanwhile, and its tables can be exported afterwards.
func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	cmd := exec.Command("fellowship", "serve", "--ssh", "127.0.0.1:0", "--web", "127.0.0.1:0", "--metrics",
		"127.0.0.1:0", "--data", dir, "--log", "warn")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var log bytes.Buffer
	cmd.Stderr = &log
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	var said strings.Builder
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), dir) {
			break
		}
	}
	assert.Regexp(t, `ssh -p \d+ -t 127\.0\.0\.1\n`, said.String())
	assert.Contains(t, said.String(), "SHA256:")
	page := regexp.MustCompile(`http://127\.0\.0\.1:\d+/\n`).FindString(said.String())
	figures := regexp.MustCompile(`http://\S+/metrics`).FindString(said.String())
	require.NotEmpty(t, page, said.String())
	require.NotEmpty(t, figures, said.String())
	get := func(url string) string {
		answer, err := http.Get(url) //nolint:noctx,gosec // of the test's own server
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		assert.Equal(t, http.StatusOK, answer.StatusCode, url)
		return string(text)
	}
	assert.Contains(t, get(strings.TrimSpace(page)), "<form")
	assert.Equal(t, "ok\n", get(strings.Replace(figures, "/metrics", "/healthz", 1)))
	text := get(figures)
	for _, name := range []string{
		"fellowship_store_healthy 1", "fellowship_store_tables 0",
		"fellowship_decisions_total 0", "fellowship_visits_total 0", "go_goroutines",
	} {
		assert.Contains(t, text, name)
	}

	info, err := os.Stat(filepath.Join(dir, "host_key"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	none := "There are no tables in " + dir + ".\n"
	for want, args := range map[string][]string{none: {"list"}, "": {"export", "--out", t.TempDir()}} {
		said, err := exec.Command("fellowship",
			append(append([]string{"tables"}, args...), "--data", dir)...).CombinedOutput()
		require.NoError(t, err, "the server may run: %s", said)
		assert.Equal(t, want, string(said))
	}

	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Contains(t, string(rest), "everyone is notified")
	require.NoError(t, cmd.Wait(), log.String())
	assert.Empty(t, log.String())
	list, err := exec.Command("fellowship", "tables", "list", "--data", dir).CombinedOutput()
	require.NoError(t, err, string(list))
	assert.Equal(t, none, string(list))
}
