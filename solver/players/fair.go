package players

import (
	"context"
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/solver"
)

// Fair is the strongest player that sees no more than a person in its seat. It
// thinks like [Greedy], but longer, and then asks the solver about what is left
// to choose from: in how many worlds that agree with its view can the round
// still be won after each option?
type Fair struct{}

// What Fair spends on a decision, counted in cards, worlds and nodes, so that
// the same decision comes out on every machine.
var (
	fairEffort = 20000 // cards played in its head
	fairBest   = 4     // options the solver is asked about
	fairWorlds = 24    // worlds it is asked in
	fairNodes  = 600   // nodes for each answer
	// unsure is what an option counts in a world that the solver did not decide.
	unsure = 0.5
	// scoreWeight
	scoreWeight = 1.0
)

// Choose returns the option that leaves most to win.
func (Fair) Choose(v *chapters.View, src rand.Source) chapters.Decision {
	if len(v.Ask.Options) == 1 {
		return v.Ask.Options[0]
	}
	t := newTrial(v, src)
	t.rank(fairEffort)
	t.left = t.left[:min(len(t.left), fairBest)]
	wins := make([]float64, len(t.left))
	for range fairWorlds {
		g, err := t.known.world(src)
		if err != nil {
			break
		}
		for i := range t.left {
			wins[i] += winnable(g, t.left[i].Decision, src)
		}
	}
	best, most := 0, -1.0
	for i := range t.left {
		worth := wins[i]/float64(fairWorlds) + scoreWeight*t.left[i].sum/float64(max(1, t.left[i].tried))
		if worth > most {
			best, most = i, worth
		}
	}
	return t.left[best].Decision
}

// winnable asks the solver whether a round can still be won after a decision.
func winnable(g *chapters.Game, d chapters.Decision, src rand.Source) float64 {
	c := g.Clone()
	if c.Apply(d) != nil || finishSetup(c, src) != nil {
		return 0
	}
	found, err := solver.Solve(context.Background(), c, solver.Options{Nodes: int64(fairNodes), Memory: fairMemory})
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

// fairMemory is the most bytes of a search's table; so few nodes need no more.
const fairMemory = 4 << 20
