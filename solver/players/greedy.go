package players

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/parallel"
	"fellowship/tricks"
)

// Greedy is a pleasant partner: it follows its own goal and helps the others with
// their goals, as far as it can see. It looks one decision ahead: it tries each
// option in a few worlds that agree with what it sees, plays them to the end by
// simple rules, and takes the option after which the goals came nearest.
type Greedy struct{}

// effort is the approximate number of cards that Greedy plays in imagined rounds for one decision. It limits
// the time of a decision (to half a millisecond or so). It counts cards and not time, so that every
// machine makes the same decision.
const effort = 2000

// worths are the worths of results at the end of an imagined round. Each goal met is worth 1.
type worths struct {
	// own is the additional worth of the player's own goal.
	own float64
	// all is the additional worth of meeting all goals.
	all float64
}

// greedyWorths are the worths for [Greedy]: its own goal counts most.
var greedyWorths = worths{own: 0.5, all: 2}

// Think returns the option after which the goals come nearest.
func (Greedy) Think(ctx context.Context, v *chapters.View, src rand.Source, _ bool) (chapters.Decision, Reason, error) {
	if len(v.Ask.Options) == 1 {
		return v.Ask.Options[0], Reason{Options: 1}, ctx.Err()
	}
	t := newTrial(v, src, greedyWorths)
	if err := t.rank(ctx, effort); err != nil {
		return chapters.Decision{}, Reason{}, err
	}
	best := &t.candidates[0]
	return best.Decision, Reason{Options: len(t.candidates), Imagined: best.tried}, nil
}

// newTrial returns a trial of the options that are worth considering.
func newTrial(v *chapters.View, src rand.Source, w worths) *trial {
	t := &trial{view: v, known: v.Worlds(), src: src, worths: w}
	for _, d := range uncompletedOptions(v, src) {
		t.candidates = append(t.candidates, candidate{Decision: d})
	}
	tricks.Shuffle(src, t.candidates) // so that chance decides between equals
	return t
}

// yieldAfter is the number of checkpoints after which other goroutines get the processor. That is
// every few milliseconds or more often.
const yieldAfter = 16

// checkpoint returns the context's error. Now and then it yields to other goroutines, so that a
// screen stays alive on a single processor while a player thinks.
func (t *trial) checkpoint(ctx context.Context) error {
	t.steps++
	if t.steps%yieldAfter == 0 {
		parallel.Yield()
	}
	return ctx.Err()
}

// rank sorts the options, the best first, and plays about effort cards in imagined rounds for that.
// It tries every option in a few worlds, then the better half in twice as many, and so on until one
// is left. Most of the effort goes into the hard choices. When the context ends, rank returns its
// error.
func (t *trial) rank(ctx context.Context, effort int) error {
	all := t.candidates
	for rounds := halvings(len(all)); len(t.candidates) > 1; {
		for range max(1, effort/(rounds*len(t.candidates)*t.length())) {
			if err := t.checkpoint(ctx); err != nil {
				return err
			}
			if !t.run() || t.halved() {
				break // without worlds the order stays random
			}
		}
		slices.SortStableFunc(t.candidates, func(a, b candidate) int { return cmp.Compare(b.sum, a.sum) })
		t.candidates = t.candidates[:(len(t.candidates)+1)/2]
	}
	t.candidates = all
	return nil
}

// halvings returns how often n things can be halved, rounding up, until one is left.
func halvings(n int) int {
	times := 0
	for ; n > 1; n = (n + 1) / 2 {
		times++
	}
	return times
}

// candidate is an option and its results in the worlds.
type candidate struct {
	chapters.Decision
	// sum is the sum of the scores of the imagined rounds.
	sum float64
	// tried is the number of imagined rounds.
	tried int
	// scores are the scores by world, if the options are compared world by world.
	scores []float64

	// work limits the solver's work for the option, see [Fair].
	*work
	// asked is the number of worlds in which the solver was asked.
	asked int
	// wins is the sum of shares.
	wins float64
	// shares are the solver's answers by world: 1 for a win, 0 for none, or [unsure].
	shares []float64
	// won is the number of worlds that the solver surely wins.
	won int
	// wonIn reports for each world whether the solver surely wins it.
	wonIn []bool
	// open is the number of worlds that the solver did not decide.
	open int
}

// count notes the score of an imagined round. With keep it also keeps the score for comparing world
// by world.
func (c *candidate) count(score float64, keep bool) {
	c.sum += score
	c.tried++
	if keep {
		c.scores = append(c.scores, score)
	}
}

// trial compares the options of one decision. All remaining options are tried in the
// same worlds, so that luck favours none of them.
type trial struct {
	view *chapters.View
	// known makes worlds that agree with the view.
	known *chapters.Worlds
	src   rand.Source
	worths
	race
	// candidates are the remaining options.
	candidates []candidate
	// round is reused memory for the imagined rounds.
	round round
	// options is the number of options at the beginning.
	options int
	// world is the current world.
	world chapters.Game
	// scratch is the game after a decision in the current world.
	scratch scratch
	// chance is the random source in the current world. It starts with the same seed for each option.
	chance rand.PCG
	// steps is the number of checkpoints passed.
	steps int
}

// length returns the approximate number of cards in an imagined round.
func (t *trial) length() int {
	n := t.view.PileLeft + 4 // dealing a world costs about as much as four
	if t.view.Stage != chapters.StagePlay {
		n += setupLength
	}
	for s := range t.view.Seats {
		n += t.view.Seats[s].Cards
	}
	return n
}

// setupLength is the cost of making up and finishing a setup, in cards.
const setupLength = 60

// run tries all remaining options in one more world. It returns false if it cannot find another
// world.
func (t *trial) run() bool {
	g := &t.world
	if !t.known.Make(g, t.src) {
		return false
	}
	src := t.src
	chance := uint64(0)
	same := t.sure > 0
	if same {
		src = &t.chance
		chance = t.src.Uint64()
	}
	play := t.candidates[0].Kind == chapters.PlayCard
	if play {
		t.begin(g)
	}
	for i := range t.candidates {
		if same {
			t.chance.Seed(chance, 0) // as tricks.NewSource does
		}
		d := t.candidates[i].Decision
		if play {
			t.round.reset()
			t.round.step(d.Move)
		} else {
			c := t.scratch.afterDecision(g, d, src)
			if c == nil {
				continue // the decision is not possible in this world
			}
			for !c.IsOver() && c.Due().Kind == chapters.Return { // any card may come back
				if c.Apply(pick(src, c.Options())) != nil {
					break
				}
			}
			t.begin(c)
		}
		t.round.finish(src)
		t.candidates[i].count(t.score(), same)
	}
	return true
}

// finishSetup finishes the draft and the setup with random decisions. It completes an exchange that
// has begun, but makes no further ones.
func (r *scratch) finishSetup(src rand.Source) error {
	g := &r.game
	begun := g.Stage() == chapters.StageSetup && g.Due().Kind == chapters.Return
	for g.Stage() != chapters.StagePlay {
		r.options = g.AppendOptions(r.options[:0])
		d := pick(src, r.options)
		if !begun || g.Due().Kind != chapters.Return {
			begun = false
			d = withoutExchange(g, r.options, d)
		}
		if err := g.Apply(d); err != nil {
			return err
		}
	}
	return nil
}

// begin starts an imagined round from the state of a game.
func (t *trial) begin(g *chapters.Game) {
	r := &t.round
	state := g.State()
	r.table = state.Table
	r.all = state.Table.Tricks()
	r.state = state.State
	r.stay = state.LeftTucked
	r.goals = g.AppendGoals(r.goals[:0])
	r.values = r.values[:0]
	for i := range r.goals {
		r.values = append(r.values, r.goals[i].Values...)
	}
	r.start.state = r.state
	r.start.stay = r.stay
	r.start.values = append(r.start.values[:0], r.values...)
	rest := r.values
	r.leaves = r.leaves[:0]
	for i := range r.goals {
		g := &r.goals[i]
		n := len(g.Values)
		g.Values, rest = rest[:n:n], rest[n:]
		r.leaves = leavesOf(r.leaves, g, &g.Checker.Root, 1)
	}
}

// score returns how good the end of the imagined round is.
func (t *trial) score() float64 {
	sum := 0.0
	missed := 0
	for i := range t.round.goals {
		g := &t.round.goals[i]
		nearness := t.round.nearness(g, &g.Checker.Root)
		if t.view.Seats[g.Seat].Decider == t.view.Player {
			nearness += float64(t.own * nearness)
		}
		sum += nearness
		if nearness < 1 {
			missed++
			if g.Rider || !t.waives() {
				missed++ // Mithril covers one goal, but no rider
			}
		}
	}
	if t.round.state.Short {
		if !t.waives() || !t.view.Chapter.Side.Waivable {
			return sum * almost // C14: the round is lost, whatever the goals
		}
		missed++ // Mithril covers the Bridge, or one goal
	}
	if missed < 2 {
		sum += t.all
	}
	return sum
}

// waives reports whether one missed goal may count as met (Mithril).
func (t *trial) waives() bool {
	for s := range t.view.Seats {
		if g := t.view.Seats[s].Gift; g != nil && g.Effect == characters.WaiveGoal && !t.view.Terms.MithrilUsed {
			return true
		}
	}
	return false
}
