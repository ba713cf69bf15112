package characters

import (
	"slices"

	"fellowship/tricks"
)

// Every goal becomes a formula ("all of", "any of") over a few kinds of conditions. A condition depends on
// one thing only: who won which trick, what a seat won or led, what it plays last or has left over.

// Op is the way a [Formula] joins its parts.
type Op uint8

// The operations of a formula.
const (
	// Leaf means that the formula is a single condition.
	Leaf Op = iota
	// All means that every part must be met. Without parts the formula is always met.
	All
	// Any means that at least one part must be met. Without parts the formula is never met.
	Any
)

// String returns the word that joins the parts in a goal.
func (o Op) String() string { return [...]string{"leaf", "all", "any"}[o] }

// Formula is a goal with every number known: which seat, which threat. A [Goal] makes it, and
// [Compile] compiles it.
type Formula struct {
	Op        Op
	Parts     []Formula
	Condition Condition
	// Counter is the number of a leaf's condition in a [Checker], from 0: first come the
	// Counters, then the conditions of the Tally.
	Counter int
}

// Met reports whether the formula is met if these leaves are.
func (f *Formula) Met(met func(leaf *Formula) bool) bool {
	if f.Op == Leaf {
		return met(f)
	}
	for i := range f.Parts {
		if f.Parts[i].Met(met) != (f.Op == All) {
			return f.Op == Any
		}
	}
	return f.Op == All
}

// Condition is one condition at one seat.
type Condition struct {
	Kind ConditionKind
	Seat tricks.Seat
	// ExtraSeats is further seats whose cards count as well, for Cards (Samwise).
	ExtraSeats tricks.SeatSet
	// Cards is the cards that count.
	Cards tricks.Set
	// N is the number of tricks of WinsOneOfLast and TricksInARow.
	N int
	// Lo is the smallest count that meets the condition.
	Lo int
	// Hi is the largest count that meets the condition, or NoLimit.
	Hi int
}

// NoLimit stands for a count without an upper bound.
const NoLimit = 1 << 20

func leaf(a Condition) Formula { return Formula{Op: Leaf, Condition: a} }

func (f Formula) equal(g Formula) bool {
	return f.Op == g.Op && f.Condition == g.Condition && slices.EqualFunc(f.Parts, g.Parts, Formula.equal)
}

// size counts the conditions, and the formulas that have parts.
func (f Formula) size() int {
	n := 1
	for _, p := range f.Parts {
		n += p.size()
	}
	return n
}

func (f Formula) leaves() int {
	n := boolToInt(f.Op == Leaf)
	for _, p := range f.Parts {
		n += p.leaves()
	}
	return n
}

// conjuncts splits nested "all of" into the parts that must all be met.
func (f Formula) conjuncts(out []Formula) []Formula {
	if f.Op != All {
		return append(out, f)
	}
	for _, p := range f.Parts {
		out = p.conjuncts(out)
	}
	return out
}

// shared returns the formula in which the cards that another seat wins count as well. Only
// conditions that count won cards of this set, and no others, are changed (K: Samwise's Rings
// count for Frodo).
func (f Formula) shared(cards tricks.Set, seat tricks.Seat) Formula {
	if f.Op == Leaf {
		if f.Condition.Kind == Cards && f.Condition.Cards&^cards == 0 {
			f.Condition.ExtraSeats |= seat.Bit()
		}
		return f
	}
	parts := make([]Formula, len(f.Parts))
	for i, p := range f.Parts {
		parts[i] = p.shared(cards, seat)
	}
	f.Parts = parts
	return f
}
