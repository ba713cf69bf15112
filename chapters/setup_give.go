package chapters

import "fellowship/tricks"

// receiver returns who gets the next card of a character that gives one to
// everyone (C4: Fatty): clockwise from his left.
func (g *Game) receiver(s tricks.Seat) tricks.Seat {
	to := g.left(s)
	for g.given.Has(to) {
		to = g.left(to)
	}
	return to
}

func (g *Game) giveCandidates(s tricks.Seat) []Decision {
	at := &g.seats[s]
	return g.passes(Give, s, []tricks.Seat{g.receiver(s)}, at.offered(at.owned(), at.hand))
}

func (g *Game) giveLegal(d Decision) error {
	if to := g.receiver(d.Seat); d.To != to {
		return ruleError("C4", "the next card goes to seat %d", to)
	}
	return g.mayPass(d.Seat, d.Card, g.seats[d.Seat].hand)
}

func (g *Game) give(d Decision) error {
	g.lose(d.Seat, d.Card)
	g.gain(d.To, d.Card)
	g.given |= d.To.Bit()
	g.log(Event{Kind: Gave, Seat: d.Seat, To: d.To, Card: d.Card, sees: d.Seat.Bit() | d.To.Bit()})
	if g.given.Has(g.right(d.Seat)) {
		g.next()
	}
	return nil
}
