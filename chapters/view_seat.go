package chapters

import (
	"slices"

	"fellowship/tricks"
)

func (g *Game) seatView(s, player tricks.Seat) SeatView {
	seat := &g.seats[s]
	v := SeatView{Role: seat.Role, Decider: g.deciderOf(s)}
	own := v.Decider == player
	v.ThreatHidden = g.threatHidden(s) && !own && !g.IsOver()
	if v.ThreatHidden {
		v.Threat = 0
	}
	held := seat.owned()&^seat.away | seat.coming
	hand := seat.atHand()
	aside := [...]tricks.Set{seat.tucked, seat.first, seat.last}
	if g.stage == StagePlay {
		held = g.state.Held[s] &^ g.table.Undrawn(&g.state)
		hand = g.state.Hand[s]
		if g.state.Tucked == tricks.NoCard {
			aside[0] = 0
		}
		if t := g.transferInPlay(); t != nil && t.Giver == s {
			held, hand = held&^t.Card.Bit(), hand&^t.Card.Bit()
		} else if t != nil && t.Receiver == s {
			held, hand = held|t.Card.Bit(), hand|t.Card.Bit()
		}
	}
	v.Cards = held.Len()
	for i, target := range []*tricks.Card{&v.Tucked, &v.First, &v.Last} {
		switch card := aside[i] & held; {
		case card == 0:
			*target = tricks.NoCard
		case own:
			*target = card.First()
		default:
			*target = tricks.Closed
		}
	}
	switch {
	case seat.isPyramid():
		g.pyramidView(&v, s, player, held, hand, (aside[0]|aside[1]|aside[2])&held)
	case own:
		v.Open = held
		v.Hand = hand
	default:
		v.Hand = hand & seat.Shown &^ (aside[1] | aside[2]) // what was put aside stays hidden
		v.Open = v.Hand
	}
	return v
}

// transferInPlay is the card that is on its way during play (Sting), nil if none is.
func (g *Game) transferInPlay() *Transfer {
	if g.stage == StagePlay && len(g.progress.Transfers) > 0 {
		return &g.progress.Transfers[0]
	}
	return nil
}

// pyramidView shows the open cards of a pyramid (S9). A card on its way to it does not lie there
// yet, so a third player does not see it. He does not see cards put aside either.
func (g *Game) pyramidView(v *SeatView, s, player tricks.Seat, held, hand, aside tricks.Set) {
	seat := &g.seats[s]
	if v.Decider != player {
		hidden := aside
		for _, t := range g.progress.Transfers {
			if t.Receiver == s && g.deciderOf(t.Giver) != player {
				hidden |= t.Card.Bit()
			}
		}
		hand &^= hidden
	}
	v.Hand = hand
	v.Open = seat.faceUp(held, hand|g.leftoverCards(s)&^aside)
	if v.Decider == player {
		v.Open |= aside
	}
	v.Extra = (seat.pyramid.Extra | seat.tucked) & held &^ aside // with the tucked card that came back
	away := seat.away
	if t := g.transferInPlay(); t != nil && t.Giver == s {
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
			if !present && away.Contains(c) && v.Decider != player {
				laid[i] = tricks.Leaving
			}
		}
		v.Rows, v.Laid = append(v.Rows, shown), append(v.Laid, laid)
	}
}

// leftoverCards returns what a seat could play in the last trick, if it had not set aside a card for it: that
// stays over (T10), and what of it lies open stays so (S9).
func (g *Game) leftoverCards(s tricks.Seat) tricks.Set {
	if g.stage != StagePlay || g.seats[s].last == 0 || len(g.history) != g.table.Tricks()-1 {
		return 0
	}
	other := g.state
	other.Held[s] &^= g.seats[s].last
	g.table.OpenHands(&other)
	return other.Hand[s]
}

// faceUp returns the cards of a pyramid that everybody sees (S9): the bottom row, the outer
// cards of a top row of three over rows of four and five, what is uncovered, and the cards
// beside it. If the hand lies open these are all cards (C6).
func (s *seatState) faceUp(held, hand tricks.Set) tricks.Set {
	open := hand
	rows := s.pyramid.Rows
	for r, row := range rows {
		for i, c := range row {
			bottom := r == len(rows)-1
			outer := len(row) == 3 && len(rows[len(rows)-1]) == 5 && i != 1
			if c != tricks.NoCard && held.Contains(c) && (outer || bottom || s.Shown.Contains(c)) {
				open |= c.Bit()
			}
		}
	}
	return open
}
