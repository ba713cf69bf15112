package characters

import (
	"errors"
	"fmt"
	"math/bits"

	"fellowship/tricks"
)

// Trick is one finished trick as the goals see it.
type Trick struct {
	// Number is the trick's index in the round, from 0.
	Number int         `json:"number"`
	Leader tricks.Seat `json:"leader"`
	// Winner is NoSeat if nobody wins the trick (C5).
	Winner tricks.Seat `json:"winner"`
	// Cards is every card played into the trick.
	Cards tricks.Set `json:"cards"`
	// Card is the card that each seat has played, NoCard if none.
	Card [tricks.MaxSeats]tricks.Card `json:"card"`
	// Won holds the cards that each seat wins: see [tricks.Table.Shares].
	Won [tricks.MaxSeats]tricks.Set `json:"won"`
}

// TrickOf returns a finished trick. State is the position before its last card, and last is that card.
func TrickOf(table *tricks.Table, state *tricks.State, last tricks.Card, winner tricks.Seat) (t Trick) {
	t.Number = int(state.Number)
	t.Leader = state.Leader
	t.Winner = winner
	t.Cards = state.Trick | last.Bit()
	t.Card = state.Card
	t.Card[state.Turn] = last
	t.Won = table.Shares(t.Cards, &t.Card, winner)
	return t
}

// Counter is one condition that has to be counted.
type Counter struct {
	Condition
	// Most is the value above which all values have the same future: for "at least 2 Rings" it is 2.
	Most Count
	// Width is how many bits a value up to Most takes.
	Width uint8
	// Tally is the automaton of a condition on trick winners inside "any of", nil for all
	// others. Most and Width are then those of its states.
	Tally *Tally
	// state is the index of the tally's state among the values: see [Checker.Start].
	state int
}

// Checker holds the compiled goals of a round.
type Checker struct {
	// Tally is the joint automaton of all conditions on trick winners that must be met.
	Tally *Tally
	// Counters is all other conditions. The first Firm of them must all be met. The rest belong to Trees.
	Counters []Counter
	// Firm is the number of counters that must all be met.
	Firm int

	// Trees are the parts that are met in more than one way. All of them must be met.
	Trees []Formula

	// Root is the goal of a checker that was compiled for a single goal. It must not be used if the checker
	// has several goals.
	Root Formula

	// tallies is the conditions that Tally was built from.
	tallies []Condition
	plan    tricks.Plan
	// noWinner reports whether a trick may have no winner (C5).
	noWinner bool
	// split reports whether cards of a trick may go to other seats than its winner.
	split bool
}

// knownSpecials is the special mechanisms that change which cards a trick brings and that this package
// takes into account.
const knownSpecials = tricks.Willow | tricks.Balrog

// ErrTooMuch is wrapped by the errors of [Compile] about goals that need more memory than the
// solver has for a position.
var ErrTooMuch = errors.New("these goals are too much to keep count of")

const progressBits = 64

var errTooMuch = fmt.Errorf("%w: they need more than 64 bits of progress", ErrTooMuch)

// Compile makes a checker for goals that must all be met at the table. The cache may be nil.
func Compile(table *tricks.Table, cache *Cache, goals ...Formula) (*Checker, error) {
	specials := table.Specials(&tricks.State{Tucked: tricks.NoCard})
	c := &Checker{
		plan: table.Plan, noWinner: specials&tricks.Willow != 0,
		split: (specials&^knownSpecials).Changes()&tricks.Counts != 0,
	}
	whole := Formula{Op: All, Parts: goals}
	var buf [16]Formula
	all := whole.conjuncts(buf[:0])
	c.Counters = make([]Counter, 0, len(all))
	for _, f := range all {
		switch {
		case f.Op == Leaf && f.Condition.Kind.winnersOnly():
			c.tallies = append(c.tallies, f.Condition)
		case f.Op == Leaf:
			c.Counters = append(c.Counters, Counter{Condition: f.Condition})
		}
	}
	if len(c.tallies) > len(raw{}.own) {
		return nil, errTooMuch
	}
	c.Firm = len(c.Counters)
	next := leafNumbers{tally: whole.leaves() - len(c.tallies)}
	for i := range goals {
		c.Root = c.grow(&goals[i], true, &next)
	}
	width := 0
	state := c.joint() + 1
	for i := range c.Counters {
		k := &c.Counters[i]
		if err := c.measure(k, cache); err != nil {
			return nil, err
		}
		if k.Tally != nil {
			k.state = state
			state++
		}
		width += int(k.Width)
		if width > progressBits {
			return nil, errTooMuch
		}
	}
	var err error
	c.Tally, err = cache.tally(&c.plan, c.tallies, c.noWinner)
	return c, err
}

// leafNumbers is the numbers that the next leaves get (see [Formula.Counter]).
type leafNumbers struct {
	// tally is the number of the next condition of the tally.
	tally int
	// firm is the number of the next other condition that must be met.
	firm int
}

// grow returns a copy of a goal, with a number for each leaf. Firm reports whether the goal must be met. The
// leaves that must be met are among the counters already. grow appends the other leaves to the counters, and
// each "any of" that must be met to the trees.
func (c *Checker) grow(f *Formula, firm bool, next *leafNumbers) Formula {
	n := *f
	switch {
	case f.Op != Leaf:
		n.Parts = make([]Formula, len(f.Parts))
		for i := range f.Parts {
			n.Parts[i] = c.grow(&f.Parts[i], firm && f.Op == All, next)
		}
		if firm && f.Op == Any {
			c.Trees = append(c.Trees, n)
		}
	case !firm:
		n.Counter = len(c.Counters)
		c.Counters = append(c.Counters, Counter{Condition: f.Condition})
	case f.Condition.Kind.winnersOnly():
		n.Counter = next.tally
		next.tally++
	default:
		n.Counter = next.firm
		next.firm++
	}
	return n
}

func (c *Checker) measure(k *Counter, cache *Cache) (err error) {
	switch row := &conditionKinds[k.Kind]; {
	case row.winners:
		if k.Tally, err = cache.tally(&c.plan, []Condition{k.Condition}, c.noWinner); err != nil {
			return err
		}
		k.Most = noMost(nil)
		k.Width = uint8(bits.Len(uint(len(k.Tally.States) - 1)))
	case row.width != nil:
		k.Most = row.most(&k.Condition)
		k.Width = uint8(row.width(&k.Condition, c.plan.Seats))
	default:
		k.Most = row.most(&k.Condition)
		k.Width = uint8(bits.Len32(uint32(k.Most)))
	}
	return nil
}

// Start returns the values before the first trick: one for each condition, numbered as in
// [Formula], and then the states of the tallies.
func (c *Checker) Start() []Count {
	values := make([]Count, c.joint()+1, c.joint()+1+len(c.Counters))
	values[c.joint()] = Count(c.Tally.Start)
	for i := range c.Counters {
		if k := &c.Counters[i]; k.Tally != nil {
			values = append(values, Count(k.Tally.Start))
		}
	}
	return values
}

// joint returns the index of the joint tally's state among the values.
func (c *Checker) joint() int { return len(c.Counters) + len(c.tallies) }

func (c *Checker) condition(i int) *Condition {
	if i < len(c.Counters) {
		return &c.Counters[i].Condition
	}
	return &c.tallies[i-len(c.Counters)]
}

// Count brings the values up to date after a trick.
func (c *Checker) Count(values []Count, t *Trick) {
	for i := range c.joint() {
		values[i] = c.condition(i).Advance(values[i], t, &c.plan)
	}
	values[c.joint()] = Count(c.Tally.Advance(uint16(values[c.joint()]), t.Winner))
	for i := range c.Counters {
		if k := &c.Counters[i]; k.Tally != nil {
			values[k.state] = Count(k.Tally.Advance(uint16(values[k.state]), t.Winner))
		}
	}
}
