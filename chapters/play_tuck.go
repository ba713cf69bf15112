package chapters

import "fellowship/tricks"

// The tucked card (K: Shadowfax) may come back before any trick. It comes back by itself when the hand
// is empty. A play of the tucked card takes it back, too. Because of that a position document, which
// lists only plays, need not state the decision.

// tucker returns the seat with a tucked card, NoSeat if nobody has one.
func (p play) tucker() tricks.Seat {
	g := p.game
	if g.state.Tucked == tricks.NoCard {
		return tricks.NoSeat
	}
	return g.seats.find(func(s tricks.Seat) bool { return g.state.Held[s].Contains(g.state.Tucked) })
}

func applyTakeBack(g *Game, d Decision) {
	g.progress.LeftTucked = d.Word != Yes
	if g.progress.LeftTucked {
		return
	}
	g.logEvent(Event{Kind: CameBack, Seat: d.Seat, Card: g.state.Tucked})
	g.table.TakeBack(&g.state)
}
