package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// askOnce asks a seat for a decision, unless it was made in this setup action.
func (g *Game) askOnce(kind DecisionKind, s tricks.Seat) bool {
	g.awaited.Kind = kind
	g.awaited.Seat = s
	return !g.progress.Asked[kind]
}

// beginSetup starts the setup actions (S5), clockwise from the left of the character that the
// holder of R1 takes. Without that character they start with the holder of R1 (S7).
func (g *Game) beginSetup() {
	g.stage = StageSetup
	g.handOut()
	if !slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Rider != nil }) {
		g.drawRider()
	}
	first := max(g.progress.R1, 0)
	if s := g.seatWhere(func(s tricks.Seat) bool { return g.seats[s].Character.TakesR1 }); s != tricks.NoSeat {
		first = g.leftOf(s)
	}
	g.progress.Order = g.clockwiseFrom(first)
	g.progress.Turn, g.progress.Step = 0, 0
}

// action returns the setup action that is due, nil if the acting seat has no more.
func (g *Game) action() *characters.Action {
	if g.progress.Turn >= len(g.progress.Order) {
		return nil
	}
	setup := g.seats[g.progress.Order[g.progress.Turn]].Character.Setup
	if g.progress.Step >= len(setup) {
		return nil
	}
	return &setup[g.progress.Step]
}

// advance carries out setup actions until one needs a decision. When all are done it starts
// the play.
func (g *Game) advance() error {
	for {
		g.deliver()
		if t, returning := g.pending(); t != nil {
			kind, s := t.Kind, t.Giver
			if returning {
				kind = Return
				s = t.Receiver
			}
			switch {
			case g.seats[s].passable() != 0:
				g.awaited.Kind = kind
				g.awaited.Seat = s
				return nil
			case returning:
				t.Kind = Give
			default:
				g.callOff()
			}
			continue
		}
		if len(g.progress.Transfers) > 0 && !g.isBatchOpen() {
			g.finishBatch()
			continue
		}
		if g.dealing() {
			g.nextBatch()
			continue
		}
		if g.progress.Turn == len(g.progress.Order) {
			g.announce()
			return g.beginPlay()
		}
		s := g.progress.Order[g.progress.Turn]
		if g.progress.Step == 0 {
			g.drawSoloHand(s)
		}
		if a := g.action(); a == nil {
			g.progress.Turn++
			g.progress.Step = 0
		} else if g.act(s, a) {
			return nil
		} else {
			g.progress.Step++
		}
		g.progress.Asked = [numKinds]bool{}
	}
}

// act carries a setup action out. If that needs a decision, it asks for it and returns true.
// After the decision it is called again, and goes on from there.
func (g *Game) act(s tricks.Seat, a *characters.Action) bool {
	switch a.Kind {
	case characters.Threat:
		if a.Chosen {
			return g.chooseThreat(s)
		}
		return g.drawThreat(s, a.Cards)
	case characters.Declare:
		return g.seats[s].Declared == "" && g.askOnce(Declare, s)
	case characters.TakeLost:
		return g.takeLost(s)
	case characters.TakeSide:
		g.takeSide(s, a.Cards)
	case characters.Exchange:
		if !g.canExchange(s, a.Partners, a.Lost) {
			return false
		}
		if !a.Each {
			return g.askOnce(Exchange, s)
		}
		g.exchangeEach(s, a.Partners)
	case characters.GiveEach:
		g.giveEach(s)
	case characters.PassRight:
		g.passRight(s)
	case characters.Reveal:
		g.seats[s].Shown = openHand
		g.logEvent(Event{Kind: Revealed, Seat: s})
	case characters.Tuck:
		return g.seats[s].tucked == 0 && g.seats[s].atHand() != 0 && g.askOnce(Tuck, s)
	case characters.SetAside:
		switch seat := &g.seats[s]; {
		case seat.atHand() == 0:
			return false
		case seat.last == 0:
			return g.askOnce(KeepLast, s)
		case seat.first == 0:
			return g.askOnce(PutFirst, s)
		}
	}
	return false
}
