//go:build !windows

package bot

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a program has started ends with it.
func TestGroup(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	ended := make(chan error, 1)
	go func() {
		r, err := os.Open(pipe)
		if err == nil {
			_, err = io.Copy(io.Discard, r) // to its end, when nobody holds the other one
		}
		ended <- err
	}()
	began := time.Now()
	_, err := playAll(t.Context(), t, &Programs{Timeout: 2 * time.Second}, named(t, "parent="+pipe))
	require.ErrorContains(t, err, "it gave no answer within 2s")
	require.NoError(t, <-ended)
	assert.Less(t, time.Since(began), muchTooLong)
}
