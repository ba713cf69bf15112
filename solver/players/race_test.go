package players

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

func TestGap(t *testing.T) {
	mean, variance, n := gap([]float64{3, 1, 4, 9}, []float64{1, 1, 2})
	assert.InDelta(t, 4.0/3, mean, 1e-9)
	assert.InDelta(t, (8.0/3-16.0/9)/3, variance, 1e-9)
	assert.Equal(t, 3, n)
	_, _, n = gap(nil, []float64{1})
	assert.Zero(t, n)
}

// A comparison ends as soon as the worse half is clearly beaten, but not after a lead by chance.
// Without a race it never ends early.
func TestRaceEnds(t *testing.T) {
	type scores []func(int) float64
	compared := func(r race, scores scores) bool {
		tr := trial{race: r, candidates: make([]candidate, len(scores))}
		for n := range runsAtOnce * runsAtOnce {
			for i := range tr.candidates {
				tr.candidates[i].count(scores[i](n), true)
			}
		}
		return tr.halved()
	}
	good := func(int) float64 { return 5 }
	bad := func(int) float64 { return 3 }
	luck := func(n int) float64 { return float64(n%2) * 10.1 } // hardly more on average
	careful := race{sure: 2.5, slack: 0.01}
	assert.True(t, compared(careful, scores{good, bad}))
	assert.True(t, compared(careful, scores{bad, good, bad}))
	assert.True(t, compared(careful, scores{good, good}), "no difference is none to look for")
	assert.False(t, compared(careful, scores{good, luck}))
	assert.False(t, compared(careful, scores{luck, good, bad, luck}))
	assert.False(t, compared(race{}, scores{good, bad}))
}

// TestRaceLeavesOutLittle checks that the questions that the race saves make little difference: if the
// solver is asked about every option in every world, the best one is hardly better than the choice.
func TestRaceLeavesOutLittle(t *testing.T) {
	decisions := 0
	worse := 0.0
	for i, id := range chapters.Default().DealIDs(0) {
		if i%4 != 0 {
			continue
		}
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		g, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
		require.NoError(t, Play(t.Context(), g, uint64(i), Random{}))
		g, err = g.AfterDecisions(len(g.Decisions()) * (i % 7) / 11)
		require.NoError(t, err)
		v := g.View(g.Due().Decider)
		if len(v.Ask.Options) < 2 {
			continue
		}
		tr := newTrial(&v, Source(1, 2), fairWorths)
		w := *Strong.work(v.Stage)
		tr.race = w.race
		require.NoError(t, tr.rank(t.Context(), w.cards/5))
		tr.shortlist(&w)
		worlds, err := tr.worlds(t.Context(), w.worlds)
		require.NoError(t, err)
		best, err := tr.settle(t.Context(), worlds)
		require.NoError(t, err)
		most := best.estimate(0)
		for i := range tr.candidates {
			c := &tr.candidates[i]
			for c.asked < len(worlds) {
				c.ask(&worlds[c.asked])
			}
			most = max(most, c.estimate(0))
		}
		decisions, worse = decisions+1, worse+most-best.estimate(0)
	}
	assert.Greater(t, decisions, 10)
	assert.Less(t, worse/float64(decisions), 0.05)
}
