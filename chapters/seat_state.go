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

// atHand returns the cards that the seat can pass on in setup now.
func (s *seatState) atHand() tricks.Set { return s.hand&^s.away | s.coming }

// passable returns the cards that the character of the seat may pass on in setup now (S6). It can be empty
// if the seat has given many cards away.
func (s *seatState) passable() tricks.Set { return s.atHand() &^ s.Character.MayNotPass }

// sendable returns the cards that the player who decides for the seat might try to pass on, or to put
// aside.
func (s *seatState) sendable() tricks.Set {
	return s.offered(s.owned()&^s.away|s.coming, s.atHand())
}

// aside returns the cards that the seat has put aside in setup.
func (s *seatState) aside() tricks.Set { return s.tucked | s.first | s.last }

// mayPass returns nil if the seat, whose number is given, may pass a card on in setup.
func (s *seatState) mayPass(number tricks.Seat, c tricks.Card) error {
	switch {
	case s.passable().Contains(c):
		return nil
	case s.atHand().Contains(c):
		return ruleError("S6", "%s may not pass on %s", s.Character.ID, c)
	case s.away.Contains(c):
		return ruleError("S6", "seat %d has passed %s on already", number, c)
	case s.aside().Contains(c):
		return ruleError("K", "seat %d has put %s aside: it is not in the hand", number, c)
	case s.owned().Contains(c):
		return ruleError("S9", "seat %d cannot pass on %s: it is covered", number, c)
	}
	return ruleError("S6", "seat %d does not hold %s", number, c)
}

// mayHandOver returns nil if the seat, whose number is given, may pass a card of its hand on during play.
func (s *seatState) mayHandOver(number tricks.Seat, card tricks.Card, hand tricks.Set) error {
	switch c := s.Character; {
	case !hand.Contains(card):
		return ruleError("S6", "seat %d does not hold %s in hand", number, card)
	case c != nil && c.MayNotPass.Contains(card):
		return ruleError("S6", "%s may not pass on %s", c.ID, card)
	}
	return nil
}

// gain adds a card to the seat's hand in setup. At a pyramid it lies beside the bottom row (S9).
func (s *seatState) gain(c tricks.Card) {
	s.hand |= c.Bit()
	if s.isPyramid() {
		s.pyramid.Extra |= c.Bit()
	}
}

// replaceCards replaces each card of the hand that is a key by its value, in setup. A value of NoCard
// removes the card. At a pyramid its place then stays empty, and cards that this uncovers open at the end
// of the setup (S9).
func (s *seatState) replaceCards(replacements map[tricks.Card]tricks.Card) {
	for old := range replacements {
		s.hand &^= old.Bit()
	}
	for _, replacement := range replacements {
		s.hand |= replacement.Bit()
	}
	if s.isPyramid() {
		s.pyramid = s.pyramid.Replaced(replacements)
	}
}

// replace puts the card in into the place of the card out in the seat's hand (see replaceCards).
func (s *seatState) replace(out, in tricks.Card) {
	s.replaceCards(map[tricks.Card]tricks.Card{out: in})
}

// isExchangeBanned reports whether the seat carries the Wraith (K).
func (r *Role) isExchangeBanned() bool { return r.Rider != nil && r.Rider.NoExchange }

// hasEffect reports whether the seat has a gift with an effect.
func (r *Role) hasEffect(e characters.Effect) bool { return r.Gift != nil && r.Gift.Effect == e }
