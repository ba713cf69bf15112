package realtable

import (
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestThreatDeck checks that a threat deck that is made up has every number of the chapter once, even if a
// character drew two cards and kept one of them. The card it kept comes first.
func TestThreatDeck(t *testing.T) {
	lib := chapters.Default()
	chapter, err := lib.Chapter("18")
	require.NoError(t, err)
	written := note{head: heading{lib: lib, chapter: chapter, seatCount: 4}}
	for _, id := range []string{"frodo", "boromir-denethor", "samwise", "aragorn-arathorn"} {
		require.Contains(t, lib.Characters, id)
		written.seats = append(written.seats, seat{char: lib.Characters[id]})
	}
	for _, kept := range chapter.Threats {
		written.seats[3].Threat = kept
		deck := threatDeck(&written, written.seats)
		assert.ElementsMatch(t, chapter.Threats, deck, "Aragorn kept %d", kept)
		assert.Equal(t, kept, deck[0])
	}
}
