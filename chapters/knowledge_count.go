package chapters

import (
	"math/bits"
	"slices"

	"fellowship/tricks"
)

// Counting across seats tells more than each card alone. Say three cards are unseen, R1, H6 and F3. Seat 0
// holds one of them, and seat 1 two, who has not followed Rings. Each of the three can lie at seat 0 by itself.
// But R1 can lie nowhere else, so seat 0 has no room for H6 and F3.
//
// A layout puts every unseen card at a place where it can lie by itself, and fills every place. Each place is
// listed for a card if some layout has the card there, and the layout also agrees with what is known about a
// seat's cards together:
//
//  1. Places. One layout is found by augmenting paths. In any other layout that has card c at place p, cards
//     move round in a circle: c goes from its place q to p, a card of p goes to a further place, and so on,
//     until a card comes to q. So such a layout exists exactly if q can be reached from p over cards that can
//     lie at the next place. This is exact for any number of cards (layouts.narrow).
//  2. Cards together. With few unseen cards all layouts are tried, and those in which more cards came to a
//     seat unseen than there were unseen moves to it, or whose hands do not fit an announcement, do not count
//     (layouts.tryAll). With more cards that is left out, which only lists more.
//
// Neither step leaves out a true place, because the true layout is one of those that count. If no layout
// counts, a document contradicts itself, and the step changes nothing.
//
// The computer players do not use this: their games ([View.Worlds]) are laid out as wholes anyway. Neither do
// the statuses of goals (ending.go), which have to stay the same for the same round.

// mostTried is the largest number of unseen cards for which all layouts are tried. They are at most some ten
// thousand.
const mostTried = 9

// layouts is the ways in which the unseen cards can lie.
type layouts struct {
	*knowledge
	// places is the places where each card can lie, one bit for each place. The cards that have come to a
	// seat and may still go back are counted with its hand, since one of them may be a card that goes back.
	places [64]uint64
	// room is the number of cards at each place.
	room [numPlaces]int
	// earlier is the cards that the player has seen at each seat: played, on the table or open.
	earlier [tricks.MaxSeats]tricks.Set
	// announcing is the seats whose announcement is about the cards that they have held since play began.
	announcing tricks.SeatSet
	// found is the places of each card in the layouts that count, of those tried so far.
	found [64]uint64
}

// layouts returns the ways in which the unseen cards can lie.
func (k *knowledge) layouts() *layouts {
	l := &layouts{knowledge: k, places: k.places, room: k.room, earlier: k.view.played()}
	for s := range tricks.Seat(len(k.view.Seats)) {
		hand := placeHand.atSeat(s)
		coming := placeComing.atSeat(s)
		l.room[hand] += l.room[coming]
		l.room[coming] = 0
		for _, c := range k.unseen {
			if l.places[c]>>coming&1 != 0 {
				l.places[c] = l.places[c]&^(1<<coming) | 1<<hand
			}
		}
		l.earlier[s] |= k.view.Seats[s].Open
		if c := k.view.Card[s]; c.Valid() {
			l.earlier[s] |= c.Bit()
		}
		if k.view.keptAnnounced(s) {
			l.announcing |= s.Bit()
		}
	}
	return l
}

// possible returns the places where each card can lie in some layout, one bit for each place.
func (l *layouts) possible() *[64]uint64 {
	if l.narrow() && len(l.unseen) <= mostTried {
		l.tryAll()
	}
	return &l.places
}

// narrow takes places from cards that lie there in no layout. It returns false, and changes nothing, if there is
// no layout.
func (l *layouts) narrow() bool {
	total := 0
	for _, n := range l.room {
		total += n
	}
	layout, ok := l.find()
	if !ok || total != len(l.unseen) {
		return false
	}
	// next[p] is the places where a card that lies at p in this layout can lie, too. Then it is all places that
	// can be reached from p.
	var next [numPlaces]uint64
	for p := range numPlaces {
		next[p] = 1 << p
		for _, c := range layout[p].Cards() {
			next[p] |= l.places[c]
		}
	}
	for via := range numPlaces {
		for p := range numPlaces {
			if next[p]>>via&1 != 0 {
				next[p] |= next[via]
			}
		}
	}
	for q := range numPlaces {
		for _, c := range layout[q].Cards() {
			for places := l.places[c]; places != 0; places &= places - 1 {
				if p := bits.TrailingZeros64(places); next[p]>>q&1 == 0 {
					l.places[c] &^= 1 << p
				}
			}
		}
	}
	return true
}

// find returns some layout, and false if there is none.
func (l *layouts) find() (layout placement, ok bool) {
	room := l.room
	for _, c := range l.unseen {
		if !layout.makeRoom(&room, &l.places, c) {
			return layout, false
		}
	}
	return layout, true
}

// tryAll tries all layouts, and takes places from cards that lie there in none that counts.
func (l *layouts) tryAll() {
	l.found = [64]uint64{}
	var layout placement
	l.tryFrom(0, &layout)
	if len(l.unseen) == 0 || l.found[l.unseen[0]] == 0 {
		return // no layout counts
	}
	for _, c := range l.unseen {
		l.places[c] = l.found[c]
	}
}

// tryFrom tries all layouts of the unseen cards from an index on, with the others laid out in layout. It returns
// false once every place is found, so that no further layout has to be tried.
func (l *layouts) tryFrom(index int, layout *placement) bool {
	if index == len(l.unseen) {
		return !l.counts(layout) || l.note(layout)
	}
	c := l.unseen[index]
	for places := l.places[c]; places != 0; places &= places - 1 {
		p := bits.TrailingZeros64(places)
		if layout[p].Len() == l.room[p] {
			continue
		}
		layout[p] |= c.Bit()
		more := l.tryFrom(index+1, layout)
		layout[p] &^= c.Bit()
		if !more {
			return false
		}
	}
	return true
}

// note notes the places of a layout that counts. It returns false if every place is found by now.
func (l *layouts) note(layout *placement) (more bool) {
	for p, cards := range layout {
		for _, c := range cards.Cards() {
			l.found[c] |= 1 << p
		}
	}
	for _, c := range l.unseen {
		more = more || l.found[c] != l.places[c]
	}
	return more
}

// counts reports whether a layout agrees with what is known about the cards of each seat together.
func (l *layouts) counts(layout *placement) bool {
	for s := range tricks.Seat(len(l.view.Seats)) {
		held := layout.atSeat(s) | l.earlier[s]
		if (held &^ l.traced[s]).Len() > l.unseenMoves[s] {
			return false
		}
		if l.announcing.Contains(s) && l.view.announcedMisfit(s, held) > 0 {
			return false
		}
	}
	return true
}

// keptAnnounced reports whether a seat has announced its suits (C11: the Horn), and has got or given no card
// since but those that it played.
func (v *View) keptAnnounced(s tricks.Seat) bool {
	if v.Seats[s].Announced == nil || v.Stage != StagePlay {
		return false
	}
	own := func(e Event) bool { return e.Kind == Announced && e.Seat == s }
	announced := !slices.ContainsFunc(v.Log, own) // a position in stage play does not say when
	for i := range v.Log {
		e := &v.Log[i]
		switch e.Kind {
		case Announced:
			announced = announced || e.Seat == s
		case Tucked, CameBack:
			if e.Seat == s {
				return false // a card that is put aside is not announced
			}
		case Passed, Returned, Gave, TookLost, SwappedLost:
			if announced && (e.Seat == s || e.Target == s) {
				return false
			}
		default: // no other event moves a card of the seat, but plays
		}
	}
	sv := &v.Seats[s]
	return sv.Tucked == tricks.NoCard && sv.First == tricks.NoCard && sv.Last == tricks.NoCard &&
		!v.Progress.PutFirst.Contains(s) && !v.Progress.KeptLast.Contains(s)
}

// played returns the cards that each seat has played in finished tricks.
func (v *View) played() (out [tricks.MaxSeats]tricks.Set) {
	for i := range v.History {
		for s, c := range v.History[i].Card {
			if c.Valid() {
				out[s] |= c.Bit()
			}
		}
	}
	return out
}
