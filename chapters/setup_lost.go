package chapters

import "fellowship/tricks"

// takeLost adds the lost cards on the table to a character's hand (Gandalf).
func (g *Game) takeLost(s tricks.Seat) {
	for _, c := range g.lost {
		g.gain(s, c)
		g.log(Event{Kind: TookLost, Seat: s, Card: c, sees: everybody})
	}
	g.lost = nil
}

// drawSoloHand fills a solo hand that is dealt in full at once from the draw
// pile (C4: Fatty); it is never refilled later.
func (g *Game) drawSoloHand(s tricks.Seat) {
	full := g.seats[s].character.SoloFull
	if g.Players() != 1 || full == 0 {
		return
	}
	n := min(max(full-g.seats[s].hand.Len(), 0), len(g.pile))
	for _, c := range g.pile[:n] {
		g.gain(s, c)
	}
	g.pile = g.pile[n:]
	g.log(Event{Kind: DrewCards, Seat: s, Number: n})
}
