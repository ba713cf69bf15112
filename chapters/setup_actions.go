package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// setup is the stage in which the characters act one after the other (S5). Each kind of setup action is a job
// of its own, such as threatDeck or exchanges.
type setup struct{ game *Game }

// askOnce makes a decision of a seat due, and returns true, unless the seat made that decision already
// in this setup action.
func (su setup) askOnce(kind DecisionKind, s tricks.Seat) bool {
	g := su.game
	g.awaited.Kind = kind
	g.awaited.Seat = s
	return !g.progress.Asked[kind]
}

// begin starts the setup actions (S5). The seat to the left of the character that the holder of R1
// takes acts first. If no such character is in play, the holder of R1 acts first (S7), and seat 0 if nobody
// holds R1.
func (su setup) begin() {
	g := su.game
	g.stage = StageSetup
	equipment{g}.give()
	if !slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Rider != nil }) {
		equipment{g}.drawRider()
	}
	first := max(g.progress.R1, 0)
	taker := g.seats.find(func(s tricks.Seat) bool { return g.seats[s].Character.TakesR1 })
	if taker != tricks.NoSeat {
		first = g.seats.leftOf(taker)
	}
	g.progress.Order = g.seats.clockwiseFrom(first)
	g.progress.Turn = 0
	g.progress.Step = 0
}

// action returns the setup action that is due, nil if the acting seat has done all its actions.
func (su setup) action() *characters.Action {
	g := su.game
	if g.progress.Turn >= len(g.progress.Order) {
		return nil
	}
	actions := g.seats[g.progress.Order[g.progress.Turn]].Character.Setup
	if g.progress.Step >= len(actions) {
		return nil
	}
	return &actions[g.progress.Step]
}

// advance carries out the setup until a decision is due. When the setup is complete, it starts the play.
func (su setup) advance() error {
	g := su.game
	batch := transfers{g}
	deal := stagedDeal{g}
	for {
		batch.deliver()
		transfer, returning := batch.pending()
		switch {
		case transfer != nil:
			if su.askForCard(transfer, returning) {
				return nil
			}
		case len(g.progress.Transfers) > 0 && !batch.isOpen():
			batch.finish()
		case deal.isUnfinished():
			deal.nextBatch()
		case g.progress.Turn == len(g.progress.Order):
			su.announce()
			return play{g}.begin()
		case su.doNextAction():
			return nil
		}
	}
}

// askForCard makes the decision about the card of a transfer due, and returns true. If the seat has no
// card that it may pass on, it drops the transfer, or makes a gift of it if the card to come back is
// missing, and returns false.
func (su setup) askForCard(t *Transfer, returning bool) bool {
	g := su.game
	kind := t.Kind
	s := t.Giver
	if returning {
		kind = Return
		s = t.Receiver
	}
	switch {
	case g.seats[s].passable() != 0:
		g.awaited.Kind = kind
		g.awaited.Seat = s
		return true
	case returning:
		t.Kind = Give
	default:
		transfers{g}.callOff()
	}
	return false
}

// doNextAction carries out the next setup action of the acting seat, or ends the seat's turn if it has
// no more. It returns true if the action needs a decision first.
func (su setup) doNextAction() bool {
	g := su.game
	s := g.progress.Order[g.progress.Turn]
	if g.progress.Step == 0 {
		su.drawSoloHand(s)
	}
	a := su.action()
	switch {
	case a == nil:
		g.progress.Turn++
		g.progress.Step = 0
	case su.act(s, a):
		return true
	default:
		g.progress.Step++
	}
	g.progress.Asked = [numKinds]bool{}
	return false
}

// act carries a setup action out. If the action needs a decision, act makes that decision due and
// returns true. After the decision it is called again for the same action, and continues it.
func (su setup) act(s tricks.Seat, a *characters.Action) bool {
	g := su.game
	switch a.Kind {
	case characters.Threat:
		deck := threatDeck{g}
		if a.Chosen {
			return deck.choose(s)
		}
		return deck.draw(s, a.Cards)
	case characters.Declare:
		return g.seats[s].Declared == "" && su.askOnce(Declare, s)
	case characters.TakeLost:
		return lostCards{g}.take(s)
	case characters.TakeSide:
		su.takeSide(s, a.Cards)
	case characters.Exchange:
		x := exchanges{g}
		if !x.canStart(s, a.Partners, a.Lost) {
			return false
		}
		if !a.Each {
			return su.askOnce(Exchange, s)
		}
		x.startEach(s, a.Partners)
	case characters.GiveEach:
		transfers{g}.giveEach(s)
	case characters.PassRight:
		transfers{g}.passRight(s)
	case characters.Reveal:
		g.seats[s].Shown = openHand
		g.logEvent(Event{Kind: Revealed, Seat: s})
	case characters.Tuck:
		return g.seats[s].tucked == 0 && g.seats[s].atHand() != 0 && su.askOnce(Tuck, s)
	case characters.SetAside:
		switch seat := &g.seats[s]; {
		case seat.atHand() == 0:
			return false
		case seat.last == 0:
			return su.askOnce(KeepLast, s)
		case seat.first == 0:
			return su.askOnce(PutFirst, s)
		}
	}
	return false
}

// hasUpcoming reports whether a setup action that matches is due or still to come.
func (su setup) hasUpcoming(matches func(tricks.Seat, *characters.Action) bool) bool {
	g := su.game
	for i := g.progress.Turn; i < len(g.progress.Order); i++ {
		actions := g.seats[g.progress.Order[i]].Character.Setup
		if i == g.progress.Turn {
			actions = actions[min(g.progress.Step, len(actions)):]
		}
		for j := range actions {
			if matches(g.progress.Order[i], &actions[j]) {
				return true
			}
		}
	}
	return false
}
