package solver

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/rup"
	"fellowship/solver/parallel"
	"fellowship/tricks"
)

// SetupLimit means that [CheckOptions].Setups was reached before all setups were gone through.
const SetupLimit Reason = "setup limit"

// CheckOptions are the limits of [CheckDeal].
type CheckOptions struct {
	// Options holds the limits of the searches. Nodes limits the steps of all formulas together.
	Options
	// Setups is how many ways through the draft and the setup to go through at most, 0 for all.
	Setups int64
	// Workers is how many formulas are searched at once, at least one. The result does not depend on it.
	Workers int
	// OnProgress, if set, is called after each set of hands with the outcome so far.
	OnProgress func(Checked)
}

// Checked is the outcome of [CheckDeal].
type Checked struct {
	// Proven reports whether every set of hands was refuted, and each refutation checked.
	Proven bool
	// Reason says why neither Proven nor Won is set: a limit was reached, or a formula does not cover the round.
	Reason Reason
	// Won reports whether a formula had a model, so that the round can be won.
	Won bool
	// Win is the decisions that win, if Won. They have been replayed. If the round is over, there are none.
	Win []chapters.Decision
	// Casts is how many choices of characters were gone through.
	Casts int64
	// Setups is how many ways through the draft and the setup were gone through, of all casts together.
	Setups int64
	// Hands is how many different sets of hands were refuted.
	Hands int64
	// Steps is how many literals the searches of all formulas followed.
	Steps int64
	// Lines is how many lines all refutations had together.
	Lines int64
	// Longest is how many lines the longest refutation had.
	Longest int64
}

// CheckDeal proves that a round cannot be won from where the game stands, independently of [Solve]. It goes
// through every draft and setup that chapters.Game offers, and writes each distinct set of hands as a plain
// formula ([Prove]). Package rup, which is independent of the search, checks each line of the refutation.
// So the proof relies only on chapters.Game, on the step from a set of hands to its formula, and on the checker.
//
// There may be very many setups, up to 10¹⁰ if cards are given away. If the deal can be won, the formula of some
// set of hands has a model. CheckDeal ends as soon as it finds one.
func CheckDeal(ctx context.Context, g *chapters.Game, opt CheckOptions) (Checked, error) {
	c := &dealCheck{opt: opt, known: map[[sha256.Size]byte]bool{}}
	searches := sync.Pool{New: func() any { return newCheckedSearch(opt.Options) }}
	var all Checked
	begun := len(g.Decisions())
	workers := max(opt.Workers, 1)
	for h := range parallel.Stream(ctx, workers, 4*workers, c.hands(ctx, g), func(h *handsCheck) {
		h.run(ctx, &searches)
	}) {
		<-h.done
		switch {
		case h.err != nil:
			return all, h.err
		case h.last:
			all.Casts = h.casts
			all.Setups = h.setups
			all.Reason = h.reason
			all.Proven = h.reason == NoReason
			return all, nil
		}
		all.Casts = h.casts
		all.Setups = h.setups
		all.Steps += h.proof.Steps
		switch {
		case h.proof.Won:
			all.Won = true
			all.Win = h.win()[begun:]
			return all, nil
		case !h.proof.Refuted:
			all.Reason = h.proof.Reason
			return all, nil
		case opt.Nodes > 0 && all.Steps > opt.Nodes:
			all.Reason = NodeLimit
			return all, nil
		}
		all.Hands++
		all.Lines += h.lines
		all.Longest = max(all.Longest, h.lines)
		if opt.OnProgress != nil {
			opt.OnProgress(all)
		}
	}
	all.Reason = stopReason(ctx)
	return all, nil
}

// dealCheck goes through the draft and the setup of a deal.
type dealCheck struct {
	opt CheckOptions
	// known holds the sets of hands that were found already, as SHA-256 sums of their descriptions.
	known map[[sha256.Size]byte]bool
	// casts counts the choices of characters so far.
	casts int64
	// setups counts the ways through draft and setup so far.
	setups int64
}

// hands yields a check for each set of hands, and at the end one with last set. It turns a panic into the
// error of the last check, because the caller's goroutine could not catch it.
func (c *dealCheck) hands(ctx context.Context, g *chapters.Game) func(yield func(*handsCheck) bool) {
	return func(yield func(*handsCheck) bool) {
		err := say.Guard(func() error {
			c.list(ctx, g, yield)
			return nil
		})
		if err != nil {
			yield(&handsCheck{last: true, err: err, done: make(chan struct{})})
		}
	}
}

// list is hands without the handling of panics.
func (c *dealCheck) list(ctx context.Context, g *chapters.Game, yield func(*handsCheck) bool) {
	reason := NoReason
	end := func(g *chapters.Game) bool {
		c.setups++
		if c.opt.Setups > 0 && c.setups > c.opt.Setups {
			c.setups--
			reason = SetupLimit
			return false
		}
		key := sha256.Sum256(describeHands(g))
		if c.known[key] {
			return ctx.Err() == nil
		}
		c.known[key] = true
		return yield(&handsCheck{game: g, casts: c.casts, setups: c.setups, done: make(chan struct{})})
	}
	if g.Stage() != chapters.StageDraft {
		c.casts = 1
	}
	if c.walk(ctx, g, end) || reason != NoReason {
		yield(&handsCheck{last: true, casts: c.casts, setups: c.setups, reason: reason, done: make(chan struct{})})
	}
}

// walk calls end with the game after every way through its draft and setup, until end returns false or the
// context ends. It reports whether it has gone through all of them.
func (c *dealCheck) walk(ctx context.Context, g *chapters.Game, end func(*chapters.Game) bool) bool {
	if g.Stage() == chapters.StagePlay {
		return end(g)
	}
	for _, d := range g.Options() {
		if ctx.Err() != nil {
			return false
		}
		next := g.Clone()
		mustApply(next, d)
		if g.Stage() == chapters.StageDraft && next.Stage() != chapters.StageDraft {
			c.casts++
		}
		if !c.walk(ctx, next, end) {
			return false
		}
	}
	return true
}

// describeHands describes everything that the play of a round depends on: the state of the play, the table, the
// exchanges and the Mithril that may still be used, and the goals.
func describeHands(g *chapters.Game) []byte {
	s := g.State()
	table := s.Table
	b := fmt.Append(nil, s.State, s.Lost, s.LeftTucked, s.SwapFrom, s.SwapTo, s.Waiver, s.WaivesSums, g.Start().Players)
	b = fmt.Append(b, table.Trump, table.Owned, table.First, table.Last, table.Willow, table.Balrog, table.Free,
		table.FreeOnce, table.Namers)
	for trick := range table.Tricks() {
		b = fmt.Append(b, table.Playing(trick), " ")
	}
	for seat := range tricks.Seat(g.Seats()) {
		for _, c := range s.Held[seat].Cards() {
			b = append(b, byte(c))
			b = binary.LittleEndian.AppendUint64(b, uint64(table.Covers(c)))
			b = binary.LittleEndian.AppendUint64(b, uint64(table.DrawnAfter(c)))
		}
		if c := g.Character(seat); c != nil {
			b = append(b, c.ID...)
		}
	}
	for _, goal := range g.Goals() {
		b = fmt.Append(b, goal.Seat, goal.Rider, goal.Checker.Root)
	}
	return b
}

// handsCheck refutes a set of hands and checks the refutation. The fields after done hold the outcome.
type handsCheck struct {
	// game is the round with these hands, before its first trick.
	game *chapters.Game
	// casts is how many choices of characters had been gone through when the hands were found.
	casts int64
	// setups is how many ways through draft and setup had been gone through when the hands were found.
	setups int64
	// last reports whether this marks the end and holds no set of hands.
	last bool
	// reason says, if last is set, why not all sets of hands were gone through.
	reason Reason

	// done is closed when the outcome is known.
	done chan struct{}
	// proof is the outcome of the search.
	proof *Proof
	// lines is how many lines of the refutation were checked.
	lines int64
	// err is the error of the search or of the check.
	err error
}

// run searches the formula with a search from the pool.
func (h *handsCheck) run(ctx context.Context, searches *sync.Pool) {
	defer close(h.done)
	if h.last {
		return
	}
	h.err = say.Guard(func() error {
		s := searches.Get().(*checkedSearch)
		var err error
		h.proof, err = s.prover.prove(ctx, h.game, &s.checker)
		h.lines = s.checker.lines
		if err == nil && h.proof.Refuted && !s.checker.rup.Refuted() {
			err = say.New("the refutation of a formula is incomplete")
		}
		searches.Put(s)
		return err
	})
}

// checkedSearch searches formulas, one after the other, and checks their refutations.
type checkedSearch struct {
	prover  prover
	checker refutationChecker
}

// newCheckedSearch returns a search. The limits hold for each formula on its own.
func newCheckedSearch(limits Options) *checkedSearch {
	limits.Progress = nil
	s := &checkedSearch{}
	s.prover = prover{opt: limits, wordless: true, onFormula: s.checker.begin, writeErr: s.checker.failed}
	return s
}

// win returns all decisions of the round, with the plays that win with these hands.
func (h *handsCheck) win() []chapters.Decision {
	all := append([]chapters.Decision(nil), h.game.Decisions()...)
	for _, p := range h.proof.Line {
		all = append(all, chapters.PlayDecision(p))
	}
	return all
}

// refutationChecker checks a refutation line by line while it is found. It is a [proof.Refutation].
type refutationChecker struct {
	// rup holds the formula and the lines checked so far.
	rup rup.Checker
	// lines counts the lines.
	lines int64
	// err says why the first wrong line is wrong. It is nil as long as all lines are right.
	err error
}

// begin starts with the next formula.
func (c *refutationChecker) begin(f *proof.Formula) {
	c.rup.Reset()
	c.lines = 0
	c.err = nil
	for clause := range f.Each {
		c.rup.Add(clause)
	}
}

// Learn implements [proof.Refutation].
func (c *refutationChecker) Learn(clause []int) {
	c.lines++
	if err := c.rup.Learn(clause); err != nil && c.err == nil {
		c.err = say.Errorf("line %d of a refutation: %w", c.lines, err)
	}
}

// Forget implements [proof.Refutation].
func (c *refutationChecker) Forget(clause []int) {
	c.lines++
	c.rup.Forget(clause)
}

// failed returns the error of the first wrong line, or nil.
func (c *refutationChecker) failed() error { return c.err }
