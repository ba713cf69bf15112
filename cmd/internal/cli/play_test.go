package cli

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ones answers every question of a round with its first choice.
var ones = strings.Repeat("1\n", 100)

// startPlay returns the program as it plays, to be started.
func (h *home) startPlay(args ...string) *exec.Cmd {
	cmd := h.command(append([]string{"play"}, args...)...)
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	return cmd
}

// TestPlayKilled kills a game in the middle of a trick. Continued with the same
// answers it becomes the same game as without that.
func TestPlayKilled(t *testing.T) {
	t.Parallel()
	whole := newHome(t)
	killed := newHome(t)
	cmd := whole.startPlay("c02p4s7", "--computer", "greedy")
	cmd.Stdin = strings.NewReader(ones)
	require.NoError(t, cmd.Run())

	cmd = killed.startPlay("c02p4s7", "--computer", "greedy")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var seen []byte
	for buf := make([]byte, 4096); !bytes.Contains(seen, []byte("Trick 3 of 9")); {
		if bytes.HasSuffix(seen, []byte("?\n")) { // a question: all that is due was printed
			_, err := io.WriteString(in, "1\n")
			require.NoError(t, err)
		}
		n, err := out.Read(buf)
		require.NoError(t, err, "the program ended: %s", seen)
		seen = append(seen, buf[:n]...)
	}

	second := killed.startPlay()
	text, err := second.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, command.ExitUsage, second.ProcessState.ExitCode())
	assert.Contains(t, string(text), "another program is playing this game")

	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())

	cmd = killed.startPlay()
	cmd.Stdin = strings.NewReader(ones)
	text, err = cmd.CombinedOutput()
	require.NoError(t, err)
	assert.Contains(t, string(text), "The game goes on after")

	const game = "games/c02p4s7-1.ndjson"
	assert.Equal(t, string(whole.record(game)), string(killed.record(game)))
}
