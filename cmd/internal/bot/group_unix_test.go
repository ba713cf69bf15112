//go:build !windows

package bot

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a program has started ends with it.
func TestGroup(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		r, err := os.Open(pipe)
		if err == nil {
			_, err = r.Read(make([]byte, len("born\n")))
			cancel()
		}
		if err == nil {
			_, err = io.Copy(io.Discard, r) // to its end, when nobody holds the other one
		}
		ended <- err
	}()
	_, err := playAll(ctx, t, &Programs{Timeout: muchTooLong}, named(t, "parent="+pipe))
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, <-ended)
}
