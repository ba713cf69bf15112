package scene

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEverySeatShowsHowFarItIs plays a round of every chapter and table size. At each seat with a goal stands a card to
// be won, a number that pips show, or a word for how far the goal has come. Pips never show a number that
// depends on what others win.
func TestEverySeatShowsHowFarItIs(t *testing.T) {
	comparisons := map[characters.ConditionKind]bool{
		characters.Fewest: true, characters.BetweenOthers: true, characters.MostCards: true,
	}
	lib := chapters.Default()
	for _, id := range lib.DealIDs(1) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
			v := g.View(tricks.NoSeat)
			b := New(reader.WithoutWishes(texts.New("en")), &v, 0)
			for s := range v.Seats {
				seat := b.SeatOf(tricks.Seat(s))
				goal, known := v.Standing(seat.Index)
				if v.Stage != chapters.StagePlay || !known || texts.AimOf(&v, seat.Index) == nil {
					continue
				}
				switch {
				case seat.WantedCard != tricks.NoCard, seat.Count != Count{}:
					assert.Equal(t, seat.Goal, seat.Word(), "%s: %s", id, seat.ID)
				case seat.Progress.Text != "":
					assert.Equal(t, seat.Progress.Text, seat.Word(), "%s: %s", id, seat.ID)
				default:
					_, known = v.GoalFormula(v.Seats[s].Character, seat.Index)
					assert.False(t, known, "%s: %s shows nothing", id, seat.ID)
				}
				if comparisons[goal.Condition.Kind] && goal.Op == characters.Leaf {
					assert.Zero(t, seat.Count, "%s: %s", id, seat.ID)
				}
			}
		}
	}
}
