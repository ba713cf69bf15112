package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// partners lists the seats that a character may exchange with: those of its partners that were
// taken this round (S6). A character with the Wraith neither starts an exchange nor is the
// target of one (K).
func (g *Game) partners(s tricks.Seat, allowed characters.Partners) []tricks.Seat {
	if g.exchangeBanned(s) {
		return nil
	}
	out := make([]tricks.Seat, 0, tricks.MaxSeats) // often asked for
	for p := g.leftOf(s); p != s; p = g.leftOf(p) {
		if allowed.Include(g.seats[p].Character) && !g.exchangeBanned(p) {
			out = append(out, p)
		}
	}
	return out
}

// exchangeBanned reports whether the seat carries the Wraith (K).
func (g *Game) exchangeBanned(s tricks.Seat) bool {
	return g.seats[s].Rider != nil && g.seats[s].Rider.NoExchange
}

// mayStillExchange reports whether neither the Wraith (K) nor the one exchange
// of a solo round (S10) forbids a character to exchange.
func (g *Game) mayStillExchange(s tricks.Seat) bool {
	return !g.exchangeBanned(s) && (g.progress.SoloExchange == tricks.NoSeat || g.progress.SoloExchange == s)
}

// ExchangeSettlesLost reports whether the exchange that is due, even one in which the same card comes
// back, decides about somebody else's threat number. In solo only one character exchanges (S10). If another
// one could still swap the lost card, nobody can once this exchange is made. Then a number that
// the lost card makes impossible is drawn again (S8).
func (g *Game) ExchangeSettlesLost() bool {
	due, acting := g.decisionDue()
	if due != Exchange || g.start.Players != 1 || g.progress.SoloExchange != tricks.NoSeat || len(g.lost) == 0 {
		return false
	}
	swapsLost := g.hasUpcoming(func(s tricks.Seat, a *characters.Action) bool {
		return a.Kind == characters.Exchange && a.Lost && s != acting && !g.exchangeBanned(s)
	})
	draws := g.hasUpcoming(func(_ tricks.Seat, a *characters.Action) bool { return a.Kind == characters.Threat })
	return swapsLost && draws
}

// canExchange reports whether an exchange asks for a decision at all. There has to be something to
// exchange with (S6), and in solo no other character may have exchanged yet (S10).
func (g *Game) canExchange(s tricks.Seat, allowed characters.Partners, lost bool) bool {
	if !g.mayStillExchange(s) || g.seats[s].passable() == 0 {
		return false
	}
	return len(g.partners(s, allowed)) > 0 || lost && g.mayTakeLost(s)
}

// mayTakeLost reports whether a lost card is there to exchange with.
func (g *Game) mayTakeLost(s tricks.Seat) bool { return len(g.lost) > 0 && !g.exchangeBanned(s) }

// exchangeEach sends a card to each of the partners at the same time (Bill, Glorfindel).
func (g *Game) exchangeEach(s tricks.Seat, allowed characters.Partners) {
	for _, p := range g.partners(s, allowed) {
		g.send(Exchange, s, p, tricks.NoCard)
	}
}

// mayDecline reports whether an exchange is optional (S6). It is in solo (S10), and if the
// chapter says so. An exchange with the lost card alone is optional if taking that card is
// (L5). Several at the same time are declined together, as long as none was begun.
func (g *Game) mayDecline(s tricks.Seat) bool {
	if g.start.Players != 1 && !g.chapter.OptionalExchanges && !g.lostAlone(s) {
		return false
	}
	return !slices.ContainsFunc(g.progress.Transfers, func(t Transfer) bool {
		return t.Giver == s && t.Card != tricks.NoCard
	})
}

// lostAlone reports whether the exchange that is due can only be one with the lost card, and
// taking that card is optional.
func (g *Game) lostAlone(s tricks.Seat) bool {
	a := g.action()
	return a != nil && a.Lost && g.chapter.OptionalLost && len(g.partners(s, a.Partners)) == 0
}

// targets lists where a card may go in the exchange that is due.
func (g *Game) targets(s tricks.Seat) []tricks.Seat {
	if t, _ := g.pending(); t != nil {
		return []tricks.Seat{t.Receiver}
	}
	a := g.action()
	out := g.partners(s, a.Partners)
	if a.Lost && g.mayTakeLost(s) {
		out = append(out, LostCard)
	}
	return out
}

func (g *Game) exchangeCandidates(d Decision, out []Decision) []Decision {
	out = g.appendPasses(d, g.targets(d.Seat), g.sendable(d.Seat), out)
	if g.mayDecline(d.Seat) {
		out = append(out, d)
	}
	return out
}

func (g *Game) exchangeLegal(d Decision) error {
	if d.Target == tricks.NoSeat {
		if g.mayDecline(d.Seat) {
			return nil
		}
		return ruleError("S6", "seat %d has to exchange a card", d.Seat)
	}
	if !slices.Contains(g.targets(d.Seat), d.Target) {
		if d.Target == LostCard {
			return ruleError("S6", "seat %d may not exchange with the lost card", d.Seat)
		}
		return ruleError("S6", "seat %d may not exchange with seat %d", d.Seat, d.Target)
	}
	return g.mayPass(d.Seat, d.Card)
}

func (g *Game) exchange(d Decision) {
	waiting, _ := g.pending()
	g.progress.Asked[Exchange] = waiting == nil // exchanges at the same time were asked for all at once
	if d.Target == tricks.NoSeat {
		g.logEvent(Event{Kind: Declined, Seat: d.Seat, Target: tricks.NoSeat})
		if waiting != nil {
			g.progress.Transfers = slices.DeleteFunc(g.progress.Transfers, func(t Transfer) bool {
				return t.Giver == d.Seat
			})
		}
		return
	}
	if g.start.Players == 1 {
		g.progress.SoloExchange = d.Seat
	}
	switch {
	case waiting != nil:
		g.depart(waiting, d.Card)
	case d.Target == LostCard:
		g.takeForLost(d.Seat, d.Card)
	default:
		g.send(Exchange, d.Seat, d.Target, d.Card)
	}
}
