package players

import (
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWhereIsTrue plays rounds of several chapters: every card lies where the
// views of all players say that it may (S11), and none of them is one they see.
// Solo is left out: there all hands lie open (S10).
func TestWhereIsTrue(t *testing.T) {
	lib := chapters.Default()
	for _, id := range []string{"c02p4s3", "c05p3s1", "c06p4s2", "c12p4s1", "c02p2s4", "c16p4s1"} {
		deal, err := chapters.ParseDealID(id)
		require.NoError(t, err)
		pos, err := lib.Deal(deal)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		next := func() {
			d, err := Choose(t.Context(), g, Random{}, 5)
			require.NoError(t, err)
			require.NoError(t, g.Apply(d))
		}
		for ; !g.Over(); next() {
			if g.Stage() != chapters.StagePlay {
				continue
			}
			v := g.View(g.Ask().By)
			where, st := Where(&v), g.State()
			for s := range v.Seats {
				hidden := st.Held[s] &^ v.Seats[s].Open
				assert.Equal(t, hidden, hidden&where.May[s], "%s: seat %d holds what seat %d thinks it cannot", id, s, v.Player)
				assert.Zero(t, where.Unseen&v.Seats[s].Open)
			}
		}
	}
}
