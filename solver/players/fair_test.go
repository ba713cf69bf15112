package players

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// someDecisions stops random rounds at a decision here and there.
func someDecisions(t *testing.T, each func(t *testing.T, g *chapters.Game, v *chapters.View)) {
	for i, id := range chapters.Default().DealIDs(0) {
		if i%6 != 0 {
			continue
		}
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			lib := chapters.Default()
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			require.NoError(t, Play(t.Context(), g, uint64(i), Random{}))
			g, err = g.AfterDecisions(len(g.Decisions()) * (i % 11) / 11)
			require.NoError(t, err)
			v := g.View(g.Due().Decider)
			each(t, g, &v)
		})
	}
}

// TestSettleLeavesOutWhatMakesNoDifference checks that the questions that Fair does not ask the solver
// cannot change its decision: if it asks about every option in every world, the same option is
// best, the first of several.
func TestSettleLeavesOutWhatMakesNoDifference(t *testing.T) {
	someDecisions(t, func(t *testing.T, _ *chapters.Game, v *chapters.View) {
		prepare := func() (*trial, []fairWorld) {
			tr := newTrial(v, Source(1, 2), fairWorths)
			require.NoError(t, tr.rank(t.Context(), effort))
			tr.shortlist(&Quick.play)
			worlds, err := tr.worlds(t.Context(), Quick.play.worlds/3)
			require.NoError(t, err)
			return tr, worlds
		}
		tr, worlds := prepare()
		quick, err := tr.settle(t.Context(), worlds)
		require.NoError(t, err)
		tr, worlds = prepare()
		for i := range tr.candidates {
			c := &tr.candidates[i]
			for j := range worlds {
				c.ask(&worlds[j])
			}
		}
		full := slices.MaxFunc(tr.candidates, func(a, b candidate) int {
			return cmp.Compare(a.estimate(0), b.estimate(0))
		})
		assert.Equal(t, full, *quick)
	})
}

// No level uses more than its view: in another world that looks the same
// from its seat it makes the same decision (S11).
func TestEveryLevelDecidesAlikeInWorldsThatLookAlike(t *testing.T) {
	someDecisions(t, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		same := alike(t, v)
		for _, name := range []string{"random", "greedy", "fair:0.5", "strong:0.3"} {
			p, err := New(name)
			require.NoError(t, err)
			d, err := Choose(t.Context(), g, p, 4)
			require.NoError(t, err)
			again, _, err := p.Think(t.Context(), &same, Source(4, len(g.Decisions())), false)
			require.NoError(t, err)
			assert.Equal(t, d.String(), again.String(), name)
		}
	})
}

// alike returns the same player's view in another world.
func alike(t *testing.T, v *chapters.View) chapters.View {
	t.Helper()
	worlds := v.Worlds()
	w := &chapters.Game{}
	worlds.Log = true
	require.True(t, worlds.Make(w, tricks.NewSource(5, 1)))
	return w.View(v.Player)
}
