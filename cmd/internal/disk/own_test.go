//go:build !windows

package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOpenOwn: of all that may lie in a folder only a regular file is opened, and
// nothing waits or is made elsewhere.
func TestOpenOwn(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("file"), []byte("mine"), 0o600))
	require.NoError(t, os.Mkdir(at("folder"), 0o700))
	require.NoError(t, syscall.Mkfifo(at("pipe"), 0o600))
	require.NoError(t, os.Symlink(at("file"), at("link")))
	require.NoError(t, os.Symlink(at("nowhere"), at("dangling")))
	require.NoError(t, os.Symlink("circle", at("circle")))
	for _, flag := range []int{os.O_RDONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE} {
		for _, name := range []string{"folder", "pipe", "link", "dangling", "circle"} {
			_, err := OpenOwn(at(name), flag)
			require.ErrorIs(t, err, ErrStrange, "%s, %d", name, flag)
		}
		f, err := OpenOwn(at("file"), flag)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	assert.NoFileExists(t, at("nowhere"))
	_, err := OpenOwn(at("new"), os.O_RDWR)
	require.ErrorIs(t, err, fs.ErrNotExist)
	f, err := OpenOwn(at("new"), os.O_RDWR|os.O_CREATE)
	require.NoError(t, err)
	require.NoError(t, Lock(f))
	require.NoError(t, f.Close())
	_, err = os.OpenFile(at("link"), os.O_RDWR|noFollow, 0)
	assert.True(t, isLink(err), "%v", err)
}
