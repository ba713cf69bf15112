package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
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

// What counts at the end of an imagined round, next to 1 for each goal met.
const (
	ownGoal  = 0.5 // for the own goal on top
	wholeWin = 2   // if all goals are met
)

// Choose returns the option after which the goals come nearest.
func (Greedy) Choose(v *chapters.View, src rand.Source) chapters.Decision {
	if len(v.Ask.Options) == 1 {
		return v.Ask.Options[0]
	}
	t := trial{view: v, known: learn(v), src: src}
	for _, d := range fresh(v) {
		t.left = append(t.left, candidate{Decision: d})
	}
	tricks.Shuffle(src, t.left) // so that chance decides between equals
	// Every option gets a few worlds, the better half twice as many, and so on
	// until one is left: most of the effort goes to the hard choices.
	for rounds := halvings(len(t.left)); len(t.left) > 1; {
		for range max(1, effort/(rounds*len(t.left)*t.length())) {
			t.run()
		}
		slices.SortStableFunc(t.left, func(a, b candidate) int {
			switch {
			case a.sum > b.sum:
				return -1
			case a.sum < b.sum:
				return 1
			}
			return 0
		})
		t.left = t.left[:(len(t.left)+1)/2]
	}
	return t.left[0].Decision
}

// halvings returns how often n things can be halved, rounding up, until one is left.
func halvings(n int) int {
	times := 0
	for ; n > 1; n = (n + 1) / 2 {
		times++
	}
	return times
}

// candidate is an option and what the worlds said of it, summed up.
type candidate struct {
	chapters.Decision
	sum float64
}

// trial is one decision being thought over. All options left are tried in the
// same worlds, so that luck favours none.
type trial struct {
	view  *chapters.View
	known *knowledge
	src   rand.Source
	left  []candidate
	goals []goal // in play, where they do not depend on the world
	round round
}

// length returns about how many cards an imagined round takes.
func (t *trial) length() int {
	n := t.view.PileLeft + 4 // dealing a world costs about as much as four
	for s := range t.view.Seats {
		n += t.view.Seats[s].Cards
	}
	return n
}

// run tries all options that are left in one more world.
func (t *trial) run() {
	w := imagine(t.view, t.known, t.src)
	if t.view.Stage == chapters.StagePlay {
		if t.goals == nil {
			t.goals = w.goals()
		}
		table, state := w.resume(t.view)
		for i := range t.left {
			t.begin(table, state, t.goals)
			t.play(t.left[i].Move)
			t.left[i].sum += t.score()
		}
		return
	}
	for i := range t.left {
		c := w.clone()
		c.decide(t.view, t.left[i].Decision, t.src)
		c.finishSetup(t.view, t.src)
		table := c.table()
		t.begin(table, table.Start(c.leader(), tricks.NoCard), c.goals())
		t.round.finish(t.src)
		t.left[i].sum += t.score()
	}
}

func (t *trial) begin(table *tricks.Table, state tricks.State, goals []goal) {
	r := &t.round
	*r = round{
		table: table, state: state, goals: goals, all: len(t.view.History) + table.Tricks(),
		tricks: append(r.tricks[:0], t.view.History...), wishes: r.wishes,
	}
	for s := range t.view.Seats {
		r.won[s] = t.view.Seats[s].Won
	}
}

// play makes a move and lets the round run on from there.
func (t *trial) play(m tricks.Move) {
	t.round.step(m)
	t.round.finish(t.src)
}

// score returns how good the end of the imagined round is.
func (t *trial) score() float64 {
	sum, all := 0.0, true
	for i := range t.round.goals {
		g := &t.round.goals[i]
		near := t.round.nearness(&g.Formula)
		if t.view.Seats[g.seat].By == t.view.Player {
			near += ownGoal * near
		}
		sum += near
		all = all && near >= 1
	}
	if all {
		sum += wholeWin
	}
	return sum
}
