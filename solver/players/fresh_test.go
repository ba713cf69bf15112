package players_test

import (
	"testing"

	"fellowship/chapters"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// L2: completed characters may be taken again, but Greedy brings the chapter on.
func TestGreedyTakesWhoIsNotCompleted(t *testing.T) {
	lib := chapters.Default()
	done := []string{"frodo", "gandalf", "aragorn", "legolas", "gimli", "boromir"}
	for seed := range uint64(5) {
		pos, err := lib.DealRound(chapters.DealID{Chapter: "13", Players: 4, Seed: seed}, chapters.Round{Completed: done})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for n := 0; g.Stage() == chapters.StageDraft; n++ {
			ask := g.Ask()
			view := g.View(ask.By)
			d := players.Greedy{}.Choose(&view, players.Source(seed, n))
			assert.NotContains(t, done, d.Character)
			require.NoError(t, g.Apply(d))
		}
	}
}
