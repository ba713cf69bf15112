package search

import "fellowship/tricks"

// mostLosses is how many tricks a seat may lose at most for [Problem.sweeps] to be asked. With
// more of them it hardly ever says no. It is asked of the first trick only: further on it takes
// more time than it saves.
const mostLosses = 2

// sweeps reports whether a seat may still win n of the tricks that are left. If n is nearly all
// of them, the other seats have to follow with lower cards in one trick after another, or to
// run out of suits. A seat that must win every trick and holds H1 needs the others to have no
// Hills left by then.
//
// Say Gimli has to win n tricks, and Sam is one of the others. Each of the others is looked at
// alone.
//
//   - If Gimli wins a trick with a Hill, Sam plays a lower Hill, or he holds none (T4).
//   - If Sam never runs out of Hills, he plays another lower Hill each time. So Gimli wins no
//     more tricks with Hills than Sam has Hills that can each lie under another one of Gimli's.
//   - If Sam runs out of Hills, Gimli may win with each of his. But Sam has to play the Hills
//     that cannot lie under Gimli's into other tricks: those that Gimli does not win, those that
//     he wins with R1 (T7) or a trump (T8), and those that he wins with a suit that Sam has run
//     out of. Room is how many such tricks there are; each takes one card of Sam's.
//   - Sam runs out of one suit after another. For the first one there is only the room of the
//     beginning. It makes new room: if Gimli has five Hills and Sam three, and Sam follows with
//     two, he needs room for one and gets room for three. However often he follows, he gets five
//     less three.
//
// The loop finds the suits that Sam may run out of in this order. It counts no less room than
// there is, so it rules out only what cannot be.
//
// Cards that are covered or still to be drawn (S9, S10) can follow, but Sam need not play them
// to run out of the suit. The bound holds for seats that have to follow suit from the hand (T4).
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
			for suit := range tricks.Suit(tricks.Suits) {
				count, theirs := own.Of(suit).Len(), s.Hand[o].Of(suit).Len()
				if !out[suit] && theirs-under(s.Hand[o], own, suit) <= room {
					out[suit], again = true, true
					room += max(count-theirs, 0)
					wins += count
				}
			}
		}
		for suit := range tricks.Suit(tricks.Suits) {
			if !out[suit] {
				wins += under(s.Held[o], own, suit)
			}
		}
		if wins < n {
			return false
		}
	}
	return true
}
