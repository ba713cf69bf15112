package realtable

import (
	"slices"
	"strings"

	"fellowship/tricks"
)

// tellTricks tells the tricks that are written so far, and whose turn it is after them. They are in their order of play
// as far as it is certain, else in the order of their lines. The line that is still being typed tells nothing that its
// next letter could make wrong.
func (w *work) tellTricks(table *Table) {
	order, turn, begun, ok := w.certainOrder()
	if !ok {
		w.tellLines(table)
		return
	}
	table.Turn = turn
	for i, t := range order {
		table.Tricks = append(table.Tricks, t.shown(i+1))
	}
	for i := range begun {
		if w.mayBeTurnedUp(&begun[i]) {
			table.Turn = tricks.NoSeat
			continue
		}
		shown := w.note.shown(&begun[i])
		shown.Number = len(table.Tricks) + 1
		shown.Leader = table.Turn
		table.Tricks = append(table.Tricks, shown)
		if table.Turn != tricks.NoSeat {
			table.Turn = (table.Turn + tricks.Seat(len(shown.Cards))) % tricks.Seat(w.note.head.seatCount)
		}
	}
	if last := len(order) - 1; len(begun) == 0 && last >= 0 && w.mayWinByTheRing() {
		table.Tricks[last].Best = -1
		table.Tricks[last].Winner = tricks.NoSeat
		table.Turn = tricks.NoSeat
	}
}

// certainOrder returns the tricks in the order in which they must have been played, the seat that plays next after
// them, and the trick after them that is begun. ok is false if no order is certain. Piles have a certain order only if
// they are whole: a trick that is still missing may have come between two others.
func (w *work) certainOrder() (order trickOrder, turn tricks.Seat, begun []trick, ok bool) {
	n := w.note
	if n.piled || len(n.begun) == 0 && len(w.result.found) == 1 {
		isCertain := len(w.result.found) == 1 && (!n.piled || w.faults.isEmpty())
		if !isCertain {
			return nil, tricks.NoSeat, nil, false
		}
		return w.result.found[0], w.turn, nil, true
	}
	whole := n.tricks
	begun = n.begun
	if len(begun) == 0 && len(whole) > 0 {
		begun = whole[len(whole)-1:]
		whole = whole[:len(whole)-1]
	}
	const mostBegun = 1 // More than one is a mistake that is not typed just now.
	if !w.isSearchable || len(begun) != mostBegun || len(whole) > 0 && begun[0].line < whole[len(whole)-1].line {
		return nil, tricks.NoSeat, nil, false
	}
	earlier := *n
	earlier.tricks = whole
	found, turn := findOrders(&earlier, &faultList{}, w.mostSteps)
	if len(found) != 1 {
		return nil, tricks.NoSeat, nil, false
	}
	order = found[0]
	return order[:min(len(order), len(whole))], turn, begun, true // without a last trick that was worked out
}

// isOpen reports whether a line is the last one of the text and not ended, so that it may go on.
func (w *work) isOpen(line int) bool {
	return line == w.reader.line && !strings.HasSuffix(w.text, "\n")
}

// mayBeTurnedUp reports whether what is read as a trick may still become the cards of a side deck before it.
func (w *work) mayBeTurnedUp(t *trick) bool {
	d := w.note.head.sideDeck()
	return d != nil && d.IsTurnedUp() && len(t.side) == 0 && !w.note.piled && w.isOpen(t.line)
}

// mayWinByTheRing reports whether the last card that is written is R1, and may still be followed by the sign that it
// was played to win (T7).
func (w *work) mayWinByTheRing() bool {
	n := w.note
	if n.piled || len(n.tricks) == 0 {
		return false
	}
	t := &n.tricks[len(n.tricks)-1]
	if len(t.cards) == 0 {
		return false
	}
	last := t.cards[len(t.cards)-1]
	return last.Card == tricks.OneRing && !last.toWin && w.isOpen(t.line)
}

// tellLines tells the tricks pile by pile, or else in the order of their lines.
func (w *work) tellLines(table *Table) {
	table.IsPiled = w.note.piled
	written := slices.Clone(w.note.tricks)
	for _, t := range w.note.begun {
		if t.named < 0 || w.note.piled { // What stands behind a name is a trick only in a pile.
			written = append(written, t)
		}
	}
	written = slices.DeleteFunc(written, func(t trick) bool { return w.mayBeTurnedUp(&t) })
	slices.SortStableFunc(written, func(a, b trick) int {
		if owner, other := max(a.pile, a.named), max(b.pile, b.named); w.note.piled && owner != other {
			return int(owner - other)
		}
		return a.line - b.line
	})
	for i := range written {
		shown := w.note.shown(&written[i])
		if !w.note.piled {
			shown.Number = i + 1
		}
		table.Tricks = append(table.Tricks, shown)
	}
}

// shown returns a trick whose winner is known. A trick that is not whole has no winner yet.
func (t *playedTrick) shown(number int) Trick {
	shown := Trick{Number: number, Line: t.line, Leader: t.leader, Best: -1, Winner: t.winner}
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
	shown := Trick{
		Line:   t.line,
		Cards:  cardsOf(t.cards),
		Leader: tricks.NoSeat,
		Best:   n.bestCard(t),
		Winner: tricks.NoSeat,
	}
	if n.piled {
		shown.Winner = max(t.pile, t.named) // A trick that is begun still has the seat before its colon.
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
