package realtable

import (
	"slices"

	"fellowship/tricks"
)

// tricks returns the tricks that are written so far: in their order of play if only one order fits, else in the order
// of their lines.
func (w *work) tricks() (all []Trick) {
	if len(w.result.found) == 1 && len(w.note.begun) == 0 {
		for i, t := range w.result.found[0] {
			all = append(all, t.shown(i+1))
		}
		return all
	}
	written := slices.Clone(w.note.tricks)
	for _, t := range w.note.begun {
		if t.named < 0 || w.note.piled { // What stands behind a name is a trick only in a pile.
			written = append(written, t)
		}
	}
	slices.SortStableFunc(written, func(a, b trick) int { return a.line - b.line })
	for i := range written {
		shown := w.note.shown(&written[i])
		if !w.note.piled {
			shown.Number = i + 1
		}
		all = append(all, shown)
	}
	return all
}

// shown returns a trick whose winner is known.
func (t *playedTrick) shown(number int) Trick {
	shown := Trick{Number: number, Line: t.line, Best: -1, Winner: t.winner}
	for i, p := range t.plays {
		shown.Cards = append(shown.Cards, p.Card)
		if p.Seat == t.winner {
			shown.Best = i
		}
	}
	return shown
}

// shown returns a trick of which it is not known yet who led it.
func (n *note) shown(t *trick) Trick {
	shown := Trick{Line: t.line, Cards: cardsOf(t.cards), Best: n.bestCard(t), Winner: tricks.NoSeat}
	if n.piled && t.pile >= 0 {
		shown.Winner = t.pile
	}
	return shown
}

// bestCard returns the index of the card that wins a trick (T5, T8), -1 if that is not known: the trick is not
// complete, the One Ring may have been played to win (T7), or the card of a side deck counts (C5, C14).
func (n *note) bestCard(t *trick) int {
	cards := cardsOf(t.cards)
	open := slices.Contains(cards, tricks.NoCard) || slices.Contains(cards, tricks.OneRing)
	if open || len(cards) < n.head.seatCount || n.head.sideDeck() != nil {
		return -1
	}
	table := tricks.NewTable(tricks.NoSuit)
	if n.head.chapter != nil {
		table.Trump = n.head.chapter.Trump
	}
	best := 0
	for i, c := range cards {
		if table.Beats(c, cards[best]) {
			best = i
		}
	}
	return best
}

// begunCards returns the cards of tricks with a mistake that stand before it.
func begunCards(n *note) (set tricks.Set) {
	for i := range n.begun {
		for _, c := range n.begun[i].cards {
			if c.Card != tricks.NoCard {
				set |= c.Bit()
			}
		}
	}
	return set
}
