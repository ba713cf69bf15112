package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// exchanges are the exchanges of cards in setup (S6): who may exchange with whom.
type exchanges struct{ game *Game }

// partners lists the seats that a character may exchange with: the seats of allowed characters that were
// taken in this round, clockwise (S6). A character with the Wraith neither starts an exchange nor is the
// target of one (K).
func (x exchanges) partners(s tricks.Seat, allowed characters.Partners) []tricks.Seat {
	g := x.game
	if g.seats[s].isExchangeBanned() {
		return nil
	}
	out := make([]tricks.Seat, 0, tricks.MaxSeats) // one allocation: searches call this often
	for p := g.seats.leftOf(s); p != s; p = g.seats.leftOf(p) {
		if allowed.Include(g.seats[p].Character) && !g.seats[p].isExchangeBanned() {
			out = append(out, p)
		}
	}
	return out
}

// mayStart reports whether a seat may exchange: it has no Wraith (K), and in solo no other
// character has used the one exchange of the round (S10).
func (x exchanges) mayStart(s tricks.Seat) bool {
	g := x.game
	return !g.seats[s].isExchangeBanned() && (g.progress.SoloExchange == tricks.NoSeat || g.progress.SoloExchange == s)
}

// ExchangeSettlesLost reports whether the exchange that is due can change which threat number another
// character gets, even if the same card comes back. In solo only one character may exchange (S10). So this
// exchange can keep another character from swapping the lost card. Once nobody can swap it any more, a
// number that the lost card makes impossible is drawn again (S8).
func (g *Game) ExchangeSettlesLost() bool {
	due, acting := g.decisionDue()
	if due != Exchange || g.start.Players != 1 || g.progress.SoloExchange != tricks.NoSeat || len(g.lost) == 0 {
		return false
	}
	stage := setup{g}
	swapsLost := stage.hasUpcoming(func(s tricks.Seat, a *characters.Action) bool {
		return a.Kind == characters.Exchange && a.Lost && s != acting && !g.seats[s].isExchangeBanned()
	})
	draws := stage.hasUpcoming(func(_ tricks.Seat, a *characters.Action) bool { return a.Kind == characters.Threat })
	return swapsLost && draws
}

// canStart reports whether an exchange needs a decision at all: the seat has a card to pass on, there is
// something to exchange with (S6), and in solo no other character has exchanged yet (S10). WithLost
// reports whether the action also allows an exchange with the lost card.
func (x exchanges) canStart(s tricks.Seat, allowed characters.Partners, withLost bool) bool {
	if !x.mayStart(s) || x.game.seats[s].passable() == 0 {
		return false
	}
	return len(x.partners(s, allowed)) > 0 || withLost && x.maySwapLost(s)
}

// maySwapLost reports whether there is a lost card and the seat may exchange at all.
func (x exchanges) maySwapLost(s tricks.Seat) bool {
	return len(x.game.lost) > 0 && !x.game.seats[s].isExchangeBanned()
}

// startEach starts exchanges with all partners at the same time (Bill, Glorfindel).
func (x exchanges) startEach(s tricks.Seat, allowed characters.Partners) {
	g := x.game
	for _, p := range x.partners(s, allowed) {
		transfers{g}.send(Exchange, s, p, tricks.NoCard)
	}
}

// mayDecline reports whether the exchange that is due may be declined (S6). It may be in solo (S10), and
// in a chapter that says so. An exchange that is possible only with the lost card may be declined if
// taking the lost card is optional (L5). Several exchanges at the same time are declined together, and
// only before a card was chosen for one of them.
func (x exchanges) mayDecline(s tricks.Seat) bool {
	g := x.game
	if g.start.Players != 1 && !g.chapter.OptionalExchanges && !x.isOptionalSwap(s) {
		return false
	}
	return !slices.ContainsFunc(g.progress.Transfers, func(t Transfer) bool {
		return t.Giver == s && t.Card != tricks.NoCard
	})
}

// isOptionalSwap reports whether the exchange that is due is possible only with the lost card, and taking
// that card is optional (L5).
func (x exchanges) isOptionalSwap(s tricks.Seat) bool {
	g := x.game
	a := setup{g}.action()
	return a != nil && a.Lost && g.chapter.OptionalLost && len(x.partners(s, a.Partners)) == 0
}

// targets lists where a card may go in the exchange that is due.
func (x exchanges) targets(s tricks.Seat) []tricks.Seat {
	g := x.game
	waiting, _ := transfers{g}.pending()
	if waiting != nil {
		return []tricks.Seat{waiting.Receiver}
	}
	a := setup{g}.action()
	out := x.partners(s, a.Partners)
	if a.Lost && x.maySwapLost(s) {
		out = append(out, LostCard)
	}
	return out
}

func exchangeCandidates(g *Game, d Decision, out []Decision) []Decision {
	x := exchanges{g}
	out = appendPasses(d, x.targets(d.Seat), g.seats[d.Seat].sendable(), out)
	if x.mayDecline(d.Seat) {
		out = append(out, d)
	}
	return out
}

func exchangeLegal(g *Game, d Decision) error {
	x := exchanges{g}
	if d.Target == tricks.NoSeat {
		if x.mayDecline(d.Seat) {
			return nil
		}
		return ruleError("S6", "seat %d has to exchange a card", d.Seat)
	}
	if !slices.Contains(x.targets(d.Seat), d.Target) {
		if d.Target == LostCard {
			return ruleError("S6", "seat %d may not exchange with the lost card", d.Seat)
		}
		return ruleError("S6", "seat %d may not exchange with seat %d", d.Seat, d.Target)
	}
	return g.seats[d.Seat].mayPass(d.Seat, d.Card)
}

func applyExchange(g *Game, d Decision) {
	// A transfer is waiting for its card if several exchanges happen at the same time. Their setup action
	// is done already, so the decision must not count as the answer to the next action's exchange.
	batch := transfers{g}
	waiting, _ := batch.pending()
	g.progress.Asked[Exchange] = waiting == nil
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
		batch.depart(waiting, d.Card)
	case d.Target == LostCard:
		lostCards{g}.swap(d.Seat, d.Card)
	default:
		batch.send(Exchange, d.Seat, d.Target, d.Card)
	}
}
