package guest

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "key")
	made := make([][]byte, 20)
	var began sync.WaitGroup
	for i := range made {
		began.Go(func() {
			var err error
			made[i], err = Secret(path, func() ([]byte, error) {
				return slices.Repeat([]byte{byte('a' + i)}, 1000), nil
			})
			assert.NoError(t, err)
		})
	}
	began.Wait()
	for i := range made {
		assert.Equal(t, string(made[0]), string(made[i]), "all have the same")
	}
	assert.Len(t, made[0], 1000)
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, list, 1, "nothing else is left")
	if runtime.GOOS == "windows" {
		return
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	for _, mode := range []os.FileMode{0o644, 0o660, 0o604, 0o601} {
		require.NoError(t, os.Chmod(path, mode))
		_, err := Secret(path, nil)
		require.ErrorIs(t, err, ErrNoSecret)
		assert.ErrorContains(t, err, path)
	}
}
