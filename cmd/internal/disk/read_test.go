package disk_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadHasALimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ten")
	require.NoError(t, os.WriteFile(name, []byte("0123456789"), 0o600))
	for _, read := range []func(int64) ([]byte, error){
		func(most int64) ([]byte, error) { return disk.Read(t.Context(), name, most) },
		func(most int64) ([]byte, error) { return disk.ReadRegular(name, most) },
	} {
		data, err := read(10)
		require.NoError(t, err)
		assert.Equal(t, "0123456789", string(data))
		_, err = read(9)
		require.ErrorIs(t, err, disk.ErrTooLarge)
		require.ErrorContains(t, err, name)
	}
	_, err := disk.Read(t.Context(), name+"x", 10)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = disk.ReadRegular(filepath.Dir(name), 10)
	require.ErrorIs(t, err, disk.ErrNotRegular)
}

// A context that is done ends every wait.
func TestNothingIsReadWhenTheContextIsDone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	f, err := disk.Open(ctx, name)
	require.NoError(t, err)
	defer f.Close()
	silent, _ := io.Pipe()
	wait := disk.Interruptible(ctx, silent)
	stop()
	for _, r := range []io.Reader{f, wait, disk.Interruptible(ctx, strings.NewReader("text"))} {
		_, err := r.Read(make([]byte, 1))
		require.ErrorIs(t, err, context.Canceled)
	}
}
