package search

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// Progress is how far the goals of a [Problem] have come, as a plain value. Two positions
// with the same cards left, the same leader and the same Progress have the same future.
type Progress struct {
	// Tally is the state of the joint tally.
	Tally uint16
	// Counts is the packed values of all counters: see [Counter].
	Counts uint64
}

// Checker is the compiled goals of a problem, with counters that are packed into a [Progress]. A counter
// stops at the value above which all values have the same future.
type Checker struct {
	*characters.Checker
	// Counters replaces the counters of the embedded checker with packed ones.
	Counters []Counter
}

// Counter is one condition that has to be counted.
type Counter struct {
	characters.Counter
	// shift is the position of the value's lowest bit in Progress.Counts.
	shift uint8
}

// pack gives each counter its bits in Progress.Counts.
func pack(compiled *characters.Checker) *Checker {
	c := &Checker{compiled, make([]Counter, len(compiled.Counters))}
	shift := uint8(0)
	for i, k := range compiled.Counters {
		c.Counters[i] = Counter{k, shift}
		shift += k.Width
	}
	return c
}

// In returns the value of the counter in a progress. If the counter has a tally of its own, the value is the
// state of that tally.
func (k *Counter) In(p Progress) int {
	return int(p.Counts >> (k.shift & 63) & (1<<(k.Width&63) - 1)) // a shift below 64 is one instruction
}

// Won returns how many cards of a MostCards counter the seat has won.
func (k *Counter) Won(p Progress, seat tricks.Seat) int {
	return k.Share(characters.Count(k.In(p)), seat)
}

// Start returns the progress before the first trick.
func (c *Checker) Start() Progress {
	p := Progress{Tally: c.Tally.Start}
	for i := range c.Counters {
		if k := &c.Counters[i]; k.Tally != nil {
			p.Counts |= uint64(k.Tally.Start) << k.shift
		}
	}
	return p
}

// Advance returns the progress after a trick at the table.
func (c *Checker) Advance(p Progress, t *characters.Trick, plan *tricks.Plan) Progress {
	next := Progress{Tally: c.Tally.Advance(p.Tally, t.Winner), Counts: p.Counts}
	for i := range c.Counters {
		k := &c.Counters[i]
		previous := characters.Count(k.In(p))
		var value characters.Count
		if k.Tally != nil {
			value = characters.Count(k.Tally.Advance(uint16(previous), t.Winner))
		} else {
			value = min(k.Condition.Advance(previous, t, plan), k.Most)
		}
		next.Counts += (uint64(value) - uint64(previous)) << k.shift // the number of the next state may be lower
	}
	return next
}

// Met reports whether all goals are met at the end of a round. held is the cards that each seat
// has left.
func (c *Checker) Met(p Progress, table *tricks.Table, held *[tricks.MaxSeats]tricks.Set) bool {
	met := func(i int) bool {
		k := &c.Counters[i]
		v := characters.Count(k.In(p))
		if k.Tally != nil {
			return v == characters.Count(characters.SettledTally)
		}
		return k.Numbers(v, table.Seats, held[k.Seat]).Distance == 0
	}
	if p.Tally != characters.SettledTally {
		return false
	}
	for i := range c.Firm {
		if !met(i) {
			return false
		}
	}
	for i := range c.Trees {
		if !c.Trees[i].Met(func(leaf *characters.Formula) bool { return met(leaf.Counter) }) {
			return false
		}
	}
	return true
}
