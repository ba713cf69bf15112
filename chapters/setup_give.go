package chapters

import "fellowship/tricks"

// giveEach lets a character give a card to every other character and get none back (C4: Fatty).
func (tr transfers) giveEach(s tricks.Seat) {
	for _, receiver := range tr.game.seats.othersOf(s) {
		tr.send(Give, s, receiver, tricks.NoCard)
	}
}

// passRight lets every seat pass a card to the right at the same time (C10: Elrond). The cards are chosen
// clockwise from seat s, but the pyramid's card last (C10).
func (tr transfers) passRight(s tricks.Seat) {
	g := tr.game
	var givers []tricks.Seat
	for _, giver := range g.seats.clockwiseFrom(s) {
		if giver != g.start.Pyramid {
			givers = append(givers, giver)
		}
	}
	if g.start.Pyramid != tricks.NoSeat {
		givers = append(givers, g.start.Pyramid)
	}
	for _, giver := range givers {
		tr.send(Give, giver, g.seats.rightOf(giver), tricks.NoCard)
	}
}
