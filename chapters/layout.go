package chapters

import (
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Layout says how many cards are dealt to each place.
type Layout struct {
	// Deck is the set of cards that are dealt: to the hands, the lost cards, the draw pile, and a side
	// deck that is taken in setup, such as the barrow.
	Deck tricks.Set
	// Seats is the number of seats.
	Seats int
	// Lost is the number of lost cards (S2).
	Lost int
	// Side is the number of cards that are dealt to a side deck (C6).
	Side int
	// Hand is the number of cards that a hand is dealt.
	Hand int
	// Pile is the number of cards that remain for the draw pile (S10).
	Pile int
	// Tricks is the number of tricks that a hand without surplus cards plays (N).
	Tricks int
	// Rows are the lengths of the pyramid's rows from the top (S9), nil without a pyramid.
	Rows []int
}

// laterBatches returns how many cards a seat gets in the second and in the last batch of a staged
// deal. The first batch is as large as the second (C16).
func (c *Chapter) laterBatches(l Layout) []int { return []int{c.Staged, l.Hand - 2*c.Staged} }

// soloStart is how many cards a solo hand starts with (S10).
const soloStart = 4

// Layout returns how the cards are dealt to a number of players. It fails if the hands would not all
// have the same size or would have fewer than four cards, or if no pyramid has that size (S1, S9, N).
func (c *Chapter) Layout(players int) (Layout, error) {
	l := Layout{
		Deck:  tricks.Deck,
		Seats: tricks.SeatsFor(players),
		Lost:  c.Lost[players],
	}
	afterLastRiver := 8*int(tricks.Rivers) + c.Rivers[players]
	l.Deck |= tricks.SuitSet(tricks.Rivers) & (1<<afterLastRiver - 1)
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

// pyramidRows maps the number of cards in a pyramid to the lengths of its rows from the top (S9).
var pyramidRows = map[int][]int{9: {2, 3, 4}, 12: {3, 4, 5}, 14: {2, 3, 4, 5}}
