package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// drawThreat draws the next threat card for a character (S8). A number is set
// aside when the lost card makes it impossible for its owner and nobody in play
// may yet take the lost card.
func (g *Game) drawThreat(s tricks.Seat) {
	for len(g.threats) > 0 {
		n := g.threats[0]
		g.threats = g.threats[1:]
		if g.lostForbids(s, n) {
			g.log(Event{Kind: RejectedThreat, Seat: s, Number: n})
			continue
		}
		g.seats[s].threat = n
		g.log(Event{Kind: DrewThreat, Seat: s, Number: n})
		return
	}
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
