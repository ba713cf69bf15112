package chapters

import "fellowship/tricks"

// giveEach lets a character give a card to everyone else and take none back (C4: Fatty).
func (g *Game) giveEach(s tricks.Seat) {
	for _, receiver := range g.otherSeats(s) {
		g.send(Give, s, receiver, tricks.NoCard)
	}
}

// passRight lets everyone pass a card to the right at the same time (C10:
// Elrond). The pyramid's card is chosen last (C10).
func (g *Game) passRight(s tricks.Seat) {
	order := g.clockwiseFrom(s)
	for _, pyramid := range []bool{false, true} {
		for _, giver := range order {
			if (giver == g.start.Pyramid) == pyramid {
				g.send(Give, giver, g.rightOf(giver), tricks.NoCard)
			}
		}
	}
}
