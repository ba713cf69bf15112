package players

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/solver"
)

// Fair is the strongest player that sees no more than a person in its seat. It
// thinks like [Greedy], but longer, and then asks the solver about what is left
// to choose from: in how many worlds that agree with its view can the round
// still be won after each option?
type Fair struct{}

// What Fair spends on a decision, counted in cards, worlds and nodes, so that
// the same decision comes out on every machine. Found by trial: ten times the
// cards of Greedy win half of the rounds it loses, the solver a third of the rest.
const (
	fairEffort = 20_000 // cards played in its head
	fairBest   = 4      // options the solver is asked about
	fairWorlds = 24     // worlds it is asked in
	fairNodes  = 600    // nodes for each answer
	fairMemory = 4 << 20
	// unsure is what an option counts in a world that the solver did not decide.
	unsure = 0.5
)

// Choose returns the option that leaves most to win.
func (f Fair) Choose(v *chapters.View, src rand.Source) chapters.Decision {
	d, _, _ := f.Think(context.Background(), v, src)
	return d
}

// Think chooses as Choose does, and says why.
func (Fair) Think(ctx context.Context, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error) {
	if len(v.Ask.Options) == 1 {
		return v.Ask.Options[0], Reason{Options: 1}, ctx.Err()
	}
	t := newTrial(v, src)
	if err := t.rank(ctx, fairEffort); err != nil {
		return chapters.Decision{}, Reason{}, err
	}
	r := Reason{Options: len(t.left)}
	t.left = t.left[:min(len(t.left), fairBest)]
	for range fairWorlds {
		if err := ctx.Err(); err != nil {
			return chapters.Decision{}, Reason{}, err
		}
		g := t.world()
		if g == nil {
			break // what was found so far has to do
		}
		r.Worlds++
		for i := range t.left {
			t.left[i].ask(g, src)
		}
	}
	best := slices.MaxFunc(t.left, func(a, b candidate) int { return cmp.Compare(a.promise(), b.promise()) })
	r.Won, r.Open, r.Imagined = best.won, best.open, best.tried
	return best.Decision, r, nil
}

// world returns a game that the player cannot tell from its own, nil if none
// could be made up.
func (t *trial) world() *chapters.Game {
	g, err := t.known.world(t.src)
	if err != nil {
		return nil
	}
	return g
}

// promise is how good an option is held to be: the share of the worlds in which
// it can be won, and what came of it in Greedy's rounds.
func (c *candidate) promise() float64 {
	return c.wins/fairWorlds + c.sum/float64(max(1, c.tried))
}

// ask notes whether the solver wins a world after the decision.
func (c *candidate) ask(g *chapters.Game, src rand.Source) {
	share := winnable(g, c.Decision, src)
	c.wins += share
	switch share {
	case 1:
		c.won++
	case unsure:
		c.open++
	}
}

// winnable asks the solver whether a round can still be won after a decision.
func winnable(g *chapters.Game, d chapters.Decision, src rand.Source) float64 {
	c := g.Clone()
	if c.Apply(d) != nil || finishSetup(c, src) != nil {
		return 0
	}
	found, err := solver.Solve(context.Background(), c, solver.Options{Nodes: fairNodes, Memory: fairMemory})
	switch {
	case err != nil:
		return unsure
	case found.Verdict == solver.Winnable:
		return 1
	case found.Verdict == solver.Unwinnable:
		return 0
	}
	return unsure
}
