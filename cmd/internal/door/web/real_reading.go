package web

import (
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// realReadingPart shows what the lines of a round say so far: a row for each trick, and the cards that are missing.
type realReadingPart struct {
	// Chapter names the chapter; empty if it is named elsewhere on the page.
	Chapter string
	Tricks  []trickPart
	// Missing has a row for each suit, with an empty place for each card that is written already. It is empty if no
	// card is missing.
	Missing [][]*card
	// Count says how many cards are missing.
	Count string
}

// newRealReading returns what was read of a round, nil if there is nothing to show.
func newRealReading(t *texts.Texts, got *realtable.Table) *realReadingPart {
	if len(got.Seats) == 0 {
		return nil
	}
	part := &realReadingPart{}
	for i := range got.Tricks {
		part.Tricks = append(part.Tricks, writtenTrick(t, got, &got.Tricks[i]))
	}
	if got.Missing == 0 {
		return part
	}
	part.Count = t.N("real.cards", got.Missing.Len())
	for suit := range tricks.Suits {
		var row []*card
		for _, c := range got.Layout.Deck.OfSuit(tricks.Suit(suit)).Cards() {
			if !got.Missing.Contains(c) {
				c = tricks.NoCard
			}
			row = append(row, cardOf(t, c))
		}
		if row != nil {
			part.Missing = append(part.Missing, row)
		}
	}
	return part
}

// writtenTrick returns a trick as far as it is written, with an empty place for each card that it lacks.
func writtenTrick(t *texts.Texts, got *realtable.Table, trick *realtable.Trick) trickPart {
	part := trickPart{N: trick.Number}
	for i := range max(len(trick.Cards), got.SeatCount) {
		c := tricks.NoCard
		if i < len(trick.Cards) {
			c = trick.Cards[i]
		}
		part.Cards = append(part.Cards, playedPart{card: cardOf(t, c), Best: i == trick.Best})
	}
	if c := got.Character(trick.Winner); c != nil {
		part.ID = c.ID
		part.Winner = t.ShortName(c)
	}
	return part
}
