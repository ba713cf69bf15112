package chapters

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// deal lays the unseen cards out at random, and reports whether the layout agrees with everything that
// is known. Not all layouts that agree are equally likely, but each of them can come up. Cards with few
// possible places are laid first, because other cards could fill these places.
func (w *Worlds) deal(src rand.Source) (ok bool) {
	w.placement = placement{}
	room := w.room
	start := 0
	for _, end := range w.groupEnds {
		tricks.Shuffle(src, w.unseen[start:end])
		start = end
	}
	ok = true
	for _, c := range w.unseen {
		if w.putAtRandom(src, &room, c) || w.placement.makeRoom(&room, &w.places, c) {
			continue
		}
		ok = false
		w.putAnywhere(&room, c)
	}
	return w.fitAnnounced(src) && ok && w.isReachable()
}

// putAtRandom puts a card at one of its possible places. The more room a place has, the likelier it is.
// It returns false if none of the places has room.
func (w *Worlds) putAtRandom(src rand.Source, room *[numPlaces]int, c tricks.Card) bool {
	free := 0
	for places := w.places[c]; places != 0; places &= places - 1 {
		free += room[bits.TrailingZeros64(places)]
	}
	if free == 0 {
		return false
	}
	n := tricks.IntN(src, free)
	for places := w.places[c]; ; places &= places - 1 {
		p := bits.TrailingZeros64(places)
		if n < room[p] {
			room[p]--
			w.placement[p] |= c.Bit()
			return true
		}
		n -= room[p]
	}
}

// isReachable reports whether no seat has more cards that came to it unseen than there were unseen moves
// to it. Say seat 0 gave H1 and M1 to seat 1, who then passed one card to seat 2: H1 and M1 cannot both
// be at seat 2.
func (w *Worlds) isReachable() bool {
	for s := range w.traced {
		if (w.placement.atSeat(tricks.Seat(s)) &^ w.traced[s]).Len() > w.unseenMoves[s] {
			return false
		}
	}
	return true
}

// makeRoom lays a card, by moving other cards to other places if its possible places are all full. places has
// the possible places of each card, and room is how many more cards each place can have. It
// searches breadth first for an augmenting path: a chain of cards, each of which takes the place of the
// next, that ends at a place with room. It returns false if there is no such path.
func (l *placement) makeRoom(room *[numPlaces]int, places *[64]uint64, c tricks.Card) bool {
	// step moves a card to another place.
	type step struct {
		card   tricks.Card
		target place
		// previous is the index in queue of the step that this one makes room for, -1 for none.
		previous int
	}
	var queue []step
	var visited uint64
	addSteps := func(card tricks.Card, previous int) {
		for p := range numPlaces {
			if places[card]>>p&1 != 0 && visited>>p&1 == 0 {
				visited |= 1 << p
				queue = append(queue, step{card, p, previous})
			}
		}
	}
	addSteps(c, -1)
	for i := 0; i < len(queue); i++ {
		target := queue[i].target
		if room[target] <= 0 {
			for _, card := range l[target].Cards() {
				addSteps(card, i)
			}
			continue
		}
		room[target]--
		for j := i; j >= 0; j = queue[j].previous {
			moved := queue[j]
			if moved.previous >= 0 {
				l[queue[moved.previous].target] &^= moved.card.Bit()
			}
			l[moved.target] |= moved.card.Bit()
		}
		return true
	}
	return false
}

// putAnywhere puts a card at any place with room, even if it cannot lie there by what is known. The layout
// is then doubtful, and only the last try of [Worlds.Make] accepts it.
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

// maxSwaps is how many swaps are tried to make a hand fit its announcement. A few are enough nearly
// always.
const maxSwaps = 400

// fitAnnounced swaps cards of the layout until every hand fits what its seat has announced (C11: the
// Horn), and reports whether all do. An announcement is about the hand as it was when play began.
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

// swapFor draws two cards and swaps them, if exactly one of them is at seat s and each can lie at the
// place of the other. If the seat's hand then fits its announcement worse than before, it undoes the
// swap. It takes and returns the misfit of the hand.
func (w *Worlds) swapFor(src rand.Source, s tricks.Seat, misfit int) int {
	first := w.unseen[tricks.IntN(src, len(w.unseen))]
	second := w.unseen[tricks.IntN(src, len(w.unseen))]
	firstPlace := w.placement.placeOf(first)
	secondPlace := w.placement.placeOf(second)
	changesHand := (firstPlace.seat() == s) != (secondPlace.seat() == s)
	canSwap := w.places[first]>>secondPlace&1 != 0 && w.places[second]>>firstPlace&1 != 0
	if !changesHand || !canSwap {
		return misfit
	}
	previous := w.placement
	w.placement[firstPlace] = w.placement[firstPlace]&^first.Bit() | second.Bit()
	w.placement[secondPlace] = w.placement[secondPlace]&^second.Bit() | first.Bit()
	newMisfit := w.announcedMisfit(s)
	if newMisfit > misfit {
		w.placement = previous
		return misfit
	}
	return newMisfit
}

// placeOf returns the place where a card lies, or the first place if it lies nowhere.
func (l *placement) placeOf(c tricks.Card) place {
	return max(0, place(slices.IndexFunc(l[:], func(cards tricks.Set) bool { return cards.Contains(c) })))
}

// announcedMisfit returns how many cards too few or too many of its suits the hand of a seat had for what
// the seat has announced, in the layout.
func (w *Worlds) announcedMisfit(s tricks.Seat) int {
	held := w.view.Seats[s].Open | w.placement.atSeat(s) | w.past[s]
	if c := w.view.Card[s]; c.Valid() {
		held |= c.Bit()
	}
	return w.view.announcedMisfit(s, held)
}

// announcedMisfit returns how many cards too few or too many of its suits a hand has for what a seat has
// announced: equally many cards of each announced suit, and fewer of any other.
func (v *View) announcedMisfit(s tricks.Seat, held tricks.Set) int {
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
