package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Role is the character at a seat and everything that the character has.
type Role struct {
	// Character is nil before it is taken.
	Character *characters.Character `json:"character"`
	// Rider is the rider that the character carries, nil for none.
	Rider *characters.Character `json:"rider"`
	// Gift is the gift that the character has, nil for none.
	Gift *characters.Gift `json:"gift"`
	// Threat is the threat number, 0 for none.
	Threat int `json:"threat"`
	// Range is the range of tricks that takes the place of a threat number (the Sword).
	Range [2]int `json:"range"`
	// Declared is more or fewer (Strider), "" if nothing was declared.
	Declared string `json:"declared"`
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit `json:"announced"`
	// Shown is cards that everybody sees while the seat holds them. If the hand lies open it is all
	// cards there are (K: Goldberry).
	Shown tricks.Set `json:"shown"`
}

// SeatView is one seat as far as the player may know it.
type SeatView struct {
	Role
	// Person is the name of the person who plays the seat. A game does not know it, so it is empty until a program that
	// shows the view sets it. It is left out of the JSON.
	Person string `json:"-"`
	// ThreatHidden reports whether there may be a threat number that this player does not see (S8).
	ThreatHidden bool `json:"threat_hidden"`
	// Tucked is the card that is tucked away (Shadowfax): NoCard for none, [tricks.Closed] if this
	// player does not see it.
	Tucked tricks.Card `json:"tucked"`
	// First is the card that is put into the first trick (Radagast): NoCard for none, [tricks.Closed]
	// if this player does not see it.
	First tricks.Card `json:"first"`
	// Last is the card that is set aside for the last trick (Radagast): NoCard for none,
	// [tricks.Closed] if this player does not see it.
	Last tricks.Card `json:"last"`
	// Decider is the seat of the player who decides for this seat.
	Decider tricks.Seat `json:"by"`
	// Cards is the number of cards held, with covered ones but without cards in the draw pile.
	Cards int `json:"cards"`
	// Open is the cards of the seat that this player sees.
	Open tricks.Set `json:"open"`
	// Hand is the part of Open that can be played or passed on now.
	Hand tricks.Set `json:"hand"`
	// Rows is the pyramid from the top (S9), with NoCard for an empty place and [tricks.Closed] for a
	// card face down. It is nil at other seats.
	Rows [][]tricks.Card `json:"rows"`
	// Extra is the cards that lie beside the pyramid.
	Extra tricks.Set `json:"extra"`
	// Laid is the pyramid as it was after the deal and the setup. A card that was played or passed on is
	// still there, as [tricks.Leaving] if it is being passed and the player does not see it.
	Laid [][]tricks.Card `json:"laid"`
	// Won is the number of tricks won.
	Won int `json:"won"`
	// WonCards is the cards won.
	WonCards tricks.Set `json:"won_cards"`
}

// openHand is the value of [Role.Shown] for a seat whose hand lies open: all cards that can come into a
// hand.
var openHand = tricks.Deck | tricks.SuitSet(tricks.Rivers)

// seat returns a seat as far as the player may know it.
func (o observer) seat(s tricks.Seat) SeatView {
	g := o.game
	seat := &g.seats[s]
	v := SeatView{Role: seat.Role, Decider: g.deciderOf(s)}
	isOwn := v.Decider == o.player
	v.ThreatHidden = o.isThreatHidden(s) && !isOwn && !g.IsOver()
	if v.ThreatHidden {
		v.Threat = 0
	}
	held, hand := o.heldNow(s)
	v.Cards = held.Len()
	tucked := seat.tucked & held
	if g.stage == StagePlay && g.state.Tucked == tricks.NoCard {
		tucked = 0
	}
	first := seat.first & held
	last := seat.last & held
	seen := func(aside tricks.Set) tricks.Card {
		switch {
		case aside == 0:
			return tricks.NoCard
		case isOwn:
			return aside.First()
		}
		return tricks.Closed
	}
	v.Tucked = seen(tucked)
	v.First = seen(first)
	v.Last = seen(last)
	switch {
	case seat.isPyramid():
		o.setPyramid(&v, s, held, hand, tucked|first|last)
	case isOwn:
		v.Open = held
		v.Hand = hand
	default:
		v.Hand = hand & seat.Shown &^ (first | last) // an open hand does not show cards put aside
		v.Open = v.Hand
	}
	return v
}

// heldNow returns all cards that a seat holds, and the part of them that it can play or pass on.
func (o observer) heldNow(s tricks.Seat) (held, hand tricks.Set) {
	g := o.game
	seat := &g.seats[s]
	if g.stage != StagePlay {
		return seat.owned()&^seat.away | seat.coming, seat.atHand()
	}
	held = g.state.Held[s] &^ g.table.Undrawn(&g.state)
	hand = g.state.Hand[s]
	t := sting{g}.transfer()
	switch {
	case t == nil:
	case t.Giver == s:
		held &^= t.Card.Bit()
		hand &^= t.Card.Bit()
	case t.Receiver == s:
		held |= t.Card.Bit()
		hand |= t.Card.Bit()
	}
	return held, hand
}

// setPyramid sets what a player sees of a pyramid (S9): its open cards. A card on its way to the pyramid
// does not lie there yet, so only its giver and the player who decides for the pyramid see it. A card that
// is put aside is seen only by that player. Held is all cards of the seat, hand is the cards that can be
// played or passed on, and aside is the cards that are put aside.
func (o observer) setPyramid(v *SeatView, s tricks.Seat, held, hand, aside tricks.Set) {
	g := o.game
	seat := &g.seats[s]
	if v.Decider != o.player {
		hidden := aside
		for _, t := range g.progress.Transfers {
			if t.Receiver == s && g.deciderOf(t.Giver) != o.player {
				hidden |= t.Card.Bit()
			}
		}
		hand &^= hidden
	}
	v.Hand = hand
	v.Open = seat.faceUp(held, hand|o.leftoverCards(s)&^aside)
	if v.Decider == o.player {
		v.Open |= aside
	}
	v.Extra = (seat.pyramid.Extra | seat.tucked) & held &^ aside // a tucked card that came back lies there
	away := seat.away
	if t := (sting{g}).transfer(); t != nil && t.Giver == s {
		away = t.Card.Bit()
	}
	for _, row := range seat.pyramid.Rows {
		shown, laid := slices.Clone(row), slices.Clone(row)
		for i, c := range row {
			present := c.Valid() && held.Contains(c)
			if !present {
				shown[i] = tricks.NoCard
			} else if !v.Open.Contains(c) {
				shown[i], laid[i] = tricks.Closed, tricks.Closed
			}
			if !present && away.Contains(c) && v.Decider != o.player {
				laid[i] = tricks.Leaving
			}
		}
		v.Rows = append(v.Rows, shown)
		v.Laid = append(v.Laid, laid)
	}
}

// leftoverCards returns the cards that a seat in the last trick could play if it had not set aside a
// card for that trick, and 0 for all other seats. These cards remain in the hand (T10), and cards among
// them that lie open still do (S9).
func (o observer) leftoverCards(s tricks.Seat) tricks.Set {
	g := o.game
	if g.stage != StagePlay || g.seats[s].last == 0 || len(g.history) != g.table.Tricks()-1 {
		return 0
	}
	state := g.state
	state.Held[s] &^= g.seats[s].last
	g.table.OpenHands(&state)
	return state.Hand[s]
}

// faceUp returns the cards of a pyramid that everybody sees (S9): the cards of the hand, which are
// uncovered or lie beside it, the bottom row, and the outer cards of a row of three above a bottom row of
// five. If the hand lies open everybody sees all cards (C6).
func (s *seatState) faceUp(held, hand tricks.Set) tricks.Set {
	open := hand
	rows := s.pyramid.Rows
	bottom := len(rows) - 1
	for r, row := range rows {
		for i, c := range row {
			if c == tricks.NoCard || !held.Contains(c) {
				continue
			}
			isOuter := len(row) == 3 && len(rows[bottom]) == 5 && i != 1
			if isOuter || r == bottom || s.Shown.Contains(c) {
				open |= c.Bit()
			}
		}
	}
	return open
}
