package chapters

import "fellowship/tricks"

// gain adds a card to a seat's hand. At a pyramid it lies beside the bottom row (S9).
func (g *Game) gain(s tricks.Seat, c tricks.Card) {
	g.seats[s].hand |= c.Bit()
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid.Extra |= c.Bit()
	}
}

// replaceCards replaces each card of the hand that is a key by its value. A value of NoCard removes the
// card. At a pyramid its place then stays empty, and cards that this uncovers open at the end of the
// setup (S9).
func (g *Game) replaceCards(s tricks.Seat, replacements map[tricks.Card]tricks.Card) {
	seat := &g.seats[s]
	for old := range replacements {
		seat.hand &^= old.Bit()
	}
	for _, replacement := range replacements {
		seat.hand |= replacement.Bit()
	}
	if seat.isPyramid() {
		seat.pyramid = seat.pyramid.Replaced(replacements)
	}
}

// replace puts the card in into the place of the card out in a seat's hand (see [Game.replaceCards]).
func (g *Game) replace(s tricks.Seat, out, in tricks.Card) {
	g.replaceCards(s, map[tricks.Card]tricks.Card{out: in})
}
