package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// takeLost adds the lost cards on the table to a character's hand (Gandalf), or
// asks whether to, where that is optional (L5).
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

func (g *Game) gainLost(s tricks.Seat) {
	for _, c := range g.lost {
		g.gain(s, c)
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

// takeForLost exchanges a card with the lost one (Galadriel). Everybody sees both (S2).
func (g *Game) takeForLost(s tricks.Seat, c tricks.Card) {
	in := g.lost[0]
	g.replace(s, c, in)
	g.lost[0] = c
	g.progress.TookLost = s
	g.logEvent(Event{Kind: TookLost, Seat: s, Card: in})
	g.logEvent(Event{Kind: SwappedLost, Seat: s, Card: c})
}

// takeSide adds the top cards of the side deck to a hand (C6: Tom). At the
// pyramid they lie open beside it.
func (g *Game) takeSide(s tricks.Seat, n int) {
	if g.chapter.Side == nil || g.chapter.Side.IsTurnedUp() {
		return
	}
	cards := g.sideCards(TakenInSetup)[g.sideTaken:]
	n = min(n, len(cards))
	g.sideTaken += n
	for _, c := range cards[:n] {
		g.gain(s, c)
	}
	g.logEvent(Event{Kind: TookSide, Seat: s, Number: n})
}

// drawSoloHand deals a solo hand that is dealt in full from the draw pile, all at once (Fatty,
// Goldberry). It gets as many cards as its refills would have been, whatever it was given
// before (S10, C4, C6). It is never refilled later.
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
		g.gain(s, c)
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
