//go:build !windows

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/store/folder"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// process is the program, running.
type process struct {
	*exec.Cmd
	in             io.WriteCloser
	out            *bufio.Reader
	stdout, stderr bytes.Buffer
}

// begun starts the program in a home of its own, with a standard input that stays open.
func begun(t *testing.T, args ...string) *process {
	t.Helper()
	return newHome(t).begun(args...)
}

// begun starts the program, with a standard input that stays open.
func (h *home) begun(args ...string) *process {
	t := h.t
	t.Helper()
	p := &process{Cmd: h.command(args...)}
	p.Env = append(p.Env, "LC_ALL=C")
	p.Stderr = &p.stderr
	var err error
	p.in, err = p.StdinPipe()
	require.NoError(t, err)
	out, err := p.StdoutPipe()
	require.NoError(t, err)
	p.out = bufio.NewReader(out)
	heedSignals()
	require.NoError(t, p.Start())
	return p
}

// heedSignals lets the programs that tests start heed the signals to stop, also if the tests run under nohup or behind a
// shell's &: a program ignores what the process ignores that starts it. Tests that run at once wait for the first one,
// because a signal counts as heeded a moment before it is.
var heedSignals = sync.OnceFunc(func() {
	for _, s := range toStop {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
})

// ends sends a signal and returns the exit code. With deaf nobody reads what the
// program writes until it has ended.
func (p *process) ends(t *testing.T, with os.Signal, deaf bool) int {
	t.Helper()
	require.NoError(t, p.Process.Signal(with))
	late := time.AfterFunc(muchTooLong, func() { _ = p.Process.Kill() })
	if deaf {
		state, err := p.Process.Wait()
		require.NoError(t, err)
		require.True(t, late.Stop(), "it goes on; it said %s", &p.stderr)
		return state.ExitCode()
	}
	_, err := io.Copy(&p.stdout, p.out)
	require.NoError(t, err)
	_ = p.Wait()
	require.True(t, late.Stop(), "it goes on; it wrote %s and said %s", &p.stdout, &p.stderr)
	return p.ProcessState.ExitCode()
}

// pipe makes a named pipe.
func pipe(t *testing.T, name string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	return name
}

// taken waits until the program opens a pipe, which it keeps from its end until
// the test is over.
func taken(t *testing.T, pipe string) *os.File {
	t.Helper()
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// muchTooLong is how long a program that hangs may do so before a test ends it.
const muchTooLong = time.Minute

var toStop = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// The first signal ends a command that waits for the other end of a pipe, and when
// the terminal was closed nothing is said.
func TestSignalWhileAPipeIsSilent(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"solve"},
		{"perft", "--depth", "1"},
		{"replay"},
		{"analyse"},
		{"chapters", "check"},
		{"difficulty", "merge"},
	} {
		for _, with := range toStop {
			t.Run(fmt.Sprint(args[0], with), func(t *testing.T) {
				t.Parallel()
				input := pipe(t, "input.yaml")
				p := begun(t, append(args, input)...)
				taken(t, input)
				assert.Equal(t, command.ExitInterrupted, p.ends(t, with, false), "%s", &p.stderr)
				if with == syscall.SIGHUP {
					assert.Empty(t, p.stdout.String())
					assert.Empty(t, p.stderr.String())
				}
			})
		}
	}
}

// A pipe that nobody opens for writing does not let itself be opened for reading.
func TestSignalWhileAPipeIsOpened(t *testing.T) {
	t.Parallel()
	for _, with := range toStop {
		first, second := pipe(t, "first.yaml"), pipe(t, "second.yaml")
		p := begun(t, "chapters", "check", first, second)
		require.NoError(t, taken(t, first).Close())
		assert.Equal(t, command.ExitInterrupted, p.ends(t, with, false), "%s", &p.stderr)
	}
}

// Nobody reads what the program writes, more than a pipe holds, so it cannot go on;
// it ends all the same.
func TestSignalWhileNobodyListens(t *testing.T) {
	t.Parallel()
	code, source, errs := call("", "chapters", "show", "1", "--yaml")
	require.Equal(t, command.ExitOK, code, errs)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "chapters"), 0o700))
	source += strings.Repeat("# nothing\n", 50_000)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "chapters", "c01.yaml"), []byte(source), 0o600))
	for _, with := range toStop {
		p := begun(t, "--chapters", dir, "chapters", "show", "1", "--yaml")
		_, err := p.out.ReadByte()
		require.NoError(t, err)
		assert.Equal(t, command.ExitInterrupted, p.ends(t, with, true))
	}
}

// A round takes as long as its players think, and is not waited for.
func TestSignalInARound(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"play", "c181p4s1", "--humans", "0", "--computer", "strong:20", "--plain"},
		{"play", "c181p4s1", "--humans", "0", "--computer", "fair:20", "--plain"},
	} {
		p := begun(t, args...)
		_, err := p.out.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, command.ExitInterrupted, p.ends(t, os.Interrupt, false), "%s", &p.stderr)
		assert.NotContains(t, p.stderr.String(), "internal")
	}
}

// When the terminal was closed a game is there to go on with, and nothing is said.
func TestHangupInAGame(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	p := h.begun("play", "c01p3s7", "--computer", "random", "--plain")
	for answers := 0; answers < 4; {
		line, err := p.out.ReadString('\n')
		require.NoError(t, err)
		if asks.MatchString(line) {
			answers++
			if answers < 4 {
				_, err := io.WriteString(p.in, "1\n")
				require.NoError(t, err)
			}
		}
	}
	assert.Equal(t, command.ExitInterrupted, p.ends(t, syscall.SIGHUP, false))
	assert.NotContains(t, p.stdout.String(), "saved")
	assert.Empty(t, p.stderr.String())
	decisions, _ := h.saved()
	assert.GreaterOrEqual(t, decisions, 3)
}

// Anything but a regular file in the folders of chapters and settings is reported, and nothing waits
// for it.
func TestPipesThatNobodyNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "chapters"), 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "chapters", "c19.yaml"), 0o600))
	for _, args := range [][]string{
		{"chapters", "--chapters", dir},
		{"chapters", "check", dir},
	} {
		code, _, errs := h.call("", args...)
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, errs, "c19.yaml: this is not a file", "%s", args)
	}

	settings := filepath.Join(h.config, "fellowship")
	require.NoError(t, os.MkdirAll(settings, 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(settings, "settings.yaml"), 0o600))
	p := h.begun("chapters", "list")
	late := time.AfterFunc(muchTooLong, func() { _ = p.Process.Kill() })
	out, err := io.ReadAll(p.out)
	require.NoError(t, err)
	require.NoError(t, p.Wait())
	assert.True(t, late.Stop())
	assert.NotEmpty(t, out)

	dir = t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "chapters"), 0o600))
	for _, args := range [][]string{
		{"chapters", "--chapters", dir},
		{"chapters", "check", dir},
	} {
		code, _, errs := h.call("", args...)
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, errs, "chapters: this is not a folder", "%s", args)
	}

	state := pipe(t, "all.state")
	code, _, errs := h.call("", "difficulty", "--chapter", "1", "--deals", "1", "--resume", state)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "this file cannot be read a second time")
}

// What is read has limits, whoever reads it.
func TestTooMuchToRead(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	folder := filepath.Join(dir, "chapters")
	require.NoError(t, os.Mkdir(folder, 0o700))
	many := func(n int, text string) {
		for i := range n {
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("c%d.yaml", i)), []byte(text), 0o600))
		}
	}
	refused := func(want string, lists ...[]string) {
		for _, args := range lists {
			code, _, errs := call("", args...)
			assert.Equal(t, command.ExitUsage, code, "%s", args)
			assert.Contains(t, errs, want, "%s", args)
		}
	}
	check, use := []string{"chapters", "check", dir}, []string{"chapters", "--chapters", dir}
	many(1, "# "+strings.Repeat("x", 1<<20))
	refused("c0.yaml:1:1: the document is longer than 1048576 bytes", check, use)
	refused("c0.yaml: the file is too large", []string{"chapters", "check", filepath.Join(folder, "c0.yaml")})
	many(17, "# "+strings.Repeat("x", 1<<20-100))
	refused("all files together may have 16777216 bytes", use)
	many(1001, "")
	refused("a folder may hold 1000 files", check, use)

	long := filepath.Join(dir, "long")
	code, _, errs := call("", "difficulty", "--chapter", "9", "--deals", "1", "--fair", "0", "--nodes", "1",
		"--resume", long)
	require.Equal(t, command.ExitOK, code, errs)
	text, err := os.ReadFile(long)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(long, append(text, strings.Repeat(" ", 1<<17)...), 0o600))
	refused("line 4: it is longer than 65536 bytes", []string{"difficulty", "merge", long},
		[]string{"difficulty", "--nodes", "1", "--resume", long})
	require.NoError(t, os.WriteFile(long, []byte(strings.Repeat(" ", 1<<17)), 0o600))
	refused("line 1: it is longer than 65536 bytes", []string{"difficulty", "merge", long},
		[]string{"difficulty", "--resume", long})
}

// TestTablesThatAreNoFiles lists and exports tables of which some are not files any more: each is named,
// and the others go on.
func TestTablesThatAreNoFiles(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	inFolder, err := folder.Open(folder.Options{Dir: filepath.Join(dir, "tables"), Alone: true})
	require.NoError(t, err)
	keepTables(t, inFolder)
	at := func(name string) string { return filepath.Join(dir, "tables", name+".ndjson") }
	require.NoError(t, os.Rename(at("one"), filepath.Join(dir, "far")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "far"), at("one")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "nowhere"), at("dangling")))
	require.NoError(t, os.Mkdir(at("folder"), 0o700))
	require.NoError(t, syscall.Mkfifo(at("pipe"), 0o600))
	for _, args := range [][]string{{"list"}, {"export", "--out", t.TempDir()}} {
		code, out, errs := call("", append(append([]string{"tables"}, args...), "--data", dir)...)
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, out, "two ")
		for _, name := range []string{"one", "dangling", "folder", "pipe"} {
			assert.Contains(t, errs, "the table "+name+": ")
		}
	}
	far, err := os.ReadFile(filepath.Join(dir, "far"))
	require.NoError(t, err)
	assert.NotEmpty(t, far)
}
