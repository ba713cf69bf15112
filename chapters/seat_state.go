package chapters

import "fellowship/tricks"

// seatState is a seat's cards before play, and its role.
type seatState struct {
	Role
	full    bool           // a solo hand that has got all its cards (C4, C6)
	hand    tricks.Set     // cards that can be passed on: of a pyramid the open ones
	pyramid tricks.Pyramid // instead of a plain hand where rows are set
	// away is cards of the hand that are on their way to others. Coming is cards of others
	// that have arrived and may still go on.
	away, coming tricks.Set
	// tucked, first and last are held, but not in the hand.
	tucked, first, last tricks.Set
}

func (s *seatState) isPyramid() bool { return s.pyramid.Rows != nil }

// owned returns every card of the seat before play, those covered in a pyramid
// and those on their way included.
func (s *seatState) owned() tricks.Set {
	return s.hand | s.pyramid.Owned() | s.tucked | s.first | s.last
}

// offered returns the cards that the player who decides for the seat might think of. The
// closed ones of a pyramid he does not know (S9).
func (s *seatState) offered(held, hand tricks.Set) tricks.Set {
	if s.isPyramid() {
		return s.faceUp(held, hand) | held&(s.tucked|s.first|s.last)
	}
	return held
}
