package characters

import (
	"slices"

	"fellowship/tricks"
)

// Every goal becomes a formula ("all of", "any of") over few atoms. An atom looks at one thing
// only: who won which trick, what somebody won or led, what is played last or left over.

// Op says what a [Formula] does with its parts.
type Op uint8

// The operations of a formula.
const (
	Leaf Op = iota // the formula is its Atom
	All            // every part must be met; no parts: always met
	Any            // one part must be met; no parts: never met
)

// Formula is a goal with every number known: which seat, which threat. A [Goal] makes it, and
// [Compile] compiles it.
type Formula struct {
	Op    Op
	Parts []Formula
	Atom  Atom
}

// Atom is one condition at one seat.
type Atom struct {
	Kind AtomKind
	Seat tricks.Seat
	// With is further seats whose cards count as well, for CardsWon (Samwise).
	With tricks.SeatSet
	// Of is the cards that count.
	Of tricks.Set
	// N is the number of tricks of WinsLast and InARow.
	N int
	// Lo and Hi are the bounds of a count, both included; NoLimit for none.
	Lo, Hi int
}

// NoLimit stands for a count without an upper bound.
const NoLimit = 1 << 20

func leaf(a Atom) Formula { return Formula{Op: Leaf, Atom: a} }

// equal reports whether two formulas are the same, part by part.
func (f Formula) equal(g Formula) bool {
	return f.Op == g.Op && f.Atom == g.Atom && slices.EqualFunc(f.Parts, g.Parts, Formula.equal)
}

// size counts the atoms, and the formulas that have parts.
func (f Formula) size() int {
	n := 1
	for _, p := range f.Parts {
		n += p.size()
	}
	return n
}

// leaves counts the atoms.
func (f Formula) leaves() int {
	n := one(f.Op == Leaf)
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

// Shared returns the formula in which the cards that another seat wins count as well. Only
// atoms that count won cards of this set, and no others, are changed (K: Samwise's Rings
// count for Frodo).
func (f Formula) Shared(of tricks.Set, with tricks.Seat) Formula {
	if f.Op == Leaf {
		if f.Atom.Kind == CardsWon && f.Atom.Of&^of == 0 {
			f.Atom.With |= with.Bit()
		}
		return f
	}
	parts := make([]Formula, len(f.Parts))
	for i, p := range f.Parts {
		parts[i] = p.Shared(of, with)
	}
	f.Parts = parts
	return f
}
