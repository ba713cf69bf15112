package chapters

import "fellowship/tricks"

// gain adds a card to a seat's hand: beside the bottom row of a pyramid (S9).
func (g *Game) gain(s tricks.Seat, c tricks.Card) {
	g.seats[s].hand |= c.Bit()
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid.Extra |= c.Bit()
	}
}

// replaceCards puts other cards in the places of some of a seat's hand. NoCard means that one only goes. At a
// pyramid its place stays empty then, and what that uncovers opens at the end of setup (S9).
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

// replace puts card in where card out was in a seat's hand: see [Game.replaceCards].
func (g *Game) replace(s tricks.Seat, out, in tricks.Card) {
	g.replaceCards(s, map[tricks.Card]tricks.Card{out: in})
}
