package chapters

import "fellowship/tricks"

// Place is where a card can lie that a view does not show: one of the kinds below
// at a seat, or elsewhere.
type Place int8

// The kinds of places at a seat; add the seat to get the place.
const (
	// PlaceHand is a hand, and the closed cards of a pyramid (S9).
	PlaceHand Place = iota * tricks.MaxSeats
	// placeTucked, placeLast and placeFirst are cards put aside (K: Shadowfax, Radagast).
	placeTucked
	placeLast
	placeFirst
	// PlaceDown is a card face down in the trick (C15).
	PlaceDown
	// PlaceAway is a card that was chosen to go to somebody and is still on its way. PlaceCame
	// is one that has come and may still go back (S6).
	PlaceAway
	PlaceCame
	// PlaceBack is a tucked card that is in the hand again (K: Shadowfax).
	PlaceBack

	// PlaceElsewhere is the draw pile, a barrow, what is still to be dealt, and cards that are
	// not in the round.
	PlaceElsewhere
	// NumPlaces is how many places there are.
	NumPlaces
)

// At returns the place of that kind at a seat.
func (p Place) At(s tricks.Seat) Place { return p + Place(s) }

// Seat returns the seat of a place, NoSeat for [PlaceElsewhere].
func (p Place) Seat() tricks.Seat {
	if p >= PlaceElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(p % tricks.MaxSeats)
}

// Unseen says for each place which cards lie there.
type Unseen [NumPlaces]tricks.Set

// Shown returns every card that the player sees, wherever it is. Only the others have to be
// made up to build a game.
func (v *View) Shown() tricks.Set {
	shown := tricks.SetOf(v.Lost...)
	for s := range v.Seats {
		shown |= v.Seats[s].Open
		if c := v.Card[s]; v.Stage == StagePlay && c.Valid() {
			shown |= c.Bit()
		}
	}
	for i := range v.History {
		shown |= v.History[i].Cards
	}
	for _, t := range v.knowledge.transfers {
		if t.card.Valid() && !t.delivered {
			shown |= t.card.Bit()
		}
		if t.back.Valid() {
			shown |= t.back.Bit()
		}
	}
	return shown
}

// Counts counts the cards that lie at each place and are not shown. It counts none at
// [PlaceBack], because those count as the hand, and none elsewhere.
func (v *View) Counts() (n [NumPlaces]int) {
	for i := range v.Seats {
		s, sv := tricks.Seat(i), &v.Seats[i]
		n[PlaceHand.At(s)] = sv.Cards - sv.Open.Len()
		for j, c := range [...]tricks.Card{sv.Tucked, sv.Last, sv.First} {
			if c == Closed {
				n[[...]Place{placeTucked, placeLast, placeFirst}[j].At(s)]++
				n[PlaceHand.At(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		n[PlaceDown.At(v.FaceDown)] = 1
	}
	for _, t := range v.knowledge.transfers {
		switch {
		case t.card != Closed:
		case t.delivered:
			n[PlaceCame.At(t.to)]++
		default:
			n[PlaceAway.At(t.from)]++
		}
		if t.back == Closed {
			n[PlaceAway.At(t.to)]++
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		came, hand := PlaceCame.At(s), PlaceHand.At(s)
		if v.Seats[s].Rows != nil {
			// If a pyramid has returned a card, but none from its rows, then what came.
			n[came] -= max(0, n[PlaceAway.At(s)]-v.knowledge.holes())
		}
		n[came] = max(0, min(n[came], n[hand]))
		n[hand] -= n[came]
	}
	return n
}
