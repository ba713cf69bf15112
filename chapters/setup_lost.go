package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// takeLost adds the lost cards on the table to a character's hand (Gandalf). If that is optional (L5), it
// makes the decision whether to take them due, and returns true.
func (g *Game) takeLost(s tricks.Seat) (waiting bool) {
	if len(g.lost) == 0 {
		return false
	}
	if g.chapter.OptionalLost {
		return g.askOnce(TakeLost, s)
	}
	g.gainLost(s)
	return false
}

// gainLost adds the lost cards to a seat's hand.
func (g *Game) gainLost(s tricks.Seat) {
	for _, c := range g.lost {
		g.seats[s].gain(c)
		g.logEvent(Event{Kind: TookLost, Seat: s, Card: c})
	}
	g.lost = nil
	g.progress.TookLost = s
}

func (g *Game) takeLostOrNot(d Decision) {
	if d.Word == Yes {
		g.gainLost(d.Seat)
	} else {
		g.logEvent(Event{Kind: Declined, Seat: d.Seat, Target: LostCard})
	}
}

// swapLost exchanges a card of a hand with the first lost card (Galadriel). Everybody sees both cards (S2).
func (g *Game) swapLost(s tricks.Seat, c tricks.Card) {
	in := g.lost[0]
	g.seats[s].replace(c, in)
	g.lost[0] = c
	g.progress.TookLost = s
	g.logEvent(Event{Kind: TookLost, Seat: s, Card: in})
	g.logEvent(Event{Kind: SwappedLost, Seat: s, Card: c})
}

// takeSide adds the top cards of the side deck to a hand (C6: Tom). At the pyramid they lie open beside
// it.
func (g *Game) takeSide(s tricks.Seat, n int) {
	if g.chapter.Side == nil || g.chapter.Side.IsTurnedUp() {
		return
	}
	cards := g.sideCards(TakenInSetup)[g.sideTaken:]
	n = min(n, len(cards))
	g.sideTaken += n
	for _, c := range cards[:n] {
		g.seats[s].gain(c)
	}
	g.logEvent(Event{Kind: TookSide, Seat: s, Number: n})
}

// drawSoloHand draws all cards of a solo hand that is never refilled at once (Fatty, Goldberry). The hand
// gets as many cards as it would get by refills, even if cards were given to it before (S10, C4, C6).
func (g *Game) drawSoloHand(s tricks.Seat) {
	if g.start.Players != 1 || !g.seats[s].Character.SoloFull || g.seats[s].full {
		return
	}
	g.seats[s].full = true
	n := min(len(g.start.Pile)/len(g.seats), len(g.pile))
	if n == 0 {
		return
	}
	for _, c := range g.pile[:n] {
		g.seats[s].gain(c)
	}
	g.pile = g.pile[n:]
	g.logEvent(Event{Kind: DrewCards, Seat: s, Number: n})
}

// lostMayMove reports whether a character in play may yet take or swap the lost card (S8).
func (g *Game) lostMayMove() bool {
	return g.stingOwner() != tricks.NoSeat || g.hasUpcoming(func(s tricks.Seat, a *characters.Action) bool {
		return a.Kind == characters.TakeLost || a.Lost && g.mayStillExchange(s)
	})
}
