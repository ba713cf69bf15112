//go:build !windows

package cli

import (
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A bot ends with the program in which it plays, even if that program is killed. The bot holds a pipe
// as long as it lives.
func TestProgramEndsWithUs(t *testing.T) {
	t.Parallel()
	for _, with := range []os.Signal{os.Kill, os.Interrupt} {
		held := pipe(t, "held")
		p := begun(t, "play", "c02p4s7", "--plain", "--computer", "bot:player "+held)
		r, err := os.Open(held) // which waits for the program
		require.NoError(t, err)
		require.NoError(t, p.Process.Signal(with))
		_, err = io.Copy(io.Discard, r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		_ = p.Wait()
	}
}
