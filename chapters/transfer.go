package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Every card that goes from hand to hand in setup is a transfer: the exchanges
// (S6), Fatty's gifts (C4), Elrond's pass (C10), the Mirror (C16). A batch of
// them is chosen one after the other, each without knowing what comes; those of
// an exchange are then answered; at last all arrive at once. A plain exchange is
// a batch of one.
type transfer struct {
	kind     Kind // Exchange, which is answered, or Give
	from, to tricks.Seat
	// card and back are NoCard until they are chosen.
	card, back tricks.Card
	// delivered says that the card has come to its new owner, who may answer.
	delivered bool
}

// together reports whether more transfers may join the batch: all exchanges of
// this setup happen at the same time, and not everybody has acted (C14).
func (g *Game) together() bool {
	return g.chapter.ExchangesTogether && g.Players() > 1 && !g.staging() && g.turn < len(g.order)
}

// pending returns the transfer that waits for a card, and whether that is the
// card to return; nil if none does.
func (g *Game) pending() (t *transfer, returning bool) {
	for i := range g.transfers {
		if g.transfers[i].card == tricks.NoCard {
			return &g.transfers[i], false
		}
	}
	if g.together() {
		return nil, false
	}
	for i := range g.transfers {
		if t := &g.transfers[i]; t.kind == Exchange && t.back == tricks.NoCard {
			return t, true
		}
	}
	return nil, false
}

// send adds a transfer to the batch; the card may still have to be chosen.
func (g *Game) send(kind Kind, from, to tricks.Seat, c tricks.Card) {
	g.transfers = append(g.transfers, transfer{kind: kind, from: from, to: to, card: tricks.NoCard, back: tricks.NoCard})
	if c != tricks.NoCard {
		g.depart(&g.transfers[len(g.transfers)-1], c)
	}
}

// depart notes the card that is sent: it has left the hand.
func (g *Game) depart(t *transfer, c tricks.Card) {
	t.card = c
	g.seats[t.from].away |= c.Bit()
}

// deliver lets the cards that are to be answered come to their new owners once
// all that go at the same time have left.
func (g *Game) deliver() {
	if t, returning := g.pending(); t != nil && !returning || g.together() {
		return
	}
	for i := range g.transfers {
		if t := &g.transfers[i]; t.kind == Exchange && !t.delivered {
			t.delivered = true
			g.seats[t.to].coming |= t.card.Bit()
			g.log(Event{Kind: Passed, Seat: t.from, To: t.to, Card: t.card, sees: t.from.Bit() | t.to.Bit()})
		}
	}
}

// atHand returns what a seat can pass on now.
func (s *seat) atHand() tricks.Set { return s.hand&^s.away | s.coming }

// passable returns what of it the seat may pass on: nothing, at worst, after it
// has given much away. Then there is nothing to ask for.
func (s *seat) passable() tricks.Set { return s.atHand() &^ s.character.MayNotPass }

// callOff drops the first transfer for which there is no card.
func (g *Game) callOff() {
	i := slices.IndexFunc(g.transfers, func(t transfer) bool { return t.card == tricks.NoCard })
	g.transfers = slices.Delete(g.transfers, i, i+1)
}

// mayPass is what every card that leaves a hand in setup must meet.
func (g *Game) mayPass(s tricks.Seat, c tricks.Card) error {
	at := &g.seats[s]
	switch {
	case at.atHand().Has(c) && at.character.MayNotPass.Has(c):
		return ruleError("S6", "%s may not pass on %s", at.character.ID, c)
	case at.atHand().Has(c):
		return nil
	case at.away.Has(c):
		return ruleError("S6", "seat %d has passed %s on already", s, c)
	case at.tucked.Has(c) || at.first.Has(c) || at.last.Has(c):
		return ruleError("K", "seat %d has put %s aside: it is not in the hand", s, c)
	case at.owned().Has(c):
		return ruleError("S9", "seat %d cannot pass on %s: it is covered", s, c)
	}
	return ruleError("S6", "seat %d does not hold %s", s, c)
}

// sendable is the cards whoever decides for the seat might think of passing on.
func (g *Game) sendable(s tricks.Seat) tricks.Set {
	at := &g.seats[s]
	return at.offered(at.owned()&^at.away|at.coming, at.atHand())
}

// passes lists every card to every seat.
func (g *Game) passes(kind Kind, from tricks.Seat, to []tricks.Seat, cards tricks.Set) []Decision {
	out := make([]Decision, 0, len(to)*cards.Len()+1) // often one more is added
	for _, t := range to {
		for _, c := range cards.Cards() {
			d := nothing(kind, from)
			d.To, d.Card = t, c
			out = append(out, d)
		}
	}
	return out
}

// Passed returns the card that is to be answered when a Return is due, NoCard at
// any other time.
func (g *Game) Passed() tricks.Card {
	if t := g.onTheWay(); t != nil {
		return t.card
	}
	if g.stage == StageSetup {
		if t, returning := g.pending(); returning {
			return t.card
		}
	}
	return tricks.NoCard
}

// Target returns where a card is to go that is due, NoSeat where that is still to
// be chosen, or no card is due.
func (g *Game) Target() tricks.Seat {
	if g.stage == StageSetup {
		if t, _ := g.pending(); t != nil {
			return g.target()
		}
	}
	if t := g.onTheWay(); t != nil {
		return t.from
	}
	return tricks.NoSeat
}

// target returns where the card goes that is due.
func (g *Game) target() tricks.Seat {
	t, returning := g.pending()
	if returning {
		return t.from
	}
	return t.to
}

func (g *Game) transferCandidates(kind Kind, s tricks.Seat) []Decision {
	if g.stage == StagePlay {
		return g.swapReturns(s)
	}
	return g.passes(kind, s, []tricks.Seat{g.target()}, g.sendable(s))
}

func (g *Game) transferLegal(d Decision) error {
	if g.stage == StagePlay {
		return g.swapReturnLegal(d)
	}
	if to := g.target(); d.To != to {
		return ruleError(g.giveRule(d.Kind), "the card goes to seat %d", to)
	}
	return g.mayPass(d.Seat, d.Card)
}

// giveRule is the rule that says where a card goes.
func (g *Game) giveRule(kind Kind) string {
	switch {
	case kind == Return:
		return "S6"
	case g.staging():
		return "C16"
	case characters.Has[characters.PassRight](g.seats[g.order[g.turn]].character):
		return "C10"
	}
	return "C4"
}

// transfer notes the card of a transfer that was waiting for one.
func (g *Game) transfer(d Decision) error {
	if g.stage == StagePlay {
		g.swapReturned(d)
		return nil
	}
	t, returning := g.pending()
	if !returning {
		g.depart(t, d.Card)
		return g.advance()
	}
	t.back = d.Card
	at := &g.seats[t.to]
	if at.coming.Has(d.Card) {
		at.coming &^= d.Card.Bit()
	} else {
		at.away |= d.Card.Bit()
	}
	return g.advance()
}

// arrive ends the batch: every card is where it was last sent to. At a pyramid
// what comes takes the places of what went, in order (S9).
func (g *Game) arrive() {
	type path struct{ from, to tricks.Seat }
	var cards []tricks.Card
	paths := map[tricks.Card]path{}
	move := func(c tricks.Card, from, to tricks.Seat) {
		p, moved := paths[c]
		if !moved {
			p.from = from
			cards = append(cards, c)
		}
		p.to = to
		paths[c] = p
	}
	for _, t := range g.transfers {
		move(t.card, t.from, t.to)
	}
	for _, t := range g.transfers {
		kind, from, to, c := Gave, t.from, t.to, t.card
		if t.kind == Exchange {
			move(t.back, t.to, t.from)
			kind, from, to, c = Returned, t.to, t.from, t.back
		}
		g.log(Event{Kind: kind, Seat: from, To: to, Card: c, sees: from.Bit() | to.Bit()})
	}
	g.transfers = nil
	for i := range g.seats {
		s := tricks.Seat(i)
		var out, in []tricks.Card
		for _, c := range cards {
			switch p := paths[c]; {
			case p.from == p.to:
			case p.from == s:
				out = append(out, c)
			case p.to == s:
				in = append(in, c)
			}
		}
		for len(out) > 0 && len(in) > 0 {
			g.replace(s, out[0], in[0])
			out, in = out[1:], in[1:]
		}
		for _, c := range out {
			g.lose(s, c)
		}
		for _, c := range in {
			g.gain(s, c)
		}
		g.seats[s].away, g.seats[s].coming = 0, 0
	}
}

// others lists the other seats, clockwise from the left.
func (g *Game) others(s tricks.Seat) []tricks.Seat {
	return slices.DeleteFunc(g.roundFrom(s), func(t tricks.Seat) bool { return t == s })
}
