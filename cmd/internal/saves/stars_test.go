package saves

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWindowsKeepEachOthersStars lets several programs record solved puzzles at the same time. No puzzle is
// lost, and the most stars of each count.
func TestWindowsKeepEachOthersStars(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fellowship", "games")
	stars, err := New(dir).Stars()
	require.NoError(t, err)
	assert.Empty(t, stars, "none is solved")
	var all sync.WaitGroup
	for n := 1; n <= 3; n++ {
		all.Go(func() {
			for _, name := range []string{"c01p2s2t8", "c02p4s28t7", "c03p4s14t7"} {
				assert.NoError(t, New(dir).RecordSolved(name, n))
			}
		})
	}
	all.Wait()
	stars, err = New(dir).Stars()
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"c01p2s2t8": 3, "c02p4s28t7": 3, "c03p4s14t7": 3}, stars)
}

// TestOddLineCostsItself damages the file of stars. Only the damaged line is skipped, and the next line is not
// joined to it.
func TestOddLineCostsItself(t *testing.T) {
	dir := t.TempDir()
	f := New(filepath.Join(dir, "games"))
	require.NoError(t, f.RecordSolved("c01p2s2t8", 2))
	path := filepath.Join(dir, "puzzles.ndjson")
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, odd := range []string{"{\"puzzle\":\"c02p4", "\x00\x00", "{\"puzzle\":7,\"stars\":3}\n", "[]\n\n", "{}"} {
		require.NoError(t, os.WriteFile(path, append([]byte(odd+"\n"), append(good, odd...)...), 0o600))
		require.NoError(t, f.RecordSolved("c02p4s28t7", 3))
		stars, err := f.Stars()
		require.NoError(t, err)
		assert.Equal(t, map[string]int{"c01p2s2t8": 2, "c02p4s28t7": 3}, stars, "%q", odd)
	}
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
	require.ErrorIs(t, f.RecordSolved("c02p4s28t7", 3), disk.ErrStrange)
	require.ErrorIs(t, New("").RecordSolved("c02p4s28t7", 3), disk.ErrNoHome)
	stars, err := New("").Stars()
	require.NoError(t, err)
	assert.Empty(t, stars)
}
