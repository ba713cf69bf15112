package characters

import (
	"math/bits"

	"fellowship/tricks"
	"fellowship/tricks/say"
)

// Status is what can be said of a goal during a round (S12).
type Status uint8

// The statuses. Sealed and Failed never change again.
const (
	// Open: not met, but can still be.
	Open Status = iota
	// Met: met if the round ended now, but can still fail.
	Met
	// Sealed: met for good; a star in the rules' words (S12).
	Sealed
	// Failed: can no longer be met.
	Failed
	// Waived: failed, but covered by Mithril.
	Waived
)

// String returns the word used in JSON: open, met, sealed, failed or waived.
func (s Status) String() string {
	return [...]string{"open", "met", "sealed", "failed", "waived"}[s]
}

// Trick is one finished trick as the goals see it.
type Trick struct {
	Number int // counted from 0
	Leader tricks.Seat
	Winner tricks.Seat // NoSeat: nobody (C5)
	Cards  tricks.Set  // everything played into it
	Card   [tricks.MaxSeats]tricks.Card
	// Won is what each seat wins of the cards: see [tricks.Table.Shares].
	Won [tricks.MaxSeats]tricks.Set
}

// TrickOf returns the trick that ended with a card, played in the state before.
func TrickOf(table *tricks.Table, before *tricks.State, last tricks.Card, winner tricks.Seat) Trick {
	t := Trick{
		Number: int(before.Number), Leader: before.Leader, Winner: winner,
		Cards: before.Trick | last.Bit(), Card: before.Card,
	}
	t.Card[before.Turn] = last
	t.Won = table.Shares(t.Cards, &t.Card, winner)
	return t
}

// Progress is how far the goals of a [Checker] have come: a plain value. Two
// positions with the same cards left, the same leader and the same Progress
// have the same future.
type Progress struct {
	Tally  uint16 // state of the joint Tally
	Counts uint64 // the counters, packed
}

// Counter is one condition that has to be counted, as the solver sees it.
type Counter struct {
	Atom
	// Value bits of Progress.Counts: shift and width. A value stops at the one
	// beyond which it makes no difference.
	shift, width uint8
	most         Value
	tally        *Tally // of a tally inside "any of"
}

// Checker holds the compiled goals of a round.
type Checker struct {
	// Tally is the joint automaton of all conditions on trick winners that must
	// be met.
	Tally *Tally
	// Counters are all other conditions. Those before Firm must all be met;
	// the rest stand in Trees.
	Counters []Counter
	Firm     int

	// Trees are the conditions that are met in more than one way; all of them
	// must be met.
	Trees []Tree

	// Root is the goal as it was given, for a checker of one goal.
	Root Tree

	tallies []Atom // what Tally was built from
	plan    tricks.Plan
	// nobody says that a trick may have no winner (C5), split that its cards may go to
	// others than its winner.
	nobody, split bool
}

// told are the specials that this package has been told about, of those that change what
// a trick brings.
const told = tricks.Willow | tricks.Balrog

// Tree is an "all of" or an "any of" with what stands in it. Counter is the number of a
// leaf's condition: those of the Counters, and after them those of the Tally.
type Tree struct {
	Op      Op
	Parts   []Tree
	Counter int
}

// ErrTooMuch is wrapped by the errors of [Compile] about goals that there is no room
// to keep count of.
var ErrTooMuch = say.New("these goals are too much to keep count of")

var errTooMuch = say.Errorf("%w: they need more than 64 bits of progress", ErrTooMuch)

// Compile makes a checker for goals that must all be met at the table. The cache
// may be nil.
func Compile(table *tricks.Table, cache *Cache, goals ...Formula) (*Checker, error) {
	specials := table.Specials(&tricks.State{Tucked: tricks.NoCard})
	c := &Checker{plan: table.Plan, nobody: specials&tricks.Willow != 0, split: (specials&^told).Changes()&tricks.Counts != 0}
	var buf [16]Formula
	all := (Formula{Op: All, Parts: goals}).conjuncts(buf[:0])
	c.Counters = make([]Counter, 0, len(all))
	for _, f := range all {
		switch {
		case f.Op == Leaf && f.Atom.Kind.tally():
			c.tallies = append(c.tallies, f.Atom)
		case f.Op == Leaf:
			c.Counters = append(c.Counters, Counter{Atom: f.Atom})
		}
	}
	if len(c.tallies) > len(raw{}.own) {
		return nil, errTooMuch
	}
	c.Firm = len(c.Counters)
	for i := range all {
		if all[i].Op == Any {
			c.Trees = append(c.Trees, c.grow(&all[i]))
		}
	}
	for i := range c.Counters {
		if err := c.pack(i, cache); err != nil {
			return nil, err
		}
	}
	if len(goals) == 1 {
		next := places{tree: c.Firm, tally: len(c.Counters)}
		c.Root = next.like(&goals[0], true)
	}
	var err error
	c.Tally, err = cache.tally(&c.plan, c.tallies, c.nobody)
	return c, err
}

// grow returns the tree of an "any of", and appends its conditions.
func (c *Checker) grow(f *Formula) Tree {
	n := Tree{Op: f.Op, Counter: len(c.Counters)}
	if f.Op == Leaf {
		c.Counters = append(c.Counters, Counter{Atom: f.Atom})
	}
	for i := range f.Parts {
		n.Parts = append(n.Parts, c.grow(&f.Parts[i]))
	}
	return n
}

// places is where the next condition of a goal lies: one of the tally, one that must be
// met, one of a tree.
type places struct{ tally, firm, tree int }

// like returns a tree like the formula. Firm says that it must be met.
func (p *places) like(f *Formula, firm bool) Tree {
	n := Tree{Op: f.Op}
	if f.Op == Leaf {
		at := &p.tree
		switch {
		case firm && f.Atom.Kind.tally():
			at = &p.tally
		case firm:
			at = &p.firm
		}
		n.Counter = *at
		*at++
		return n
	}
	n.Parts = make([]Tree, len(f.Parts))
	for i := range f.Parts {
		n.Parts[i] = p.like(&f.Parts[i], firm && f.Op == All)
	}
	return n
}

// pack gives a counter its bits, after those of the one before.
func (c *Checker) pack(i int, cache *Cache) error {
	k := &c.Counters[i]
	row := &kinds[k.Kind]
	var width int
	switch {
	case row.winners:
		t, err := cache.tally(&c.plan, []Atom{k.Atom}, c.nobody)
		if err != nil {
			return err
		}
		k.tally, k.most, width = t, noMost(nil), bits.Len(uint(len(t.States)-1))
	case row.width != nil:
		k.most, width = row.most(&k.Atom), row.width(&k.Atom, c.plan.Seats)
	default:
		k.most = row.most(&k.Atom)
		width = bits.Len32(uint32(k.most))
	}
	shift := 0
	if i > 0 {
		before := &c.Counters[i-1]
		shift = int(before.shift + before.width)
	}
	if shift+width > 64 {
		return errTooMuch
	}
	k.shift, k.width = uint8(shift), uint8(width)
	return nil
}

// Value returns the counter's value in the progress.
func (k *Counter) Value(p Progress) int {
	return int(p.Counts >> (k.shift & 63) & (1<<(k.width&63) - 1)) // a shift below 64 is one instruction
}

// Tally returns the automaton of a condition on trick winners inside "any of", nil
// for all others. Value is its state.
func (k *Counter) Tally() *Tally { return k.tally }

// Won returns how many cards of a MostCards counter the seat has won.
func (k *Counter) Won(p Progress, seat tricks.Seat) int {
	w := shareBits(&k.Atom)
	return int(p.Counts >> (int(k.shift) + int(seat)*w) & (1<<w - 1))
}

// Start returns the progress before the first trick.
func (c *Checker) Start() Progress {
	p := Progress{Tally: c.Tally.Start}
	for i := range c.Counters {
		if k := &c.Counters[i]; k.tally != nil {
			p.Counts |= uint64(k.tally.Start) << k.shift
		}
	}
	return p
}

// After returns the progress after a trick.
func (c *Checker) After(p Progress, t *Trick) Progress {
	next := Progress{Tally: c.Tally.After(p.Tally, t.Winner), Counts: p.Counts}
	for i := range c.Counters {
		k := &c.Counters[i]
		was := Value(k.Value(p))
		var now Value
		if k.tally != nil {
			now = Value(k.tally.After(uint16(was), t.Winner))
		} else {
			now = min(k.after(was, t, &c.plan), k.most)
		}
		next.Counts += (uint64(now) - uint64(was)) << k.shift // the number of the next state may be lower
	}
	return next
}

// Outlook is what is known of the cards still to come.
type Outlook struct {
	// Unplayed is every card that is not lost and lies in no finished trick, 0 at the end.
	Unplayed tricks.Set
	// Tricks counts the finished tricks.
	Tricks int
	// Leaders are the seats that may lead the trick that is due, 0 if nobody can
	// say; Led is the card it was led with, 0 before.
	Leaders tricks.SeatSet
	Led     tricks.Set
	// Over says that the round has ended; Held is then what each seat has left.
	Over bool
	Held [tricks.MaxSeats]tricks.Set
	// Shown are seats whose cards somebody sees, so that Held is known before the end.
	// Only numbers make use of that: a status is the same for everybody.
	Shown tricks.SeatSet
}

// both is the status of "a and b".
func both(a, b Status) Status {
	switch {
	case a == Failed || b == Failed:
		return Failed
	case a == Open || b == Open:
		return Open
	case a == Met || b == Met:
		return Met
	}
	return Sealed
}

// either is the status of "a or b".
func either(a, b Status) Status {
	switch {
	case a == Sealed || b == Sealed:
		return Sealed
	case a == Met || b == Met:
		return Met
	case a == Open || b == Open:
		return Open
	}
	return Failed
}

// tooMuch reports whether the cards that several conditions still ask for cannot
// all be won, although each of them could: there are not as many, or they do not
// fit into the tricks left.
func (c *Checker) tooMuch(p Progress, o *Outlook) bool {
	var cards [tricks.MaxSeats]int // that each seat has to win
	var counted [tricks.MaxSeats]tricks.Set
	asked := map[tricks.Set]int{}
	for i := range c.Counters[:c.Firm] {
		k := &c.Counters[i]
		need := k.Lo - k.Value(p)
		if k.Kind != CardsWon || k.With != 0 || need <= 0 {
			continue
		}
		if asked[k.Of] += need; asked[k.Of] > (k.Of & o.Unplayed).Len() {
			return true
		}
		if k.Of&counted[k.Seat] == 0 { // no card counts for two
			counted[k.Seat] |= k.Of
			cards[k.Seat] += need
		}
	}
	needed := 0
	for _, n := range cards {
		needed += (n + c.plan.Seats - 1) / c.plan.Seats // a trick has a card of each seat at most
	}
	return !c.split && needed > c.plan.Tricks()-o.Tricks
}

// MarshalText writes the status as [Status.String].
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
