package players

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver"
)

// The odds are those of all options, follow from the view alone, and are what the solver
// says where nothing is hidden that matters.
func TestOddsOf(t *testing.T) {
	someDecisions(t, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		const worlds, nodes = 5, 300
		odds, err := OddsOf(t.Context(), v, Source(7, 1), worlds, nodes)
		require.NoError(t, err)
		require.Len(t, odds, len(v.Ask.Options))
		same := alike(t, v)
		again, err := OddsOf(t.Context(), &same, Source(7, 1), worlds, nodes)
		require.NoError(t, err)
		assert.Equal(t, odds, again)
		result, err := solver.Solve(t.Context(), g, solver.Options{Nodes: nodes})
		require.NoError(t, err)
		for i, o := range odds {
			assert.Equal(t, v.Ask.Options[i], o.Decision)
			assert.InDelta(t, math.Round(2*worlds*o.Share), 2*worlds*o.Share, 1e-9, "halves of worlds")
			if g.Stage() == chapters.StagePlay && result.Verdict == solver.Unwinnable && v.Where().Unseen == 0 {
				assert.Zero(t, o.Share)
			}
		}
	})
}
