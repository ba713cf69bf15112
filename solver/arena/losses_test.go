package arena

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"
)

// A loss is named by the odds of what was done and of the best option, and by whether that
// one would have kept the win.
func TestKindOf(t *testing.T) {
	made, other := chapters.Decision{Kind: chapters.Redraw, Say: chapters.Yes}, chapters.Decision{Kind: chapters.Redraw, Say: chapters.No}
	for _, tt := range []struct {
		made, other float64
		kept        solver.Verdict
		want        Loss
	}{
		{0.3, 0.34, solver.Winnable, LongShot},
		{0.49, 0.1, solver.Winnable, LongShot},
		{0.5, 0.1, solver.Winnable, Gamble},
		{0.8, 0.84, solver.Winnable, Gamble},
		{0.9, 0.9, solver.Winnable, BadLuck},
		{0.84, 0.85, solver.Winnable, BadLuck},
		{0.3, 0.4, solver.Winnable, Missed},
		{0.3, 0.4, solver.Unwinnable, Misled},
		{0.3, 0.4, solver.Unknown, Misled},
	} {
		step := solver.Step{Made: &made, Choices: []solver.Choice{
			{Decision: made, Judgement: solver.Judgement{Verdict: solver.Unwinnable}},
			{Decision: other, Judgement: solver.Judgement{Verdict: tt.kept}},
		}}
		odds := []players.Odds{{Decision: other, Share: tt.other}, {Decision: made, Share: tt.made}}
		assert.Equal(t, tt.want, kindOf(odds, &step), "%+v", tt)
		assert.Equal(t, Unclear, kindOf(odds[:1], &step), "what was done is no option")
	}
}

// Every lost round has its kind, the same for any number of workers, and one that is known
// without it is played again.
func TestLosses(t *testing.T) {
	opt := Options{
		Library: chapters.Default(), LineUps: lineUps(t, "random", "greedy"), Losses: true,
		Deals: deals(t, 5, difficulty.Cell{Chapter: "2", Players: 4}, difficulty.Cell{Chapter: "12", Players: 3}),
	}
	var kept []Result
	opt.Workers, opt.Keep = 1, func(r *Result) error { kept = append(kept, *r); return nil }
	one := run(t, opt)
	opt.Workers, opt.Keep = 3, nil
	three := run(t, opt)
	assert.Equal(t, one, three)
	kinds := 0
	for _, s := range one[2].Scores {
		lost := 0
		for _, n := range s.Losses {
			lost += n
		}
		assert.Equal(t, one[2].Rounds-s.Wins, lost)
		kinds += len(s.Losses)
	}
	assert.Greater(t, kinds, 2)
	for i := range kept {
		require.NoError(t, kept[i].check())
		if kept[i].Loss == "" {
			continue
		}
		assert.False(t, kept[i].Won)
		for _, id := range opt.Deals {
			if id.String() != kept[i].Round {
				continue
			}
			g, err := opt.begin(id)
			require.NoError(t, err)
			found, err := solver.Solve(t.Context(), g, solver.Options{Nodes: turningNodes})
			require.NoError(t, err)
			assert.Equal(t, found.Verdict == solver.Unwinnable, kept[i].Loss == Hopeless)
		}
		kept[i].Loss = ""
	}
	opt.Known = kept
	again := run(t, opt)
	assert.Equal(t, one, again)
	opt.Losses, opt.Known = false, nil
	without := run(t, opt)
	for _, s := range without[2].Scores {
		assert.Nil(t, s.Losses)
	}
}
