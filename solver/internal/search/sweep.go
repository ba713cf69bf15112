package search

import (
	"math/bits"

	"fellowship/tricks"
)

// mostLosses is how many tricks a seat may lose at most for [Problem.sweeps] to be asked. With
// more of them it hardly ever says no.
const mostLosses = 2

// sweeps reports whether a seat may still win so many of the tricks that are left. Where it
// must win nearly all of them, the others have to follow with lower cards, trick after trick,
// and hands run out of those. One that must win every trick and holds H1 needs the others to
// have no Hills left by then.
//
// Take one of the others. In a trick that the seat wins with a card of some suit it plays a
// lower one of that suit, or it has none of it in its hand. So either it plays a lower card in
// each trick of that suit, and of those there are only so many; or from some time on it is
// void, and before that it was rid of all its cards of the suit.
//
// It can be rid of a card that does not lie under one of the seat's in a trick that the seat
// does not win, or wins with R1 (T7) or a trump (T8), or when it is void in another suit. So
// suits run out one after the other. The first suit needs no more spare cards than there are
// such tricks. From then on each trick of it brings another spare one, but for those in which
// it followed. Of all orders the best one counts.
//
// Cards that are covered or still to be drawn (S9, S10) can follow, but need not be gone. The
// bound holds for seats that have to follow suit from the hand (T4).
func (p *Problem) sweeps(s *tricks.State, seat tricks.Seat, n, left int) bool {
	free := s.Held[seat] & (p.Trump | tricks.OneRing.Bit())
	own := s.Held[seat] &^ free
	for o := range tricks.Seat(p.Table.Seats) {
		if o == seat {
			continue
		}
		spare := left - n + free.Len()
		wins := free.Len()
		var suits [tricks.Suits]following
		open := suits[:0]
		for u := range tricks.Suits {
			high := uint8(own >> (8 * u))
			if high == 0 {
				continue
			}
			hand, held := uint8(s.Hand[o]>>(8*u)), uint8(s.Held[o]>>(8*u))
			count, follow := bits.OnesCount8(high), under(held, high)
			wins += follow
			f := following{wins: count - follow, spares: count - bits.OnesCount8(hand), needs: bits.OnesCount8(hand) - follow}
			if hand != held {
				f.needs = bits.OnesCount8(hand) - under(hand, high)
			}
			if f.spares >= 0 && f.needs <= spare { // never too soon
				wins += f.wins
				spare += f.spares
			} else if f.wins > 0 || f.spares > 0 {
				open = append(open, f)
			}
		}
		if wins < n && wins+mostWins(open, spare) < n {
			return false
		}
	}
	return true
}

// following is a suit in which another seat is not void yet. Once it is, wins more tricks of
// the suit are won, and spares more cards can be played off, less those that had to go before.
// Needs is how many these are at least.
type following struct{ wins, spares, needs int }

// mostWins returns how many more tricks can be won in suits that run out in the best
// order, with so many cards to be rid of at first.
func mostWins(suits []following, spare int) int {
	most := 0
	for i, f := range suits {
		if f.needs <= spare && f.wins >= 0 {
			suits[i].wins = -1 // taken
			most = max(most, f.wins+mostWins(suits, spare+f.spares))
			suits[i] = f
		}
	}
	return most
}

// under returns how many cards of a suit can lie under higher ones of others, each
// under another one.
func under(low, high uint8) (n int) {
	for low != 0 {
		high &^= low&-low - 1
		if high == 0 {
			break
		}
		low &= low - 1
		high &= high - 1
		n++
	}
	return n
}
