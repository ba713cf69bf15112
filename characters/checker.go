package characters

import (
	"math/bits"

	"fellowship/tricks"
	"fellowship/tricks/say"
)

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
func TrickOf(table *tricks.Table, before *tricks.State, last tricks.Card, winner tricks.Seat) (t Trick) {
	t.Number, t.Leader, t.Winner = int(before.Number), before.Leader, winner
	t.Cards, t.Card = before.Trick|last.Bit(), before.Card
	t.Card[before.Turn] = last
	t.Won = table.Shares(t.Cards, &t.Card, winner)
	return t
}

// Progress is how far the goals of a [Checker] have come, as a plain value. Two positions
// with the same cards left, the same leader and the same Progress have the same future.
type Progress struct {
	Tally  uint16 // state of the joint Tally
	Counts uint64 // the counters, packed
}

// Counter is one condition that has to be counted, as the solver sees it.
type Counter struct {
	Atom
	// The value has the bits of Progress.Counts from shift on, width of them. It stops at
	// most, beyond which it makes no difference: "at least 2 Rings" is never above 2.
	shift, width uint8
	most         Value
	tally        *Tally // of a condition on trick winners inside "any of", else nil
}

// Checker holds the compiled goals of a round.
type Checker struct {
	// Tally is the joint automaton of all conditions on trick winners that must
	// be met.
	Tally *Tally
	// Counters are all other conditions. The first Firm of them must all be met. The rest
	// stand in Trees.
	Counters []Counter
	Firm     int

	// Trees are the conditions that are met in more than one way. All of them must be met.
	Trees []Tree

	// Root is the whole goal of a checker of one goal. Of several it is the last one.
	Root Tree

	tallies []Atom // what Tally was built from
	plan    tricks.Plan
	// nobody says that a trick may have no winner (C5). Split says that its cards may go to
	// others than its winner.
	nobody, split bool
}

// told are the specials that this package knows, of those that change what a trick brings.
const told = tricks.Willow | tricks.Balrog

// Tree is an "all of" or an "any of" with what stands in it, or a leaf. Counter is the
// number of a leaf's condition, from 0: first come the Counters, then the conditions of the
// Tally.
type Tree struct {
	Op      Op
	Parts   []Tree
	Counter int
}

// ErrTooMuch is wrapped by the errors of [Compile] about goals that need more memory than a
// [Progress] has.
var ErrTooMuch = say.New("these goals are too much to keep count of")

var errTooMuch = say.Errorf("%w: they need more than 64 bits of progress", ErrTooMuch)

// Compile makes a checker for goals that must all be met at the table. The cache
// may be nil.
func Compile(table *tricks.Table, cache *Cache, goals ...Formula) (*Checker, error) {
	specials := table.Specials(&tricks.State{Tucked: tricks.NoCard})
	c := &Checker{plan: table.Plan, nobody: specials&tricks.Willow != 0, split: (specials&^told).Changes()&tricks.Counts != 0}
	whole := Formula{Op: All, Parts: goals}
	var buf [16]Formula
	all := whole.conjuncts(buf[:0])
	c.Counters = make([]Counter, 0, len(all))
	for _, f := range all {
		switch {
		case f.Op == Leaf && f.Atom.Kind.winnersOnly():
			c.tallies = append(c.tallies, f.Atom)
		case f.Op == Leaf:
			c.Counters = append(c.Counters, Counter{Atom: f.Atom})
		}
	}
	if len(c.tallies) > len(raw{}.own) {
		return nil, errTooMuch
	}
	c.Firm = len(c.Counters)
	next := leafNumbers{tally: leaves(whole) - len(c.tallies)}
	for i := range goals {
		c.Root = c.grow(&goals[i], true, &next)
	}
	for i := range c.Counters {
		if err := c.pack(i, cache); err != nil {
			return nil, err
		}
	}
	var err error
	c.Tally, err = cache.tally(&c.plan, c.tallies, c.nobody)
	return c, err
}

// leafNumbers are the numbers of the next leaf that must be met: a condition of the tally,
// or another one. See [Tree].
type leafNumbers struct{ tally, firm int }

// grow returns the tree of a goal. Firm says that it must be met. It numbers the leaves
// that must be met, which are counted already. It appends the others to the counters, and
// each "any of" that must be met to the trees.
func (c *Checker) grow(f *Formula, firm bool, next *leafNumbers) Tree {
	n := Tree{Op: f.Op}
	switch {
	case f.Op != Leaf:
		n.Parts = make([]Tree, len(f.Parts))
		for i := range f.Parts {
			n.Parts[i] = c.grow(&f.Parts[i], firm && f.Op == All, next)
		}
		if firm && f.Op == Any {
			c.Trees = append(c.Trees, n)
		}
	case !firm:
		n.Counter = len(c.Counters)
		c.Counters = append(c.Counters, Counter{Atom: f.Atom})
	case f.Atom.Kind.winnersOnly():
		n.Counter = next.tally
		next.tally++
	default:
		n.Counter = next.firm
		next.firm++
	}
	return n
}

// pack gives a counter its bits of the progress, after those of the one before.
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

// Tally returns the automaton of a condition on trick winners inside "any of", and nil for
// all others. Value is its state.
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
