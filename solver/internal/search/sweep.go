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
// or run out of a suit. A seat that must win every trick and holds H1 needs the others to have
// no Hills left by then.
//
// Take one of the others. When the seat wins a trick with a card of a suit, the other one plays
// a lower card of that suit, or it has none in its hand: it is out of the suit. Until it is, the
// seat wins no more tricks of the suit than the other one has cards that can lie under the
// seat's, each under another one.
//
// To be out of a suit it must be rid of the cards that cannot lie under the seat's. There is
// room for one of them in each trick that the seat does not win, or wins with R1 (T7) or a
// trump (T8), and in each trick of a suit that the other one is out of already. If it is out of
// a suit of which the seat has five cards and it had three, it followed in some of the five
// tricks, say two, was rid of one card before, and has room for three: two more than it took.
// However often it followed, the suit brings five less three.
//
// So first those suits may run out for which there is room at the beginning, then those for
// which there is with the room that these bring, and so on. In all others it always follows.
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
		room, wins := left-n+free.Len(), free.Len()
		var out [tricks.Suits]bool
		for again := true; again; {
			again = false
			for u := range out {
				high, hand := uint8(own>>(8*u)), uint8(s.Hand[o]>>(8*u))
				count, theirs := bits.OnesCount8(high), bits.OnesCount8(hand)
				if !out[u] && theirs-under(hand, high) <= room {
					out[u], again = true, true
					room += max(count-theirs, 0)
					wins += count
				}
			}
		}
		for u := range out {
			if !out[u] {
				wins += under(uint8(s.Held[o]>>(8*u)), uint8(own>>(8*u)))
			}
		}
		if wins < n {
			return false
		}
	}
	return true
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
