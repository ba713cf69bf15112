package chapters

import (
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Layout is how many cards go where.
type Layout struct {
	// Deck is the cards that are dealt: to hands, lost cards and draw pile, and
	// to a side deck such as the barrow.
	Deck  tricks.Set
	Seats int
	// Lost and Side are the lost cards and those dealt to a side deck.
	Lost, Side int
	// Hand is how many cards a hand is dealt, Pile how many are left for the draw pile
	// (S10). Tricks is how many tricks a hand without surplus plays (N).
	Hand, Pile, Tricks int
	// Rows are the rows of the pyramid from the top (S9); nil without one.
	Rows []int
}

// laterBatches are how many cards a seat gets in the second and the last batch of a staged
// deal. The first has as many as the second (C16).
func (c *Chapter) laterBatches(l Layout) []int { return []int{c.Staged, l.Hand - 2*c.Staged} }

// soloStart is how many cards a solo hand starts with (S10).
const soloStart = 4

// Layout returns how many cards go where with so many players; it is an error
// if the hands do not come out even.
func (c *Chapter) Layout(players int) (Layout, error) {
	l := Layout{Deck: tricks.Deck, Seats: tricks.SeatsFor(players), Lost: c.Lost[players]}
	l.Deck |= tricks.SuitSet(tricks.Rivers) & (1<<(8*int(tricks.Rivers)+c.Rivers[players]) - 1)
	if c.Side != nil {
		if c.Side.IsTurnedUp() {
			l.Deck &^= c.Side.Cards
		} else {
			l.Side = c.Side.Size[players]
		}
	}
	n := l.Deck.Len() - l.Side - l.Lost
	if n < soloStart*l.Seats || n%l.Seats != 0 {
		return l, say.Errorf("%d cards cannot be dealt to %d hands: %d of %d are lost, %d lie in a side deck (S1, N)",
			n, l.Seats, l.Lost, l.Deck.Len(), l.Side)
	}
	l.Hand = n / l.Seats
	l.Tricks = n / l.Seats
	if players == 2 && pyramidRows[l.Hand] == nil {
		return l, say.Errorf("with 2 players a hand cannot have %d cards: a pyramid has 9, 12 or 14 (S9)", l.Hand)
	}
	if players == 1 {
		l.Hand = soloStart
		l.Pile = n - l.Hand*l.Seats
	}
	if players == 2 {
		l.Rows = pyramidRows[l.Hand]
	}
	return l, nil
}

// pyramidRows are the rows of a pyramid from the top, by its number of cards (S9).
var pyramidRows = map[int][]int{9: {2, 3, 4}, 12: {3, 4, 5}, 14: {2, 3, 4, 5}}
