package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/require"
)

// home is where the program runs as a process of its own: a current folder, and folders for what it keeps. Unlike
// [atHome] it changes nothing of the test's process, so that tests with a home each run beside each other. Such a test
// does not write tables itself: a program that another one starts meanwhile would hold their locks for a moment.
type home struct {
	t testing.TB
	// dir is the current folder.
	dir string
	// state is the folder for what is played, and config the one for settings.
	state, config string
}

func newHome(t testing.TB) *home {
	return &home{t: t, dir: t.TempDir(), state: t.TempDir(), config: t.TempDir()}
}

// command returns the program as a process that was not started yet.
func (h *home) command(args ...string) *exec.Cmd { return h.other("fellowship", args...) }

// other is command for another program.
func (h *home) other(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+h.state, "XDG_STATE_HOME="+h.state, "XDG_CONFIG_HOME="+h.config)
	return cmd
}

// call runs the program and returns its exit code and output.
func (h *home) call(stdin string, args ...string) (code int, stdout, stderr string) {
	h.t.Helper()
	var out, errs bytes.Buffer
	cmd := h.command(args...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = &out
	cmd.Stderr = &errs
	var failed *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &failed) {
		require.NoError(h.t, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// kept returns the path of a file or folder that the program keeps.
func (h *home) kept(name string) string { return filepath.Join(h.state, "fellowship", name) }

// file returns the path of a file in the current folder.
func (h *home) file(name string) string { return filepath.Join(h.dir, name) }

// set writes the settings.
func (h *home) set(s settings.Settings) {
	h.t.Helper()
	require.NoError(h.t, s.Save(filepath.Join(h.config, "fellowship", "settings.yaml")))
}
