//go:build !windows

package cli

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/require"
)

// TestComesBackAfterCtrlZ plays in a shell, which stops the game and lets it go on.
func TestComesBackAfterCtrlZ(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.set(settings.Settings{Mouse: true})
	id := h.file("pid")
	shell := h.other("sh", "-i")
	shell.Env = append(shell.Env, "ENV=") // nothing of the person's own begins with the shell
	w := runsInWindow(t, 80, 24, shell)
	drawn := func(f frame) bool { return says("A Little Delay in the Shire", "Your turn")(f) && !says("Stopped")(f) }
	stopped := says("Stopped")

	w.typed("sh -c 'echo $$ >" + id + "; exec fellowship play c02p4s7'\r")
	w.until("the chapter", says("must be in"))
	w.press(enterKey, "the question", drawn)
	w.typed(ctrlZ)
	w.wait("the shell", func(f frame) bool { return stopped(f) && !says("Your turn")(f) })
	w.typed("fg\n")
	w.until("the game as it was", drawn)
	w.wait("the mouse", func(frame) bool {
		return bytes.LastIndex(w.all, []byte("\x1b[?1002h")) > bytes.LastIndex(w.all, []byte("\x1b[?1049h"))
	})

	text, err := os.ReadFile(id)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	for _, sig := range []syscall.Signal{syscall.SIGTSTP, syscall.SIGSTOP} {
		require.NoError(t, syscall.Kill(pid, sig))
		w.wait("the shell", stopped) // which may have left the terminal as it was: a line ends with \n
		w.typed("fg\n")
		w.until("the game after "+sig.String(), drawn)
	}
	w.press("g", "the goals: keys are heard", says("Goals"))
	w.press(escKey, "the question", drawn)
	w.press("q", "the question whether to leave", says("Leave"))
	w.typed("y")
	w.wait("the shell", func(f frame) bool { // whose terminal has its cursor again
		return says("The game is saved")(f) &&
			bytes.LastIndex(w.all, []byte("\x1b[?25h")) > bytes.LastIndex(w.all, []byte("\x1b[?25l"))
	})
	w.typed("exit\n")
	_, code := w.exits()
	require.Zero(t, code)
}
