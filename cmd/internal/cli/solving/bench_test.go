package solving

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/solver/difficulty"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBenchDealsAreGames checks that the documents that bench measures are the games that the draft
// leads to: the same cards, the same plays, the same goals. It also checks that no card is missing or
// added, with every event, every group and the Road.
func TestBenchDealsAreGames(t *testing.T) {
	lib := chapters.Default()
	for _, c := range lib.Chapters {
		for players := 1; players <= 4; players++ {
			for seed := range uint64(max(1, len(c.Variants()))) {
				id := command.BenchID(c, players, seed+1)
				set := benchSet{difficulty.Cell{Chapter: c.ID, Players: players}, lib, 1}
				pos, err := set.deal(int(seed))
				require.NoError(t, err)
				text, err := json.Marshal(pos)
				require.NoError(t, err)
				again, err := read(lib, string(text))
				require.NoError(t, err, "%s", text)
				assert.Equal(t, pos, again, "%s", id)

				dealt, err := lib.Deal(id)
				require.NoError(t, err)
				assert.Equal(t, cardsOf(&dealt), cardsOf(&pos), "%s", id)
				g, err := lib.NewGame(pos)
				require.NoError(t, err)
				for s := range g.Seats() {
					assert.NotNil(t, g.Character(tricks.Seat(s)), "%s", id)
				}
			}
		}
	}
}

// cardsOf returns all cards of a position, wherever they lie.
func cardsOf(pos *chapters.Position) tricks.Set {
	all := tricks.SetOf(pos.Lost...) | tricks.SetOf(pos.Pile...)
	for i := range pos.Hands {
		all |= pos.Hands[i].Owned()
	}
	for _, side := range pos.Sides {
		all |= tricks.SetOf(side...)
	}
	for _, stage := range pos.Staged {
		for _, cards := range stage {
			all |= cards
		}
	}
	return all
}

// read reads a single document.
func read(lib *chapters.Library, text string) (chapters.Position, error) {
	for e := range lib.Read("test", strings.NewReader(text)) {
		return e.Record.Position, e.Err
	}
	return chapters.Position{}, io.EOF
}
