package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// partners lists the seats a character may exchange with (S6): those of the
// named characters that were taken this round.
func (g *Game) partners(s tricks.Seat, e characters.Exchange) []tricks.Seat {
	var out []tricks.Seat
	for _, id := range e.With {
		if p := g.seatOf(id); p != tricks.NoSeat && p != s {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// canExchange reports whether the exchange asks for a decision at all: somebody
// to exchange with is in play (S6), and in solo no other character has
// exchanged yet (S10).
func (g *Game) canExchange(s tricks.Seat, e characters.Exchange) bool {
	if g.soloExchange != tricks.NoSeat && g.soloExchange != s {
		return false
	}
	return len(g.partners(s, e)) > 0
}

func (g *Game) exchangeCandidates(s tricks.Seat) []Decision {
	e, _ := g.action().(characters.Exchange)
	at := &g.seats[s]
	out := g.passes(Exchange, s, g.partners(s, e), at.offered(at.owned(), at.hand))
	if g.Players() == 1 {
		out = append(out, Decision{Kind: Exchange, Seat: s, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}})
	}
	return out
}

// passes lists every card to every seat.
func (g *Game) passes(kind Kind, from tricks.Seat, to []tricks.Seat, cards tricks.Set) []Decision {
	var out []Decision
	for _, t := range to {
		for _, c := range cards.Cards() {
			out = append(out, Decision{Kind: kind, Seat: from, To: t, Move: tricks.Move{Card: c}})
		}
	}
	return out
}

// mayPass is what every card that leaves a hand in setup must meet.
func (g *Game) mayPass(s tricks.Seat, c tricks.Card, hand tricks.Set) error {
	at := &g.seats[s]
	switch {
	case !hand.Has(c) && at.owned().Has(c):
		return ruleError("S9", "seat %d cannot pass on %s: it is covered", s, c)
	case !hand.Has(c):
		return ruleError("S6", "seat %d does not hold %s", s, c)
	case at.character.MayNotPass.Has(c):
		return ruleError("S6", "%s may not pass on %s", at.character.ID, c)
	}
	return nil
}

func (g *Game) exchangeLegal(d Decision) error {
	if d.To == tricks.NoSeat {
		if g.Players() == 1 {
			return nil
		}
		return ruleError("S6", "seat %d has to exchange a card", d.Seat)
	}
	e, _ := g.action().(characters.Exchange)
	if !slices.Contains(g.partners(d.Seat, e), d.To) {
		return ruleError("S6", "seat %d may not exchange with seat %d", d.Seat, d.To)
	}
	return g.mayPass(d.Seat, d.Card, g.seats[d.Seat].hand)
}

func (g *Game) exchange(d Decision) error {
	if d.To == tricks.NoSeat {
		g.log(Event{Kind: Declined, Seat: d.Seat})
		g.next()
		return nil
	}
	if g.Players() == 1 {
		g.soloExchange = d.Seat
	}
	g.log(Event{Kind: Passed, Seat: d.Seat, To: d.To, Card: d.Card, sees: d.Seat.Bit() | d.To.Bit()})
	g.passed = &d
	return nil
}

// returnHand is what the partner may pass back: the hand and the card received.
func (g *Game) returnHand() tricks.Set { return g.seats[g.passed.To].hand | g.passed.Card.Bit() }

func (g *Game) returnCandidates() []Decision {
	at := &g.seats[g.passed.To]
	all := at.offered(at.owned(), at.hand) | g.passed.Card.Bit()
	return g.passes(Return, g.passed.To, []tricks.Seat{g.passed.Seat}, all)
}

func (g *Game) returnLegal(d Decision) error {
	if d.To != g.passed.Seat {
		return ruleError("S6", "the card goes back to seat %d", g.passed.Seat)
	}
	return g.mayPass(d.Seat, d.Card, g.returnHand())
}

func (g *Game) returned(d Decision) error {
	out := g.passed.Card
	g.passed = nil
	if d.Card != out {
		g.swap(d.To, out, d.Card)
		g.swap(d.Seat, d.Card, out)
	}
	g.log(Event{Kind: Returned, Seat: d.Seat, To: d.To, Card: d.Card, sees: d.Seat.Bit() | d.To.Bit()})
	g.next()
	return nil
}
