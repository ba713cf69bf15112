package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// dealtPosition returns the position after the deal, before the draft. dealt are the hands and the lost cards as
// they were dealt.
func dealtPosition(n *note, dealt hands) chapters.Position {
	seats := dealt.seats
	pos := n.round
	pos.Stage = chapters.StageDraft
	pos.Leader = tricks.NoSeat
	pos.Pyramid = tricks.NoSeat
	pos.Lost = dealt.lost
	pos.Pile = n.pile
	pos.Threats = threatDeck(n, seats)
	if d := n.head.sideDeck(); d != nil && len(n.side) > 0 {
		side := slices.Clone(n.side)
		for _, c := range d.Cards.Cards() {
			// The cards that were never turned up follow in any order.
			if d.Effect == chapters.BeatsLowWinners && !slices.Contains(side, c) {
				side = append(side, c)
			}
		}
		pos.Sides = map[string][]tricks.Card{d.Name: side}
	}
	for s := range seats {
		h := chapters.HandInfo{Cards: seats[s].Cards, Rows: seats[s].Rows, Extra: seats[s].Extra}
		if n.head.chapter.CastByLot {
			h.Character = seats[s].Character
		}
		if h.Rows != nil {
			pos.Pyramid = tricks.Seat(s)
		}
		for i, set := range seats[s].staged {
			if len(pos.Staged) <= i {
				pos.Staged = append(pos.Staged, make([]tricks.Set, n.head.seatCount))
			}
			pos.Staged[i][s] = set
		}
		pos.Hands = append(pos.Hands, h)
	}
	if seats[0].char != nil {
		for s := range seats {
			if n.round.Rider != "" && n.seats[s].Rider == n.round.Rider {
				pos.RiderSeats = []tricks.Seat{tricks.Seat(s)}
			}
		}
	}
	return pos
}

// positionBeforeSetup returns the position after the draft, with the hands as they were dealt.
func positionBeforeSetup(n *note) chapters.Position {
	pos := dealtPosition(n, n.hands())
	pos.Stage = chapters.StageSetup
	for s := range pos.Hands {
		h := &n.seats[s].HandInfo
		pos.Hands[s].Character = h.Character
		pos.Hands[s].Threat = h.Threat
		pos.Hands[s].Declared = h.Declared
		pos.Hands[s].Range = h.Range
		if i := slices.Index(pos.Threats, h.Threat); i >= 0 {
			pos.Threats = slices.Delete(slices.Clone(pos.Threats), i, i+1)
		}
	}
	return pos
}
