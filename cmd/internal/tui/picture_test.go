package tui

import (
	"os"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPicture draws the game of testdata/picture.ndjson as far as it goes, in
// colours. The picture in the README is made of it: after `go test -update`
// comes `make generate`.
func TestPicture(t *testing.T) {
	const file = "testdata/picture.ansi"
	game, err := os.Open("testdata/picture.ndjson")
	require.NoError(t, err)
	defer game.Close()
	for entry := range chapters.Default().Read(game.Name(), game) {
		require.NoError(t, entry.Err)
		s := open(t, entry.Position, entry.Decisions, setting{humans: alone, color: true})
		s.fits()
		frame := texts.Clean(s.View()) + "\n"
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(frame), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), frame)
	}
}
