package saves_test

import (
	"testing"

	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRemember checks that a folder which remembers finished games lists the same as one which does not, also after a
// game has gone on, and after another one has taken the place of a deleted game.
func TestRemember(t *testing.T) {
	dir := t.TempDir()
	plain := saves.New(dir)
	shelf := saves.New(dir)
	shelf.Remember()
	same := func() {
		t.Helper()
		want := plain.List().Played(lib)
		for range 2 {
			got := shelf.List().Played(lib)
			assert.Equal(t, want.Stats, got.Stats)
			require.Len(t, got.Games, len(want.Games))
			for i := range want.Games {
				assert.Equal(t, want.Games[i].Recorded, got.Games[i].Recorded)
				assert.Equal(t, want.Games[i].Result, got.Games[i].Result)
			}
		}
	}
	first, _ := play(t, plain, "c01p4s7", toTheEnd)
	require.NoError(t, first.Home.Close())
	second, _ := play(t, plain, "c02p4s1", 5)
	same()
	goOn(t, second.Home, toTheEnd)
	require.NoError(t, second.Home.Close())
	same()
	game, err := found(shelf, "c01p4s7-1")
	require.NoError(t, err)
	require.NoError(t, game.Delete())
	same()
	again, _ := play(t, plain, "c01p4s7", 9)
	require.NoError(t, again.Home.Close())
	same()
}
