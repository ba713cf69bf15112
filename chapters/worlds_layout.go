package chapters

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// deal lays the unseen cards out at random in a way that agrees with what is
// known. Not all such layouts are equally likely, but each can come up.
func (w *Worlds) deal(src rand.Source) (ok bool) {
	w.placement = placement{}
	room := w.room
	start := 0
	for _, end := range w.groups {
		tricks.Shuffle(src, w.unseen[start:end])
		start = end
	}
	ok = true
	for _, c := range w.unseen {
		free := 0
		for places := w.places[c]; places != 0; places &= places - 1 {
			free += room[bits.TrailingZeros64(places)]
		}
		if free == 0 {
			if w.makeRoom(&room, c) {
				continue
			}
			ok = false
			w.putAnywhere(&room, c) // better a doubtful world than none
			continue
		}
		n := tricks.IntN(src, free)
		for places := w.places[c]; ; places &= places - 1 { // the more room, the likelier
			p := bits.TrailingZeros64(places)
			if n < room[p] {
				room[p]--
				w.placement[p] |= c.Bit()
				break
			}
			n -= room[p]
		}
	}
	return w.fitAnnounced(src) && ok && w.isReachable()
}

// isReachable reports whether no more cards lie at any seat that came unseen than
// can have. Say seat 0 gave H1 and M1 to seat 1, who then passed one card to seat
// 2: the two are not both there.
func (w *Worlds) isReachable() bool {
	for s := range w.traced {
		if (w.placement.atSeat(tricks.Seat(s)) &^ w.traced[s]).Len() > w.unseenMoves[s] {
			return false
		}
	}
	return true
}

// makeRoom finds a place for a card by moving others on (an augmenting path).
func (w *Worlds) makeRoom(room *[numPlaces]int, c tricks.Card) bool {
	type step struct {
		card   tricks.Card
		target place
		prev   int
	}
	var queue []step
	var visited uint64
	reach := func(card tricks.Card, prev int) {
		for p := range numPlaces {
			if w.places[card]>>p&1 != 0 && visited>>p&1 == 0 {
				visited |= 1 << p
				queue = append(queue, step{card, p, prev})
			}
		}
	}
	reach(c, -1)
	for i := 0; i < len(queue); i++ {
		if target := queue[i].target; room[target] > 0 {
			room[target]--
			for j := i; j >= 0; j = queue[j].prev {
				card := queue[j].card
				if p := queue[j].prev; p >= 0 {
					w.placement[queue[p].target] &^= card.Bit()
				}
				w.placement[queue[j].target] |= card.Bit()
			}
			return true
		}
		for _, card := range w.placement[queue[i].target].Cards() {
			reach(card, i)
		}
	}
	return false
}

func (w *Worlds) putAnywhere(room *[numPlaces]int, c tricks.Card) {
	for p := range numPlaces {
		if room[p] > 0 {
			room[p]--
			w.placement[p] |= c.Bit()
			return
		}
	}
	w.placement[placeElsewhere] |= c.Bit()
}

// maxSwaps is how many swaps are tried so that a deal fits what was announced; a few are needed.
const maxSwaps = 400

// fitAnnounced mends a deal by swapping cards, so that it fits what was announced, and reports
// whether it does. An announcement (C11: the Horn) says something of a hand as it was when play began.
func (w *Worlds) fitAnnounced(src rand.Source) bool {
	for s := range tricks.Seat(len(w.view.Seats)) {
		if w.view.Seats[s].Announced == nil || s == w.view.Player {
			continue
		}
		misfit := w.announcedMisfit(s)
		for n := 0; n < maxSwaps && misfit > 0 && len(w.unseen) > 0; n++ {
			misfit = w.swapFor(src, s, misfit)
		}
		if misfit > 0 {
			return false
		}
	}
	return true
}

// swapFor swaps two cards at random unless the hand fits worse then.
func (w *Worlds) swapFor(src rand.Source, s tricks.Seat, misfit int) int {
	first, second := w.unseen[tricks.IntN(src, len(w.unseen))], w.unseen[tricks.IntN(src, len(w.unseen))]
	a, b := w.placement.placeOf(first), w.placement.placeOf(second)
	if a == b || (a.seat() == s) == (b.seat() == s) || w.places[first]>>b&1 == 0 || w.places[second]>>a&1 == 0 {
		return misfit
	}
	previous := w.placement
	w.placement[a] = w.placement[a]&^first.Bit() | second.Bit()
	w.placement[b] = w.placement[b]&^second.Bit() | first.Bit()
	newMisfit := w.announcedMisfit(s)
	if newMisfit > misfit {
		w.placement = previous
		return misfit
	}
	return newMisfit
}

func (u *placement) placeOf(c tricks.Card) place {
	return max(0, place(slices.IndexFunc(u[:], func(cards tricks.Set) bool { return cards.Contains(c) })))
}

// announcedMisfit returns by how many cards a hand was other than announced.
func (w *Worlds) announcedMisfit(s tricks.Seat) int {
	v := w.view
	held := v.Seats[s].Open | w.placement.atSeat(s) | w.past[s]
	if c := v.Card[s]; c.Valid() {
		held |= c.Bit()
	}
	most, misfit := 0, 0
	for _, suit := range v.Seats[s].Announced {
		most = max(most, held.OfSuit(suit).Len())
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		n := held.OfSuit(suit).Len()
		if slices.Contains(v.Seats[s].Announced, suit) {
			misfit += most - n
		} else {
			misfit += max(0, n-most+1)
		}
	}
	return misfit
}
