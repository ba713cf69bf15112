//go:build !windows

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// terminal is a window with the program in it, seen and used as by a person:
// what stands on the screen, and keys. It has no colours: then signs tell everything.
type terminal struct {
	t      testing.TB
	cmd    *exec.Cmd
	keys   *os.File
	screen *vt.Emulator

	mu      sync.Mutex
	changed *sync.Cond
	all     []byte // what the program wrote, and
	tail    []byte // the end of it
	ended   bool
	late    bool // the time of the test is over
}

// patience is how long a test with a terminal may take: an expectation that is not met shall
// not cost the time of all the other tests.
const patience = 3 * time.Minute

// onTerminal starts the program in the window that it needs at least.
func (h *home) onTerminal(args ...string) *terminal {
	h.t.Helper()
	return h.inWindow(80, 24, args...)
}

// inWindow starts the program in a window.
func (h *home) inWindow(width, height int, args ...string) *terminal {
	h.t.Helper()
	return runsInWindow(h.t, width, height, h.command(args...))
}

// runsInWindow is inWindow for another program, such as a shell with the game in it.
func runsInWindow(t testing.TB, width, height int, cmd *exec.Cmd) *terminal {
	t.Helper()
	w := &terminal{t: t, cmd: cmd, screen: vt.NewEmulator(width, height)}
	w.changed = sync.NewCond(&w.mu)
	w.cmd.Env = append(w.cmd.Env, "TERM=xterm-256color", "NO_COLOR=1", "LC_ALL=C.UTF-8")
	var err error
	w.keys, err = pty.StartWithSize(w.cmd, size(width, height))
	require.NoError(t, err)
	read := make(chan struct{})
	go func() {
		defer close(read)
		w.read()
	}()
	go func() { // a terminal answers questions about itself
		_, _ = io.Copy(w.keys, w.screen)
	}()
	timer := time.AfterFunc(patience, func() { w.note(func() { w.late = true }) })
	t.Cleanup(func() { timer.Stop() })
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill() // it has ended, unless the test failed
		<-read
		_ = w.cmd.Wait()
		_ = w.screen.InputPipe().(io.Closer).Close()
		_ = w.keys.Close()
	})
	return w
}

// read draws on the screen what the program writes, until it ends.
func (w *terminal) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := w.keys.Read(buf)
		w.note(func() {
			_, _ = w.screen.Write(buf[:n])
			w.all = append(w.all, buf[:n]...)
			w.tail = w.all[max(0, len(w.all)-64):]
			w.ended = err != nil
		})
		if err != nil {
			return
		}
	}
}

func (w *terminal) note(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	w.changed.Broadcast()
}

// size is the size of a window.
func size(width, height int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(width), Rows: uint16(height)} //nolint:gosec // of a test
}

// resize makes the window larger or smaller.
func (w *terminal) resize(width, height int) {
	w.t.Helper()
	w.note(func() { w.screen.Resize(width, height) })
	require.NoError(w.t, pty.Setsize(w.keys, size(width, height)))
}

// until waits for a whole frame that the person has been waiting for, and
// returns it. When a frame has been drawn, the cursor goes to the begin of the last line,
// and the mouse may be turned on or off. There is no other limit than [patience].
func (w *terminal) until(what string, seen func(frame) bool) frame {
	w.t.Helper()
	return w.wait(what, func(f frame) bool {
		drawn := fmt.Appendf(nil, "\x1b[%d;H", w.screen.Height())
		return !w.ended && bytes.HasSuffix(modes.ReplaceAll(w.tail, nil), drawn) && seen(f)
	})
}

// modes are the sequences that turn modes of the terminal on and off, such as the mouse.
var modes = regexp.MustCompile(`\x1b\[\?\d+[hl]`)

func (w *terminal) wait(what string, seen func(frame) bool) frame {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		now := frame(strings.ReplaceAll(w.screen.String(), "\r", ""))
		if seen(now) {
			return now
		}
		if w.ended || w.late {
			require.FailNow(w.t, "the screen never came to "+what, "ended %v, tail %q\n%s", w.ended, w.tail, now)
		}
		w.changed.Wait()
	}
}

// press presses keys and waits for what they do.
func (w *terminal) press(keys, what string, seen func(frame) bool) frame {
	w.t.Helper()
	w.typed(keys)
	return w.until(what, seen)
}

func (w *terminal) typed(keys string) {
	w.t.Helper()
	_, err := io.WriteString(w.keys, keys)
	require.NoError(w.t, err)
}

// exits waits for the end of the program and returns what then stands there, and
// its exit code.
func (w *terminal) exits() (frame, int) {
	w.t.Helper()
	last := w.wait("its end", func(frame) bool { return w.ended })
	var failed *exec.ExitError
	if err := w.cmd.Wait(); !errors.As(err, &failed) {
		require.NoError(w.t, err)
	}
	return last, w.cmd.ProcessState.ExitCode()
}

// keys that are no letters.
const (
	enterKey = "\r"
	escKey   = "\x1b"
	rightKey = "\x1b[C"
	downKey  = "\x1b[B"
	endKey   = "\x1b[F"
	solveKey = "\x13" // ctrl-S
	ctrlZ    = "\x1a"
)

// frame is what stands on the screen.
type frame string

func (f frame) lines() []string { return strings.Split(string(f), "\n") }

// help is the line of keys, which says what the program waits for.
func (f frame) help() string {
	all := f.lines()
	return strings.TrimSpace(all[len(all)-1])
}

// says is a wish for until.
func says(texts ...string) func(frame) bool {
	return func(f frame) bool {
		for _, text := range texts {
			if !strings.Contains(string(f), text) {
				return false
			}
		}
		return true
	}
}

// TestAsksTheTerminalNothing checks that a command that only prints does not ask the terminal
// anything: one that does not answer would hold it up for seconds.
func TestAsksTheTerminalNothing(t *testing.T) {
	t.Parallel()
	w := newHome(t).onTerminal("version")
	last, code := w.exits()
	require.Zero(t, code, last)
	require.NotContains(t, string(w.all), "\x1b")
}
