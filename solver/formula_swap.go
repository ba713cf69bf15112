package solver

import (
	"fellowship/solver/internal/sat"
	"fellowship/tricks"
)

// A problem with an exchange during play (swap.go) is the problem as it is after the
// exchange, with a variable more for each trick: the exchange was made before it. The
// two cards are not played before; until then the two seats have to follow suit with
// the cards that they give away and need not with those that they get.

// covered reports whether a formula can be written of the exchange. What a card does
// that is set aside for the last trick, or tucked away, is not said (K).
func (x *swap) covered() bool {
	start := &x.after.start
	for _, c := range []tricks.Card{x.out, x.in} {
		for s := range x.after.table.Last {
			if x.after.table.Last[s] == c || start.Tucked == c {
				return false
			}
		}
	}
	return true
}

// writeSwap says when the exchange is made: before some trick, between cards that lie
// in the hands by then.
func (f *formula) writeSwap() {
	x := f.x
	f.swapped = make([]sat.Lit, f.n)
	before := sat.False
	for t := range f.n {
		l := sat.False
		if f.from+t >= x.first && f.maySwap(t) {
			l = f.s.Var()
			f.s.Add(before.Not(), l)
		}
		f.swapped[t] = l
		before = l
		f.s.Add(f.plays[x.in][t].Not(), l)
		f.needOpen(x.out, t)
		if x.to >= 0 {
			f.s.Add(f.plays[x.out][t].Not(), l)
			f.needOpen(x.in, t)
		}
	}
	f.s.Add(before)
}

// needOpen: the exchange is made when nothing lies over a card any more (S9).
func (f *formula) needOpen(c tricks.Card, t int) {
	for over := f.overGiven(c); over != 0; over &= over - 1 {
		f.s.Add(f.swapped[t].Not(), f.gone[over.First()][t])
	}
}

// overGiven returns the cards that lie over one that is given away.
func (f *formula) overGiven(c tricks.Card) tricks.Set {
	return f.given.table.Over(c) & f.given.start.Held[f.given.owner[c]]
}

// maySwap reports whether the exchange can be made before a trick, as far as that does
// not depend on the play: nothing has been played into it and the cards have been drawn
// (S10).
func (f *formula) maySwap(t int) bool {
	x, table := f.x, f.p.table
	if t == 0 && len(f.forced) > 0 || table.DrawnAfter(x.out) > f.from+t {
		return false
	}
	if x.to >= 0 && table.DrawnAfter(x.in) > f.from+t {
		return false
	}
	// One that was put into the first trick is played there (K: Radagast).
	return f.from > 0 || table.First[x.from] != x.out && (x.to < 0 || table.First[x.to] != x.in)
}

// swaps reports whether a seat takes part in an exchange that is still to be made.
func (f *formula) swaps(seat int) bool {
	return f.x != nil && (tricks.Seat(seat) == f.x.from || tricks.Seat(seat) == f.x.to)
}

// writeVoidSwap is what void says of a seat that takes part in the exchange: the card
// that it gets counts after it, the one it gives before.
func (f *formula) writeVoidSwap(seat int, u tricks.Suit, t int) sat.Lit {
	gets, gives := f.x.in, f.x.out
	if tricks.Seat(seat) == f.x.to {
		gets, gives = gives, gets
	}
	v := f.s.Var()
	for cards := f.hand(seat).Of(u); cards != 0; cards &= cards - 1 {
		c := cards.First()
		if f.p.table.DrawnAfter(c) > f.from+t {
			continue
		}
		clause := []sat.Lit{v.Not(), f.gone[c][t]}
		if c == gets {
			clause = append(clause, f.swapped[t].Not())
		}
		for over := f.over(c); over != 0; over &= over - 1 {
			clause = append(clause, f.gone[over.First()][t].Not())
		}
		f.s.Add(clause...)
	}
	if gives.Suit() == u && f.p.table.DrawnAfter(gives) <= f.from+t {
		clause := []sat.Lit{v.Not(), f.swapped[t]}
		for over := f.overGiven(gives); over != 0; over &= over - 1 {
			clause = append(clause, f.gone[over.First()][t].Not())
		}
		f.s.Add(clause...)
	}
	return v
}

// afterSwap returns how many plays of the line come after the exchange, −1 if there is
// none.
func (f *formula) afterSwap() int {
	if f.x == nil {
		return -1
	}
	plays := 0
	for t := range f.n {
		if f.s.Holds(f.swapped[t]) {
			for s := range f.seats() {
				if f.in(s, t) {
					plays++
				}
			}
		}
	}
	return plays
}
