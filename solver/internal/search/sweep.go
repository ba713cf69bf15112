package search

import "fellowship/tricks"

// mostLosses limits the use of [Problem.sweeps]: it is called only for a seat that may lose at most this
// many tricks, because otherwise its answer is hardly ever no. It is called at the first trick only,
// because later it takes more time than it saves.
const mostLosses = 2

// sweeps reports whether a seat may still win n of the tricks that are left. It looks at each
// other seat alone; if one of these prevents it, the answer is no.
//
// Example: Gimli has to win 12 of 14 tricks. He holds S1345, and Sam holds S678 and as many cards of each
// other suit as Gimli. Gimli loses two tricks, in which Sam is rid of two cards. A Shadow that he
// has left beats each of Gimli's four. So Gimli wins with no Shadow, and ten tricks at most.
//
// Proof:
//
//   - Gimli wins a trick with a Shadow only if Sam plays a lower Shadow or holds none (T4).
//   - If Sam never runs out of Shadows, each such trick takes one of Sam's, which lies under one
//     of Gimli's. So Gimli wins no more of them than Sam has Shadows that can each lie under
//     another one of Gimli's.
//   - If Sam runs out of Shadows, Gimli wins no more of them than he holds Shadows. But Sam then
//     plays all his own, and those that lie under none of Gimli's go into other tricks.
//   - Room is the number of tricks into which Sam can play such cards. At first these are the tricks
//     that Gimli loses, and those that he wins with R1 (T7) or a trump (T8). Each takes one card of
//     Sam's.
//   - If Sam runs out of Hills, he plays other cards into the tricks that Gimli wins with Hills
//     after that, which is more room. Say Gimli held five Hills and Sam three, and two of Sam's went
//     under Gimli's. Then Sam's third Hill used up room for one card, and the three Hills that Gimli
//     has left give room for three: in all the room grows by five less three, however many went
//     under. If the difference is negative, room is left as it is: too much room is safe.
//   - The loop finds each suit that Sam may run out of. Room only grows, so the order in which he
//     does makes no difference.
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
		room := left - n + free.Len()
		wins := free.Len()
		var out [tricks.Suits]bool
		for again := true; again; {
			again = false
			for suit := range tricks.Suit(tricks.Suits) {
				count := own.OfSuit(suit).Len()
				otherCount := s.Hand[o].OfSuit(suit).Len()
				if !out[suit] && otherCount-countUnder(s.Hand[o], own, suit) <= room {
					out[suit] = true
					again = true
					room += max(count-otherCount, 0)
					wins += count
				}
			}
		}
		for suit := range tricks.Suit(tricks.Suits) {
			if !out[suit] {
				wins += countUnder(s.Held[o], own, suit)
			}
		}
		if wins < n {
			return false
		}
	}
	return true
}
