package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/tricks"
)

// This file decides how the cards of a hand stand. A screen, a page and a game line by line ask it when they show or
// number cards, so they need not know what a reader wishes about hands.

// Arrange returns cards of a hand as the person wishes them to stand, from left to right.
func (t *Board) Arrange(cards tricks.Set) []tricks.Card { return t.Reader.Sort(cards) }

// Hand returns the visible cards of a seat, as they stand in a hand. The cards that the seat has set aside are not
// among them, see [HandCards].
func (t *Board) Hand(seat tricks.Seat) []tricks.Card {
	return t.Arrange(HandCards(&t.View.Seats[seat]))
}

// HandGroup is a part of a hand.
type HandGroup struct {
	// Suit is the suit of all cards, [tricks.NoSuit] if they may have several.
	Suit tricks.Suit
	// Cards are the cards from left to right.
	Cards []tricks.Card
}

// HandGroups returns cards of a hand as they stand: one part for each suit if they stand by suit, and otherwise one
// part for all. There is no empty part.
func (t *Board) HandGroups(cards tricks.Set) (groups []HandGroup) {
	for _, card := range t.Arrange(cards) {
		suit := card.Suit()
		if !t.Reader.SortsBySuit() {
			suit = tricks.NoSuit
		}
		if n := len(groups); n == 0 || groups[n-1].Suit != suit {
			groups = append(groups, HandGroup{Suit: suit})
		}
		last := &groups[len(groups)-1]
		last.Cards = append(last.Cards, card)
	}
	return groups
}

// NumberedOptions returns the legal decisions in the order of their numbers. Decisions about cards follow the cards in
// the person's hand. Decisions about no card come last, unless the hand stands by suit: then the order is that of ask.
func NumberedOptions(r reader.Reader, ask *chapters.Ask) []chapters.Decision {
	if r.SortsBySuit() {
		return ask.Options
	}
	options := slices.Clone(ask.Options)
	slices.SortStableFunc(options, func(a, b chapters.Decision) int {
		switch {
		case a.Card == tricks.NoCard && b.Card == tricks.NoCard:
			return 0
		case a.Card == tricks.NoCard:
			return 1
		case b.Card == tricks.NoCard:
			return -1
		}
		return r.Compare(a.Card, b.Card)
	})
	return options
}

// visibleCards returns the visible cards that a seat is asked about. The cards of a hand come as they stand there. The
// cards of a pyramid come by suit, because its rows show where each of them lies (S9).
func (q *Question) visibleCards(seat tricks.Seat) []tricks.Card {
	seatView := &q.View.Seats[seat]
	if seatView.Rows != nil {
		return seatView.Open.Cards()
	}
	return q.Reader.Sort(seatView.Open)
}
