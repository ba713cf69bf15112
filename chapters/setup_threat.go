package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// drawThreat draws the next threat card for a character (S8), unless the
// position says that he has one. A number is set aside when the lost card makes
// it impossible for its owner and nobody in play may yet take the lost card. If
// the deck runs out, what was set aside has to do.
func (g *Game) drawThreat(s tricks.Seat) {
	if g.seats[s].threat != 0 {
		return
	}
	for len(g.threats) > 0 && g.lostForbids(s, g.threats[0]) {
		g.log(Event{Kind: RejectedThreat, Seat: s, Number: g.threats[0]})
		g.rejected, g.threats = append(slices.Clip(g.rejected), g.threats[0]), g.threats[1:]
	}
	if len(g.threats) == 0 {
		g.threats, g.rejected = g.rejected, nil
	}
	g.seats[s].threat, g.threats = g.threats[0], g.threats[1:]
	g.log(Event{Kind: DrewThreat, Seat: s, Number: g.seats[s].threat})
}

func (g *Game) lostForbids(s tricks.Seat, threat int) bool {
	if awaits[characters.TakeLost](g) {
		return false
	}
	b := g.binding(s)
	b.Threat = threat
	goal := characters.Bind(g.seats[s].character.Goal, b)
	return goal.Impossible(tricks.Deck&^tricks.SetOf(g.lost...), tricks.Deck.Len())
}
