package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Transfer is a card on its way from one hand to another, and the card that comes back for it. All cards
// that change hands do so by transfers: in exchanges (S6), Fatty's gifts (C4), Elrond's pass (C10), the
// Mirror (C16), and during play in Sting's exchange (L5).
//
// Transfers that happen at the same time are a batch; a single exchange is a batch of one. The givers
// choose their cards one after the other, and none of them knows which card comes. Then the cards of
// exchanges are delivered, and the receivers choose the cards that go back. At last all cards change hands
// at once.
type Transfer struct {
	// Kind is [Exchange], for which a card comes back, or [Give].
	Kind DecisionKind `json:"kind"`

	Giver    tricks.Seat `json:"from"`
	Receiver tricks.Seat `json:"to"`

	// Card is the card that the giver passes, NoCard until it is chosen.
	Card tricks.Card `json:"card"`
	// Back is the card that comes back, NoCard until it is chosen.
	Back tricks.Card `json:"back"`
	// Delivered reports whether the receiver has the card, and so may return it.
	Delivered bool `json:"delivered"`
}

// Transfers returns the batch of transfers that is being made, with all cards open. It must not be changed.
// It is empty when no card is on its way.
func (g *Game) Transfers() []Transfer { return g.progress.Transfers }

// AtHand returns the cards that a seat can pass on in setup: its hand, or the open cards of a pyramid (S9),
// without cards that are on their way to others or put aside.
func (g *Game) AtHand(s tricks.Seat) tricks.Set { return g.seats[s].atHand() }

// transfers are the transfers of the current batch, and how their cards move.
type transfers struct{ game *Game }

// isOpen reports whether further transfers may join the batch: all exchanges of this setup happen at
// the same time, and a seat has not acted yet (C14).
func (tr transfers) isOpen() bool {
	g := tr.game
	return g.stage == StageSetup && g.chapter.ExchangesTogether && g.start.Players > 1 &&
		!stagedDeal{g}.isUnfinished() && g.progress.Turn < len(g.progress.Order)
}

// pending returns the transfer for which a card has to be chosen next, nil for none. Returning reports
// whether that is the card that comes back.
func (tr transfers) pending() (t *Transfer, returning bool) {
	g := tr.game
	for i := range g.progress.Transfers {
		if g.progress.Transfers[i].Card == tricks.NoCard {
			return &g.progress.Transfers[i], false
		}
	}
	if tr.isOpen() {
		return nil, false
	}
	for i := range g.progress.Transfers {
		if t := &g.progress.Transfers[i]; t.Kind == Exchange && t.Back == tricks.NoCard {
			return t, true
		}
	}
	return nil, false
}

// send adds a transfer to the batch. If the card is NoCard, it is chosen later.
func (tr transfers) send(kind DecisionKind, giver, receiver tricks.Seat, c tricks.Card) {
	t := Transfer{Kind: kind, Giver: giver, Receiver: receiver, Card: tricks.NoCard, Back: tricks.NoCard}
	if c != tricks.NoCard {
		tr.depart(&t, c)
	}
	tr.game.progress.Transfers = append(tr.game.progress.Transfers, t)
}

// depart sets the card of a transfer, which leaves the giver's hand.
func (tr transfers) depart(t *Transfer, c tricks.Card) {
	t.Card = c
	tr.game.seats[t.Giver].away |= c.Bit()
}

// deliver lets the cards of exchanges come to their receivers, once all cards of the batch have left.
func (tr transfers) deliver() {
	g := tr.game
	t, returning := tr.pending()
	isSending := t != nil && !returning
	if isSending || tr.isOpen() {
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

// callOff drops the first transfer whose card was not chosen.
func (tr transfers) callOff() {
	g := tr.game
	i := slices.IndexFunc(g.progress.Transfers, func(t Transfer) bool { return t.Card == tricks.NoCard })
	g.progress.Transfers = slices.Delete(g.progress.Transfers, i, i+1)
}

// appendPasses appends a decision for each of the targets and each of the cards.
func appendPasses(d Decision, targets []tricks.Seat, cards tricks.Set, out []Decision) []Decision {
	out = slices.Grow(out, len(targets)*cards.Len()+1) // callers often append one more, which declines
	for _, d.Target = range targets {
		for rest := cards; rest != 0; rest &= rest - 1 {
			d.Card = rest.First()
			out = append(out, d)
		}
	}
	return out
}

// passedCard returns the card that was passed when a Return is due, NoCard at any other time.
func (tr transfers) passedCard() tricks.Card {
	if t, returning := tr.pending(); returning {
		return t.Card
	}
	return tricks.NoCard
}

// target returns the seat that gets the card that has to be chosen next.
func (tr transfers) target() tricks.Seat {
	t, returning := tr.pending()
	if returning {
		return t.Giver
	}
	return t.Receiver
}

func transferCandidates(g *Game, d Decision, out []Decision) []Decision {
	cards := g.seats[d.Seat].sendable()
	if g.stage == StagePlay {
		cards = sting{g}.returnable(d.Seat)
	}
	return appendPasses(d, []tricks.Seat{transfers{g}.target()}, cards, out)
}

func transferLegal(g *Game, d Decision) error {
	batch := transfers{g}
	if target := batch.target(); d.Target != target {
		return ruleError(batch.targetRule(d.Kind), "the card goes to seat %d", target)
	}
	if g.stage == StagePlay {
		return g.seats[d.Seat].mayHandOver(d.Seat, d.Card, sting{g}.returnable(d.Seat))
	}
	return g.seats[d.Seat].mayPass(d.Seat, d.Card)
}

// targetRule returns the number of the rule that says where a card goes.
func (tr transfers) targetRule(kind DecisionKind) string {
	g := tr.game
	switch {
	case kind == Return:
		return "S6"
	case stagedDeal{g}.isUnfinished():
		return "C16"
	case g.seats[g.progress.Order[g.progress.Turn]].Character.HasAction(characters.PassRight):
		return "C10"
	}
	return "C4"
}

// applyTransfer sets the card of the transfer that was waiting for one.
func applyTransfer(g *Game, d Decision) {
	if g.stage == StagePlay {
		sting{g}.finish(d)
		return
	}
	batch := transfers{g}
	t, returning := batch.pending()
	if !returning {
		batch.depart(t, d.Card)
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

// finish ends the batch: every card goes where it was last sent to. A card that comes to a pyramid
// takes the place of another (S9, see replacementsFor).
func (tr transfers) finish() {
	g := tr.game
	batch := g.progress.Transfers
	g.progress.Transfers = nil
	var sent tricks.Set
	var destinations [64]tricks.Seat
	send := func(c tricks.Card, s tricks.Seat) {
		sent |= c.Bit()
		destinations[c] = s
	}
	for _, t := range batch {
		send(t.Card, t.Receiver)
	}
	for _, t := range batch {
		e := Event{Kind: Gave, Seat: t.Giver, Target: t.Receiver, Card: t.Card}
		if t.Kind == Exchange {
			send(t.Back, t.Giver)
			e = Event{Kind: Returned, Seat: t.Receiver, Target: t.Giver, Card: t.Back}
		}
		g.logEvent(e)
	}
	for i := range g.seats {
		s := tricks.Seat(i)
		seat := &g.seats[s]
		newHand := seat.hand &^ sent
		for _, c := range sent.Cards() {
			if destinations[c] == s {
				newHand |= c.Bit()
			}
		}
		seat.away = 0
		seat.coming = 0
		if !seat.isPyramid() {
			seat.hand = newHand
			continue
		}
		withoutPlace := newHand &^ seat.hand
		replacements := replacementsFor(tradesOf(s, batch), seat.hand, newHand)
		for _, c := range replacements {
			withoutPlace &^= c.Bit()
		}
		seat.replaceCards(replacements)
		for _, c := range withoutPlace.Cards() {
			seat.gain(c)
		}
	}
}

// trade is a card that a seat gave and the card that it received for it, NoCard for none.
type trade struct {
	given    tricks.Card
	received tricks.Card
}

// tradesOf lists the trades of a seat. Cards that are given without an exchange are paired in their order
// with the cards that are received without one.
func tradesOf(s tricks.Seat, batch []Transfer) []trade {
	var all []trade
	var given, received []tricks.Card
	for _, t := range batch {
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
			t.received = received[i]
		}
		all = append(all, t)
	}
	return all
}

// replacementsFor maps each card that a hand gave in trades at the same time to the card that takes its
// place, NoCard for an empty place. OldHand and newHand are the hand before and after the trades. A card
// that was received takes the place of the card that was given for it (S9). If the received card was itself
// given on, the card that was received for that one takes the place. Say H3 was given for F2, and F2 for
// S5: S5 takes the place of H3.
func replacementsFor(trades []trade, oldHand, newHand tricks.Set) map[tricks.Card]tricks.Card {
	replacements := map[tricks.Card]tricks.Card{}
	for _, t := range trades {
		if !oldHand.Contains(t.given) {
			continue
		}
		replacement := t.received
		for replacement != tricks.NoCard && !newHand.Contains(replacement) {
			i := slices.IndexFunc(trades, func(t trade) bool { return t.given == replacement })
			if i < 0 {
				replacement = tricks.NoCard
			} else {
				replacement = trades[i].received
			}
		}
		replacements[t.given] = replacement
	}
	return replacements
}
