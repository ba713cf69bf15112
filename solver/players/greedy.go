package players

import (
	"cmp"
	"context"
	"math/rand/v2"
	"runtime"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Greedy is a pleasant partner: it follows its own goal and helps with those of
// the others, as far as it can see. It looks one decision ahead: it tries each
// option in a few worlds that agree with what it sees, lets simple rules play
// them to the end, and takes the option after which the goals came nearest.
type Greedy struct{}

// effort is about how many cards Greedy plays in its head for one decision. It
// is what bounds the time of a decision (half a millisecond or so), and it is
// counted in cards so that the same decision comes out on every machine.
const effort = 2000

// worths is the worth of things at the end of an imagined round, next to 1 for each goal
// met: the own goal on top, and that all goals are met.
type worths struct{ own, all float64 }

// greedyWorths make Greedy look after its own goal first.
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

func newTrial(v *chapters.View, src rand.Source, w worths) *trial {
	t := &trial{view: v, known: v.Worlds(), src: src, worths: w}
	for _, d := range uncompletedOptions(v, src) {
		t.candidates = append(t.candidates, candidate{Decision: d})
	}
	tricks.Shuffle(src, t.candidates) // so that chance decides between equals
	return t
}

// yieldAfter is after how many short pieces of work other goroutines have their turn: a few
// milliseconds or less.
const yieldAfter = 16

// checkpoint is the context's error. Now and then it lets others go on first: where there is
// one processor only, a screen has its turn while a player thinks.
func (t *trial) checkpoint(ctx context.Context) error {
	t.steps++
	if t.steps%yieldAfter == 0 {
		runtime.Gosched()
	}
	return ctx.Err()
}

// rank puts the options in order, the best first, with about so many cards.
// Every option gets a few worlds, the better half twice as many, and so on until
// one is left: most of the effort goes to the hard choices. It stops with
// the context's error when that is done.
func (t *trial) rank(ctx context.Context, effort int) error {
	all := t.candidates
	for rounds := halvings(len(all)); len(t.candidates) > 1; {
		for range max(1, effort/(rounds*len(t.candidates)*t.length())) {
			if err := t.checkpoint(ctx); err != nil {
				return err
			}
			if !t.run() || t.halved() {
				break // if no world was found, chance has to decide
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

// candidate is an option and its results in the worlds, summed up.
type candidate struct {
	chapters.Decision
	sum   float64 // of the scores
	tried int     // how many there are
	wins  float64 // worlds in which the solver wins, see [Fair]
	asked int     // worlds it was asked about
	won   int     // worlds it surely wins
	open  int     // worlds it did not decide
	wonIn []bool  // the answer in each world
	// scores and shares are the results in each world, the solver's 1, [unsure] or 0.
	scores, shares []float64
	*work          // of what [Fair] does for it
}

// count notes the score of a world. Those that are compared one by one are kept.
func (c *candidate) count(score float64, keep bool) {
	c.sum += score
	c.tried++
	if keep {
		c.scores = append(c.scores, score)
	}
}

// trial is one decision being thought over. All options left are tried in the
// same worlds, so that luck favours none.
type trial struct {
	view  *chapters.View
	known *chapters.Worlds
	src   rand.Source
	worths
	race
	candidates []candidate
	round      round
	// options is how many options there were, of which some may have left.
	options int
	// world is the world that is tried, and room is for what follows a decision in it.
	world   chapters.Game
	scratch scratch
	// chance is the same for each option in the world that is tried.
	chance rand.PCG
	steps  int // of work done
}

// length returns about how many cards an imagined round takes.
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

// run tries all options that are left in one more world; it is false if none
// could be made up.
func (t *trial) run() bool {
	g := &t.world
	if !t.known.Make(g, t.src) {
		return false
	}
	src := t.src
	chance := uint64(0)
	same := t.sure > 0
	if same {
		src, chance = &t.chance, t.src.Uint64()
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
				continue // it could not be answered in this world
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

// finishSetup carries out what is left of the draft and the setup: everybody
// chooses at random, but exchanges only as far as one is due already.
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

// begin takes a round of a game over, to be played on in the head.
func (t *trial) begin(g *chapters.Game) {
	r := &t.round
	state := g.State()
	r.table = state.Table
	r.all = state.Table.Tricks()
	r.state = state.State
	r.stay = state.LeftTucked
	r.goals, r.values = g.AppendGoals(r.goals[:0]), r.values[:0]
	for i := range r.goals {
		r.values = append(r.values, r.goals[i].Values...)
	}
	r.start.state, r.start.stay = r.state, r.stay
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
			return sum * almost // C14: lost, whatever else
		}
		missed++ // Mithril covers the Bridge, or one goal
	}
	if missed < 2 {
		sum += t.all
	}
	return sum
}

// waives reports whether one goal that is missed may count as met (Mithril).
func (t *trial) waives() bool {
	for s := range t.view.Seats {
		if g := t.view.Seats[s].Gift; g != nil && g.Effect == characters.WaiveGoal && !t.view.Terms.MithrilUsed {
			return true
		}
	}
	return false
}
