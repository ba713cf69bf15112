package chapters

import "fellowship/tricks"

// Spot is where a card can lie that a view does not show: one of the kinds below
// at a seat, or elsewhere.
type Spot int8

// The kinds of spots at a seat; add the seat to get the spot.
const (
	// SpotHand is a hand, and the closed cards of a pyramid (S9).
	SpotHand Spot = iota * tricks.MaxSeats
	// SpotTucked, SpotLast and SpotFirst are cards put aside (K: Shadowfax,
	// Radagast).
	SpotTucked
	SpotLast
	SpotFirst
	// SpotDown is a card face down in the trick (C15).
	SpotDown
	// SpotAway is a card that was chosen to go to somebody and is still on its way. SpotCame
	// is one that has come and may still go back (S6).
	SpotAway
	SpotCame
	// SpotBack is a tucked card that is in the hand again (K: Shadowfax).
	SpotBack

	// SpotElsewhere is the draw pile, a barrow, what is still to be dealt, and cards that are
	// not in the round.
	SpotElsewhere
	// Spots counts the spots.
	Spots
)

// At returns the spot of that kind at a seat.
func (sp Spot) At(s tricks.Seat) Spot { return sp + Spot(s) }

// Seat returns the seat of a spot, NoSeat for [SpotElsewhere].
func (sp Spot) Seat() tricks.Seat {
	if sp >= SpotElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(sp % tricks.MaxSeats)
}

// Lie says for each spot which cards lie there.
type Lie [Spots]tricks.Set

// Shown returns every card that the player sees, wherever it is. Only the others have to be
// made up to fill the view.
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
	for _, t := range v.course.transfers {
		if t.card.Valid() && !t.delivered {
			shown |= t.card.Bit()
		}
		if t.back.Valid() {
			shown |= t.back.Bit()
		}
	}
	return shown
}

// Blanks counts the cards that lie at each spot and are not shown. It counts none at
// [SpotBack], because those count as the hand, and none elsewhere.
func (v *View) Blanks() (n [Spots]int) {
	for i := range v.Seats {
		s, sv := tricks.Seat(i), &v.Seats[i]
		n[SpotHand.At(s)] = sv.Cards - sv.Open.Len()
		for j, c := range [...]tricks.Card{sv.Tucked, sv.Last, sv.First} {
			if c == Closed {
				n[[...]Spot{SpotTucked, SpotLast, SpotFirst}[j].At(s)]++
				n[SpotHand.At(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		n[SpotDown.At(v.FaceDown)] = 1
	}
	for _, t := range v.course.transfers {
		switch {
		case t.card != Closed:
		case t.delivered:
			n[SpotCame.At(t.to)]++
		default:
			n[SpotAway.At(t.from)]++
		}
		if t.back == Closed {
			n[SpotAway.At(t.to)]++
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		came, hand := SpotCame.At(s), SpotHand.At(s)
		if v.Seats[s].Rows != nil {
			// If a pyramid has returned a card, but none from its rows, then what came.
			n[came] -= max(0, n[SpotAway.At(s)]-v.course.holes())
		}
		n[came] = max(0, min(n[came], n[hand]))
		n[hand] -= n[came]
	}
	return n
}
