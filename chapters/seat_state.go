package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// seatState is the role of a seat and its cards before play. In play the cards are in [tricks.State].
type seatState struct {
	Role
	// full reports whether a solo hand that is never refilled has got all its cards (C4, C6).
	full bool
	// hand is the cards that can be passed on. At a pyramid these are the uncovered cards.
	hand tricks.Set
	// pyramid is set if the seat is the pyramid (S9), else its rows are nil.
	pyramid tricks.Pyramid

	// away is cards of the hand that are on their way to other seats.
	away tricks.Set
	// coming is cards of other seats that have arrived in a transfer that is not finished. They can
	// still be passed back.
	coming tricks.Set

	// tucked is the card that is tucked away (K: Shadowfax): held, but not in the hand.
	tucked tricks.Set
	// first is the card that is put into the first trick (K: Radagast): held, but not in the hand.
	first tricks.Set
	// last is the card that is set aside for the last trick (K: Radagast): held, but not in the hand.
	last tricks.Set
}

func (s *seatState) isPyramid() bool { return s.pyramid.Rows != nil }

// owned returns every card of the seat before play, with covered cards of a pyramid, cards put aside and
// cards on their way to others.
func (s *seatState) owned() tricks.Set {
	return s.hand | s.pyramid.Owned() | s.tucked | s.first | s.last
}

// offered returns the cards that the player who decides for the seat might choose from: all held cards, or
// at a pyramid the cards that the player can see (S9).
func (s *seatState) offered(held, hand tricks.Set) tricks.Set {
	if s.isPyramid() {
		return s.faceUp(held, hand) | held&(s.tucked|s.first|s.last)
	}
	return held
}

// hasEffect reports whether the seat has a gift with an effect.
func (r *Role) hasEffect(e characters.Effect) bool { return r.Gift != nil && r.Gift.Effect == e }
