package hindsight

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLookBack holds that the look back at a lost round names the decision that lost it, what
// would still have won, and how often people decided as they were advised.
func TestLookBack(t *testing.T) {
	lib := chapters.Default()
	for seed := range uint64(20) {
		w := played(t, chapters.DealID{Chapter: "1", Players: 4, Seed: seed})
		if w.At(w.Len()).Result() == chapters.Won {
			continue
		}
		const lost = 20
		judge := func(_ context.Context, g *chapters.Game) solver.Verdict {
			all := g.Decisions()
			if len(all) > lost && all[lost] == w.Decision(lost) {
				return solver.Unwinnable
			}
			return solver.Winnable
		}
		first := func(_ context.Context, g *chapters.Game) (chapters.Decision, error) { return g.Options()[0], nil }
		e, err := LookBack(t.Context(), lib, w.record, judge, first)
		require.NoError(t, err)
		require.NotNil(t, e.Lost)
		assert.Equal(t, lost+1, e.Lost.Number)
		assert.Len(t, Winners(e.Lost), len(w.At(lost).Options())-1)
		chosen, agreed := 0, 0
		for n := range w.Len() {
			if all := w.At(n).Options(); len(all) > 1 {
				chosen++
				if all[0] == w.Decision(n) {
					agreed++
				}
			}
		}
		assert.Equal(t, [2]int{agreed, chosen}, [2]int{e.Agreed, e.Asked})
		p := e.Page(texts.New("en"), &w.record)
		assert.Contains(t, p.String(page.Style{Width: 200}), "Here the round was lost")
		assert.Contains(t, p.String(page.Style{Width: 200}), w.Decision(lost).Card.String())

		w.record.By = []string{"greedy", "greedy", "greedy", "greedy"}
		e, err = LookBack(t.Context(), lib, w.record, judge, first)
		require.NoError(t, err)
		assert.Zero(t, e.Asked, "computer players are not compared")
		return
	}
	t.Fatal("no round was lost")
}

// TestStrongAgrees holds that the strong player advises what it would do itself.
func TestStrongAgrees(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	d, err := Strong(t.Context(), g)
	require.NoError(t, err)
	assert.Contains(t, g.Options(), d)
}
