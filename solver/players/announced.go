package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// An announcement (C11: the Horn) says something of a hand as it was when play began. A deal
// that does not agree is mended by swapping cards with other places.

// mends is how many swaps are tried; a few are needed.
const mends = 400

// fitAnnounced mends a deal so that it fits what was announced, and reports
// whether it does.
func (k *knowledge) fitAnnounced(src rand.Source, where *chapters.Unseen) bool {
	for s := range k.view.Seats {
		if k.view.Seats[s].Announced == nil || tricks.Seat(s) == k.view.Player {
			continue
		}
		off := k.offAnnounced(tricks.Seat(s), where)
		for range mends {
			if off == 0 {
				break
			}
			off = k.swapFor(src, tricks.Seat(s), where, off)
		}
		if off > 0 {
			return false
		}
	}
	return true
}

// swapFor swaps two cards at random unless the hand fits worse then.
func (k *knowledge) swapFor(src rand.Source, s tricks.Seat, where *chapters.Unseen, off int) int {
	one, two := k.unseen[tricks.Below(src, len(k.unseen))], k.unseen[tricks.Below(src, len(k.unseen))]
	a, b := placeOf(where, one), placeOf(where, two)
	if a == b || (a.Seat() == s) == (b.Seat() == s) || k.may[one]>>b&1 == 0 || k.may[two]>>a&1 == 0 {
		return off
	}
	was := *where
	where[a] = where[a]&^one.Bit() | two.Bit()
	where[b] = where[b]&^two.Bit() | one.Bit()
	now := k.offAnnounced(s, where)
	if now > off {
		*where = was
		return off
	}
	return now
}

func placeOf(where *chapters.Unseen, c tricks.Card) chapters.Place {
	for place := range chapters.NumPlaces {
		if where[place].Has(c) {
			return place
		}
	}
	return chapters.PlaceElsewhere
}

// offAnnounced returns by how many cards a hand was other than announced.
func (k *knowledge) offAnnounced(s tricks.Seat, where *chapters.Unseen) int {
	v := k.view
	held := v.Seats[s].Open
	for place := chapters.Place(s); place < chapters.PlaceElsewhere; place += tricks.MaxSeats {
		held |= where[place]
	}
	for i := range v.History {
		if c := v.History[i].Card[s]; c.Valid() {
			held |= c.Bit()
		}
	}
	if c := v.Card[s]; c.Valid() {
		held |= c.Bit()
	}
	most, off := 0, 0
	for _, suit := range v.Seats[s].Announced {
		most = max(most, held.Of(suit).Len())
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		n := held.Of(suit).Len()
		if slices.Contains(v.Seats[s].Announced, suit) {
			off += most - n
		} else {
			off += max(0, n-most+1)
		}
	}
	return off
}
