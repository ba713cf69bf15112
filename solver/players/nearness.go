package players

import (
	"math/bits"

	"fellowship/characters"
	"fellowship/tricks"
)

// goal is what the character or the rider at a seat wants.
type goal struct {
	seat  tricks.Seat
	rider bool
	characters.Formula
}

// almost is what a goal counts that is missed by one trick or card, next to 1
// for a goal that is met. It leads the way when no line in sight meets the goal.
const almost = 0.3

// nearness returns 1 for a goal that is met at the end of a round, else less
// the farther away it is.
func (r *round) nearness(f *characters.Formula) float64 {
	var sum, best float64
	switch f.Op {
	case characters.All:
		if len(f.Parts) == 0 {
			return 1
		}
		for i := range f.Parts {
			sum += r.nearness(&f.Parts[i])
		}
		return sum / float64(len(f.Parts))
	case characters.Any:
		for i := range f.Parts {
			best = max(best, r.nearness(&f.Parts[i]))
		}
		return best
	}
	if miss := r.missedBy(&f.Atom); miss > 0 {
		return almost / float64(miss)
	}
	return 1
}

// missedBy returns by how many tricks or cards the condition is missed as
// things are, 0 if it is met.
func (r *round) missedBy(a *characters.Atom) int {
	own := r.won[a.Seat]
	switch a.Kind {
	case characters.TrickCount:
		return gap(a.Counts, own)
	case characters.Fewest:
		return own - min(own, r.fewestOf(a.Seat))
	case characters.Between:
		return flag(r.fewestOf(a.Seat) >= own || r.mostOf(a.Seat) <= own)
	case characters.WinsLast:
		for i := max(r.all-a.N, 0); i < len(r.tricks); i++ {
			if r.tricks[i].Winner == a.Seat {
				return 0
			}
		}
		return 1
	case characters.InARow:
		if run, total := r.run(a.Seat); run == total {
			return max(a.N-total, total-a.N)
		}
		return a.N
	case characters.MostCards:
		most := 0
		for s := range tricks.Seat(r.table.Seats) {
			if s != a.Seat {
				most = max(most, r.cardsWon(s, a.Of))
			}
		}
		return max(most+1-r.cardsWon(a.Seat, a.Of), 0)
	case characters.PlaysLast:
		if n := len(r.tricks); n > 0 {
			c := r.tricks[n-1].Card[a.Seat]
			return flag(c == tricks.NoCard || !a.Of.Has(c))
		}
		return 1
	case characters.LeftOver:
		return flag(r.state.Held[a.Seat]&a.Of == 0)
	}
	n := r.count(a)
	return max(a.Lo-n, n-a.Hi, 0)
}

func flag(missed bool) int {
	if missed {
		return 1
	}
	return 0
}

// gap returns how far n is from the nearest number in the set of counts.
func gap(counts uint32, n int) int {
	at := uint32(1) << min(n, 31)
	above, below := counts&^(at-1), counts&(at-1)
	switch {
	case counts == 0:
		return 31
	case above == 0:
		return n - bits.Len32(below) + 1
	case below == 0:
		return bits.TrailingZeros32(above) - n
	}
	return min(n-bits.Len32(below)+1, bits.TrailingZeros32(above)-n)
}

// count returns the value of a counting condition so far.
func (r *round) count(a *characters.Atom) int {
	if a.Kind == characters.CardsWon {
		taken := r.taken[a.Seat]
		for s := range tricks.Seat(tricks.MaxSeats) {
			if a.With.Has(s) {
				taken |= r.taken[s]
			}
		}
		return (taken & a.Of).Len()
	}
	n := 0
	for i := range r.tricks {
		t := &r.tricks[i]
		switch a.Kind {
		case characters.TricksWith:
			n += 1 - flag(t.Winner != a.Seat || t.Cards&a.Of == 0)
		case characters.TricksWithout:
			n += 1 - flag(t.Winner != a.Seat || t.Cards&a.Of != 0)
		case characters.Leads:
			n += 1 - flag(t.Leader != a.Seat || !a.Of.Has(t.Card[t.Leader]))
		}
	}
	return n
}

func (r *round) cardsWon(s tricks.Seat, of tricks.Set) int {
	return r.count(&characters.Atom{Kind: characters.CardsWon, Seat: s, Of: of})
}

// run returns the length of the seat's first run of tricks, and all its tricks.
func (r *round) run(s tricks.Seat) (run, total int) {
	for i := range r.tricks {
		if r.tricks[i].Winner != s {
			continue
		}
		if total == run && (run == 0 || r.tricks[i-1].Winner == s) {
			run++
		}
		total++
	}
	return run, total
}

// fewestOf and mostOf return the fewest and the most tricks that another seat won.
func (r *round) fewestOf(but tricks.Seat) int {
	n := 1 << 10
	for s := range tricks.Seat(r.table.Seats) {
		if s != but {
			n = min(n, r.won[s])
		}
	}
	return n
}

func (r *round) mostOf(but tricks.Seat) int {
	n := 0
	for s := range tricks.Seat(r.table.Seats) {
		if s != but {
			n = max(n, r.won[s])
		}
	}
	return n
}
