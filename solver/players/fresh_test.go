package players_test

import (
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// L2: completed characters may be taken again, but Greedy brings the chapter on:
// it takes them only now and then.
func TestGreedyTakesWhoIsNotCompleted(t *testing.T) {
	lib := chapters.Default()
	done := []string{"frodo", "gandalf", "aragorn", "legolas", "gimli", "boromir"}
	again, picks := 0, 0
	for seed := range uint64(12) {
		pos, err := lib.DealRound(chapters.DealID{Chapter: "13", Players: 4, Seed: seed},
			chapters.Terms{Completed: done})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for n := 0; g.Stage() == chapters.StageDraft; n++ {
			view := g.View(g.Due().Decider)
			d := choice(t, players.Greedy{}, &view, players.Source(seed, n))
			if slices.Contains(done, d.Character) {
				again++
			}
			picks++
			require.NoError(t, g.Apply(d))
		}
	}
	assert.Less(t, again, picks/3)
}
