package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Transfer is a card on its way. Every card that goes from hand to hand is a transfer: the exchanges (S6),
// Fatty's gifts (C4), Elrond's pass (C10), the Mirror (C16), and during play Sting's exchange (L5). The cards
// of a batch are chosen one after the other, each without knowing what comes. Then those of exchanges are
// answered. At last all arrive at once. A plain exchange is a batch of one.
type Transfer struct {
	Kind     DecisionKind `json:"kind"` // Exchange, which is answered, or Give
	Giver    tricks.Seat  `json:"from"`
	Receiver tricks.Seat  `json:"to"`
	// Card and Back are NoCard until they are chosen.
	Card tricks.Card `json:"card"`
	Back tricks.Card `json:"back"`
	// Delivered reports whether the card has come to its new owner. He may answer.
	Delivered bool `json:"delivered"`
}

// Transfers returns the batch of transfers that is being made, with all its cards, not to be changed. It
// is empty when no card is on its way.
func (g *Game) Transfers() []Transfer { return g.progress.Transfers }

// AtHand returns the cards that a seat has in its hand in setup: of a pyramid the open ones (S9), without those
// that are on their way or put aside.
func (g *Game) AtHand(s tricks.Seat) tricks.Set { return g.seats[s].atHand() }

// isBatchOpen reports whether more transfers may join the batch: all exchanges of this setup
// happen at the same time, and somebody has not acted yet (C14).
func (g *Game) isBatchOpen() bool {
	return g.stage == StageSetup && g.chapter.ExchangesTogether && g.start.Players > 1 && !g.dealing() &&
		g.progress.Turn < len(g.progress.Order)
}

// pending returns the transfer that waits for a card, nil if none does. Returning reports whether
// the card to come back is waited for.
func (g *Game) pending() (t *Transfer, returning bool) {
	for i := range g.progress.Transfers {
		if g.progress.Transfers[i].Card == tricks.NoCard {
			return &g.progress.Transfers[i], false
		}
	}
	if g.isBatchOpen() {
		return nil, false
	}
	for i := range g.progress.Transfers {
		if t := &g.progress.Transfers[i]; t.Kind == Exchange && t.Back == tricks.NoCard {
			return t, true
		}
	}
	return nil, false
}

// send adds a transfer to the batch. NoCard means that its card is still to be chosen.
func (g *Game) send(kind DecisionKind, giver, receiver tricks.Seat, c tricks.Card) {
	g.progress.Transfers = append(g.progress.Transfers,
		Transfer{Kind: kind, Giver: giver, Receiver: receiver, Card: tricks.NoCard, Back: tricks.NoCard})
	if c != tricks.NoCard {
		g.depart(&g.progress.Transfers[len(g.progress.Transfers)-1], c)
	}
}

// depart notes the card of a transfer. It has left the hand.
func (g *Game) depart(t *Transfer, c tricks.Card) {
	t.Card = c
	g.seats[t.Giver].away |= c.Bit()
}

// deliver lets the cards of exchanges come to their new owners, once all that go at the same
// time have left.
func (g *Game) deliver() {
	if t, returning := g.pending(); t != nil && !returning || g.isBatchOpen() {
		return
	}
	for i := range g.progress.Transfers {
		if t := &g.progress.Transfers[i]; t.Kind == Exchange && !t.Delivered {
			t.Delivered = true
			g.seats[t.Receiver].coming |= t.Card.Bit()
			g.logEvent(Event{Kind: Passed, Seat: t.Giver, Target: t.Receiver, Card: t.Card})
		}
	}
}

// atHand returns the cards that a seat can pass on now.
func (s *seatState) atHand() tricks.Set { return s.hand&^s.away | s.coming }

// passable returns the part of it that the seat may pass on (S6). It may be empty after the
// seat has given much away. Then there is nothing to ask for.
func (s *seatState) passable() tricks.Set { return s.atHand() &^ s.Character.MayNotPass }

// callOff drops the first transfer for which there is no card.
func (g *Game) callOff() {
	i := slices.IndexFunc(g.progress.Transfers, func(t Transfer) bool { return t.Card == tricks.NoCard })
	g.progress.Transfers = slices.Delete(g.progress.Transfers, i, i+1)
}

// mayPass checks a card that leaves a hand in setup.
func (g *Game) mayPass(s tricks.Seat, c tricks.Card) error {
	seat := &g.seats[s]
	switch {
	case seat.atHand().Contains(c) && seat.Character.MayNotPass.Contains(c):
		return ruleError("S6", "%s may not pass on %s", seat.Character.ID, c)
	case seat.atHand().Contains(c):
		return nil
	case seat.away.Contains(c):
		return ruleError("S6", "seat %d has passed %s on already", s, c)
	case seat.tucked.Contains(c) || seat.first.Contains(c) || seat.last.Contains(c):
		return ruleError("K", "seat %d has put %s aside: it is not in the hand", s, c)
	case seat.owned().Contains(c):
		return ruleError("S9", "seat %d cannot pass on %s: it is covered", s, c)
	}
	return ruleError("S6", "seat %d does not hold %s", s, c)
}

// sendable is the cards that the player who decides for the seat might think of passing on.
func (g *Game) sendable(s tricks.Seat) tricks.Set {
	seat := &g.seats[s]
	return seat.offered(seat.owned()&^seat.away|seat.coming, seat.atHand())
}

// appendPasses appends every card to every seat.
func (g *Game) appendPasses(d Decision, targets []tricks.Seat, cards tricks.Set, out []Decision) []Decision {
	out = slices.Grow(out, len(targets)*cards.Len()+1) // often one more is added
	for _, d.Target = range targets {
		for rest := cards; rest != 0; rest &= rest - 1 {
			d.Card = rest.First()
			out = append(out, d)
		}
	}
	return out
}

// passedCard returns the card that is to be answered when a Return is due, NoCard at any other time.
func (g *Game) passedCard() tricks.Card {
	if t, returning := g.pending(); returning {
		return t.Card
	}
	return tricks.NoCard
}

// target returns where the card goes that is due.
func (g *Game) target() tricks.Seat {
	t, returning := g.pending()
	if returning {
		return t.Giver
	}
	return t.Receiver
}

func (g *Game) transferCandidates(d Decision, out []Decision) []Decision {
	cards := g.sendable(d.Seat)
	if g.stage == StagePlay {
		cards = g.returnable(d.Seat)
	}
	return g.appendPasses(d, []tricks.Seat{g.target()}, cards, out)
}

func (g *Game) transferLegal(d Decision) error {
	if target := g.target(); d.Target != target {
		return ruleError(g.giveRule(d.Kind), "the card goes to seat %d", target)
	}
	if g.stage == StagePlay {
		return g.mayHandOver(d.Seat, d.Card, g.returnable(d.Seat))
	}
	return g.mayPass(d.Seat, d.Card)
}

// giveRule is the rule that says where a card goes.
func (g *Game) giveRule(kind DecisionKind) string {
	switch {
	case kind == Return:
		return "S6"
	case g.dealing():
		return "C16"
	case g.seats[g.progress.Order[g.progress.Turn]].Character.HasAction(characters.PassRight):
		return "C10"
	}
	return "C4"
}

// transfer notes the card of a transfer that was waiting for one.
func (g *Game) transfer(d Decision) {
	if g.stage == StagePlay {
		g.swapReturned(d)
		return
	}
	t, returning := g.pending()
	if !returning {
		g.depart(t, d.Card)
		return
	}
	t.Back = d.Card
	seat := &g.seats[t.Receiver]
	if seat.coming.Contains(d.Card) {
		seat.coming &^= d.Card.Bit()
	} else {
		seat.away |= d.Card.Bit()
	}
}

// finishBatch ends the batch: every card goes where it was last sent to. At a pyramid it takes a
// place (S9, see places).
func (g *Game) finishBatch() {
	var sent tricks.Set
	var destinations [64]tricks.Seat
	send := func(c tricks.Card, s tricks.Seat) {
		sent |= c.Bit()
		destinations[c] = s
	}
	for _, t := range g.progress.Transfers {
		send(t.Card, t.Receiver)
	}
	for _, t := range g.progress.Transfers {
		e := Event{Kind: Gave, Seat: t.Giver, Target: t.Receiver, Card: t.Card}
		if t.Kind == Exchange {
			send(t.Back, t.Giver)
			e = Event{Kind: Returned, Seat: t.Receiver, Target: t.Giver, Card: t.Back}
		}
		g.logEvent(e)
	}
	transfers := g.progress.Transfers
	g.progress.Transfers = nil
	for i := range g.seats {
		s := tricks.Seat(i)
		seat := &g.seats[s]
		newHand := seat.hand &^ sent
		for _, c := range sent.Cards() {
			if destinations[c] == s {
				newHand |= c.Bit()
			}
		}
		seat.away, seat.coming = 0, 0
		if !seat.isPyramid() {
			seat.hand = newHand
			continue
		}
		incoming := newHand &^ seat.hand
		replacements := places(trades(s, transfers), seat.hand, newHand)
		for _, c := range replacements {
			incoming &^= c.Bit()
		}
		g.replaceCards(s, replacements)
		for _, c := range incoming.Cards() {
			g.gain(s, c)
		}
	}
}

// trade is a card that a seat gave with the card that it got for it in the same exchange.
type trade struct{ Given, Received tricks.Card }

// trades lists the trades of a seat. Of cards that are given without an exchange the first one goes
// with the first one that came.
func trades(s tricks.Seat, transfers []Transfer) []trade {
	var all []trade
	var given, received []tricks.Card
	for _, t := range transfers {
		switch {
		case t.Kind == Exchange && t.Giver == s:
			all = append(all, trade{t.Card, t.Back})
		case t.Kind == Exchange && t.Receiver == s:
			all = append(all, trade{t.Back, t.Card})
		case t.Giver == s:
			given = append(given, t.Card)
		case t.Receiver == s:
			received = append(received, t.Card)
		}
	}
	for i, c := range given {
		t := trade{c, tricks.NoCard}
		if i < len(received) {
			t.Received = received[i]
		}
		all = append(all, t)
	}
	return all
}

// places returns the cards in the places of those that a hand gave in some trades at the same time,
// NoCard for an empty place. Before and after are the hand. A card received in an exchange takes
// the place of the one given in that same exchange (S9). If it was given on, the card that came for
// it takes the place. Say H3 was given for F2, and F2 for S5: S5 lies in the place of H3.
func places(trades []trade, oldHand, newHand tricks.Set) map[tricks.Card]tricks.Card {
	replacements := map[tricks.Card]tricks.Card{}
	for _, t := range trades {
		if !oldHand.Contains(t.Given) {
			continue
		}
		replacements[t.Given] = t.Received
		for c := t.Received; c != tricks.NoCard && !newHand.Contains(c); c = replacements[t.Given] {
			replacements[t.Given] = tricks.NoCard
			if i := slices.IndexFunc(trades, func(t trade) bool { return t.Given == c }); i >= 0 {
				replacements[t.Given] = trades[i].Received
			}
		}
	}
	return replacements
}

// otherSeats lists the other seats, clockwise from the left.
func (g *Game) otherSeats(s tricks.Seat) []tricks.Seat {
	return g.clockwiseFrom(s)[1:]
}
