package formula

import (
	"slices"

	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// A problem with an exchange during play (swap.go) is the problem as it is after the
// exchange, with a variable more for each trick: the exchange was made before it. The
// two cards are not played before; until then the two seats have to follow suit with
// the cards that they give away and need not with those that they get.

// Covers reports whether a formula is to be written of problems: if it has been told about
// all their specials, and all that their goals look at. What a card does that is set aside
// for the last trick, or tucked away, is not said where it may still be exchanged (K).
func Covers(all ...*search.Problem) bool {
	return !slices.ContainsFunc(all, func(p *search.Problem) bool {
		return p.Breaks(search.Learning) || !says(p) || p.Swap != nil && !saysSwap(p.Swap)
	})
}

func saysSwap(x *search.Swap) bool {
	start := &x.After.Start
	for _, c := range []tricks.Card{x.Out, x.In} {
		for s := range x.After.Table.Last {
			if x.After.Table.Last[s] == c || start.Tucked == c {
				return false
			}
		}
	}
	return true
}

// writeSwap says when the exchange is made: before some trick, between cards that lie
// in the hands by then.
func (f *Formula) writeSwap() {
	x := f.x
	f.swapped = make([]sat.Lit, f.n)
	before := sat.False
	for t := range f.n {
		l := sat.False
		if f.from+t >= x.First && f.maySwap(t) {
			l = f.s.Var()
			f.s.Add(before.Not(), l)
		}
		f.swapped[t] = l
		before = l
		f.s.Add(f.plays[x.In][t].Not(), l)
		f.needOpen(x.Out, t)
		if x.To >= 0 {
			f.s.Add(f.plays[x.Out][t].Not(), l)
			f.needOpen(x.In, t)
		}
	}
	f.s.Add(before)
}

// needOpen: the exchange is made when nothing lies over a card any more (S9).
func (f *Formula) needOpen(c tricks.Card, t int) {
	for over := f.overGiven(c); over != 0; over &= over - 1 {
		f.s.Add(f.swapped[t].Not(), f.gone[over.First()][t])
	}
}

// overGiven returns the cards that lie over one that is given away.
func (f *Formula) overGiven(c tricks.Card) tricks.Set {
	return f.given.Table.Over(c) & f.given.Start.Held[f.given.Owner[c]]
}

// maySwap reports whether the exchange can be made before a trick, as far as that does
// not depend on the play: nothing has been played into it and the cards have been drawn
// (S10).
func (f *Formula) maySwap(t int) bool {
	x, table := f.x, f.p.Table
	if t == 0 && len(f.forced) > 0 || table.DrawnAfter(x.Out) > f.from+t {
		return false
	}
	if x.To >= 0 && table.DrawnAfter(x.In) > f.from+t {
		return false
	}
	// One that was put into the first trick is played there (K: Radagast).
	return f.from > 0 || table.First[x.From] != x.Out && (x.To < 0 || table.First[x.To] != x.In)
}

// swaps reports whether a seat takes part in an exchange that is still to be made.
func (f *Formula) swaps(seat int) bool {
	return f.x != nil && (tricks.Seat(seat) == f.x.From || tricks.Seat(seat) == f.x.To)
}

// writeVoidSwap is what void says of a seat that takes part in the exchange: the card
// that it gets counts after it, the one it gives before.
func (f *Formula) writeVoidSwap(seat int, u tricks.Suit, t int) sat.Lit {
	gets, gives := f.x.In, f.x.Out
	if tricks.Seat(seat) == f.x.To {
		gets, gives = gives, gets
	}
	v := f.s.Var()
	for cards := f.hand(seat).Of(u); cards != 0; cards &= cards - 1 {
		c := cards.First()
		if f.p.Table.DrawnAfter(c) > f.from+t {
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
	if gives.Suit() == u && f.p.Table.DrawnAfter(gives) <= f.from+t {
		clause := []sat.Lit{v.Not(), f.swapped[t]}
		for over := f.overGiven(gives); over != 0; over &= over - 1 {
			clause = append(clause, f.gone[over.First()][t].Not())
		}
		f.s.Add(clause...)
	}
	return v
}
