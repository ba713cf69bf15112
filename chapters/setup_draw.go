package chapters

import "fellowship/tricks"

// In setup a hand can get cards of the side deck (C6) and, in solo, of the draw pile (S10).

// takeSide adds the top cards of the side deck to a hand (C6: Tom). At the pyramid they lie open beside
// it.
func (su setup) takeSide(s tricks.Seat, n int) {
	g := su.game
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
func (su setup) drawSoloHand(s tricks.Seat) {
	g := su.game
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
