package players

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

// Fair sees no more than a person in its seat. It thinks like [Greedy], but longer, and then asks
// the solver about the best options: in how many worlds that agree with its view can the round still
// be won after each option?
type Fair struct {
	// Level is how much work the player does for a decision. The zero value is [Quick].
	Level Level
}

const (
	// fairMemory is the size of the solver's table in bytes.
	fairMemory = 4 << 20
	// fairShare is the weight of the share of worlds that can be won, next to the score of the
	// imagined rounds.
	fairShare = 3
	// unsure is the value of an option in a world that the solver did not decide.
	unsure = 0.5
)

// fairWorths are the worths for [Fair]. The round is won together or not at all. The player's own
// goal therefore counts no more than the others, and all goals together count more than many.
var fairWorths = worths{own: 0, all: 6}

// Think returns the option that can be won in most worlds. A full reason includes all decisions that the
// solver was asked about, in all worlds, and the card that matters most for the best one. It has the same
// numbers if there is only one option, so that [Reason.Heard] does not tell that.
func (f Fair) Think(ctx context.Context, v *chapters.View, src rand.Source,
	full bool,
) (chapters.Decision, Reason, error) {
	if len(v.Ask.Options) == 1 && !full {
		return v.Ask.Options[0], Reason{Options: 1}, ctx.Err()
	}
	t, worlds, best, err := f.decide(ctx, v, src)
	if err != nil {
		return chapters.Decision{}, Reason{}, err
	}
	r := Reason{Options: t.options, Worlds: best.asked, Won: best.won, Open: best.open, Imagined: best.tried}
	r.Best = Judged{best.Decision, best.won}
	if !full {
		return best.Decision, r, nil
	}
	chosen := *best
	err = t.inFull(ctx, worlds, &chosen, &r)
	return chosen.Decision, r, err
}

// Agrees reports whether an option is as good as the one that Think would return with the same source, as far as the
// trials can show a difference.
func (f Fair) Agrees(ctx context.Context, v *chapters.View, src rand.Source, d chapters.Decision) (bool, error) {
	t, worlds, best, err := f.decide(ctx, v, src)
	if err != nil || best.Decision == d {
		return err == nil, err
	}
	ranked := t.candidates[:t.options]
	index := slices.IndexFunc(ranked, func(c candidate) bool { return c.Decision == d })
	if index < 0 { // the player has not considered the option
		return false, nil
	}
	other := &ranked[index]
	other.work = best.work
	if err := errors.Join(best.askAll(ctx, worlds), other.askAll(ctx, worlds)); err != nil {
		return false, err
	}
	return f.Level.work(v.Stage).even(best, other), nil
}

// decide returns the best option, with the trial and the worlds from which it follows.
func (f Fair) decide(ctx context.Context, v *chapters.View,
	src rand.Source,
) (t *trial, worlds []fairWorld, best *candidate, err error) {
	w := f.Level.work(v.Stage)
	t = newTrial(v, src, fairWorths)
	t.race = w.race
	if err = t.rank(ctx, w.cards); err != nil {
		return nil, nil, nil, err
	}
	t.options = len(t.candidates)
	t.shortlist(w)
	if worlds, err = t.worlds(ctx, w.worlds); err == nil {
		best, err = t.settle(ctx, worlds)
	}
	return t, worlds, best, err
}

// fairWorld is a game that the player cannot distinguish from its own.
type fairWorld struct {
	game *chapters.Game
	// chance is the seed with which the rest of the setup is finished. It is the same for each option.
	chance uint64
	// scratch is the trial's memory for the game after a decision.
	scratch *scratch
}

// worlds returns n random worlds that agree with the view, or fewer if it cannot find more.
func (t *trial) worlds(ctx context.Context, n int) ([]fairWorld, error) {
	out := make([]fairWorld, 0, n)
	for range n {
		if err := t.checkpoint(ctx); err != nil {
			return nil, err
		}
		g := &chapters.Game{}
		if !t.known.Make(g, t.src) {
			break
		}
		out = append(out, fairWorld{g, t.src.Uint64(), &t.scratch})
	}
	return out, nil
}

// shortlist keeps the best options. The player asks the solver only about them.
func (t *trial) shortlist(w *work) {
	t.candidates = t.candidates[:min(len(t.candidates), w.options)]
	for i := range t.candidates {
		t.candidates[i].work = w
	}
}

// settle returns the best option. It always asks the solver about the option with the highest
// possible value, until this option has been asked about in all worlds. The others cannot be better
// then, so most questions need not be asked. It ends earlier if the race decides.
func (t *trial) settle(ctx context.Context, worlds []fairWorld) (*candidate, error) {
	for {
		if err := t.checkpoint(ctx); err != nil {
			return nil, err
		}
		best := 0
		most := math.Inf(-1)
		for i := range t.candidates {
			c := &t.candidates[i]
			if p := c.estimate(len(worlds) - c.asked); p > most {
				best = i
				most = p
			}
		}
		c := &t.candidates[best]
		if c.asked == len(worlds) || t.isDecided(c) {
			return c, nil
		}
		c.ask(&worlds[c.asked])
	}
}

// estimate returns the value of an option, if it can be won in a number of further worlds: the
// weighted share of the worlds in which it can be won, plus the average score of its imagined
// rounds.
func (c *candidate) estimate(more int) float64 {
	return fairShare*(c.wins+float64(more))/float64(c.worlds) + c.sum/float64(max(1, c.tried))
}

// scratch is reused memory for the game after a decision.
type scratch struct {
	game    chapters.Game
	options []chapters.Decision
}

// afterDecision returns the game after a decision, with the setup finished at random. It returns nil
// if the decision is not possible. The result is valid until the next call.
func (r *scratch) afterDecision(g *chapters.Game, d chapters.Decision, src rand.Source) *chapters.Game {
	g.CloneInto(&r.game)
	if r.game.Apply(d) != nil || r.finishSetup(src) != nil {
		return nil
	}
	return &r.game
}

// ask asks the solver about the option in a world and notes the answer.
func (c *candidate) ask(w *fairWorld) {
	share := winnable(w.scratch.afterDecision(w.game, c.Decision, tricks.NewSource(w.chance, 0)), c.nodes)
	c.asked++
	c.wins += share
	c.wonIn = append(c.wonIn, share == 1)
	c.shares = append(c.shares, share)
	switch share {
	case 1:
		c.won++
	case unsure:
		c.open++
	}
}

// winnable asks the solver whether a round can still be won. It returns 1, 0 or [unsure].
func winnable(g *chapters.Game, nodes int64) float64 {
	if g == nil {
		return 0
	}
	found, err := solver.Solve(context.Background(), g,
		solver.Options{Nodes: nodes, Memory: fairMemory, Unchecked: true})
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
