package chapters

import "fellowship/tricks"

// Three decisions of the setup put a card aside: it is tucked away (K: Shadowfax), set aside for the last
// trick, or put into the first one (K: Radagast).

func asideCandidates(g *Game, d Decision, out []Decision) []Decision {
	for _, d.Card = range g.seats[d.Seat].sendable().Cards() {
		out = append(out, d)
	}
	return out
}

func asideLegal(g *Game, d Decision) error {
	seat := &g.seats[d.Seat]
	switch {
	case seat.atHand().Contains(d.Card):
		return nil
	case seat.aside().Contains(d.Card):
		return ruleError("K", "seat %d has put %s aside already", d.Seat, d.Card)
	case seat.owned().Contains(d.Card):
		return ruleError("S9", "seat %d cannot put %s aside: it is covered", d.Seat, d.Card)
	}
	return ruleError("K", "seat %d does not hold %s", d.Seat, d.Card)
}

func applyAside(g *Game, d Decision) {
	seat := &g.seats[d.Seat]
	seat.replace(d.Card, tricks.NoCard)
	kind := Tucked
	switch d.Kind {
	case Tuck:
		seat.tucked = d.Card.Bit()
	case KeepLast:
		kind = KeptLast
		seat.last = d.Card.Bit()
	default:
		kind = PutAside
		seat.first = d.Card.Bit()
	}
	g.logEvent(Event{Kind: kind, Seat: d.Seat, Card: d.Card})
}
