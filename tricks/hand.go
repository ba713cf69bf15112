package tricks

import "slices"

// Hand is one seat's cards as they lie before the first trick. There are three
// kinds: [Plain], [Pyramid] (S9) and [Solo] (S10). In all three a seat owns cards,
// and each of them joins its hand at some moment. A card joins once no card lies over
// it and it has been drawn. Cards join only when a trick ends, never within one.
type Hand interface {
	// Owned returns every card the seat will ever play from.
	Owned() Set
	// lock records in the table which cards are not in the hand yet, and what each is waiting for.
	lock(t *Table)
}

// Plain is a hand of which every card can be played from the start.
type Plain Set

// Owned returns the hand.
func (h Plain) Owned() Set { return Set(h) }

func (h Plain) lock(*Table) {}

// Pyramid is the third hand of two players (S9): rows from the top, where card i
// of a row is covered by cards i and i+1 of the row below it. NoCard marks an
// empty place. Extra cards lie beside the bottom row and cover nothing.
type Pyramid struct {
	Rows  [][]Card
	Extra Set
}

// Owned returns every card of the pyramid, the closed ones too.
func (h Pyramid) Owned() Set {
	set := h.Extra
	for _, row := range h.Rows {
		for _, c := range row {
			if c != NoCard {
				set |= c.Bit()
			}
		}
	}
	return set
}

// Covers returns the cards that lie over the i-th card of a row. Both numbers count from 0.
func (h Pyramid) Covers(row, i int) Set {
	if row+1 >= len(h.Rows) {
		return 0
	}
	var set Set
	coveringRow := h.Rows[row+1]
	for j := i; j <= i+1 && j < len(coveringRow); j++ {
		if coveringRow[j] != NoCard {
			set |= coveringRow[j].Bit()
		}
	}
	return set
}

func (h Pyramid) lock(t *Table) {
	if t.covers == &uncovered {
		t.covers = &[64]Set{}
	}
	for r, row := range h.Rows {
		for i, c := range row {
			if covers := h.Covers(r, i); c != NoCard && covers != 0 {
				t.covers[c] = covers
				t.locked |= c.Bit()
			}
		}
	}
}

// Uncovered returns the hand of the pyramid: the cards that no other card lies over.
func (h Pyramid) Uncovered() Set {
	var set Set
	for r, row := range h.Rows {
		for i, c := range row {
			if c != NoCard && h.Covers(r, i) == 0 {
				set |= c.Bit()
			}
		}
	}
	return set | h.Extra
}

// Replaced returns the pyramid with some cards replaced by others, all at once (S9: a card
// received in an exchange takes the place of the one given). If replacements[H3] is F2, F2 lies
// where H3 was; NoCard leaves the place empty. The receiver's rows are not changed.
func (h Pyramid) Replaced(replacements map[Card]Card) Pyramid {
	out := Pyramid{Rows: make([][]Card, len(h.Rows)), Extra: h.Extra}
	for r, row := range h.Rows {
		out.Rows[r] = slices.Clone(row)
		for i, oldCard := range row {
			if newCard, ok := replacements[oldCard]; ok && oldCard != NoCard {
				out.Rows[r][i] = newCard
			}
		}
	}
	for oldCard := range replacements {
		out.Extra &^= oldCard.Bit()
	}
	for oldCard, newCard := range replacements {
		if h.Extra.Contains(oldCard) {
			out.Extra |= newCard.Bit()
		}
	}
	return out
}

// Solo is a hand that grows from the draw pile (S10). Drawn[0] joins it when the first
// trick ends, Drawn[1] after the second, and so on. NoCard means that none joins.
type Solo struct {
	Start Set
	Drawn []Card
}

// Owned returns the starting cards and all that will be drawn.
func (h Solo) Owned() Set {
	set := h.Start
	for _, c := range h.Drawn {
		if c != NoCard {
			set |= c.Bit()
		}
	}
	return set
}

func (h Solo) lock(t *Table) {
	for i, c := range h.Drawn {
		if c != NoCard {
			t.drawTricks[c] = uint8(i + 1)
			t.locked |= c.Bit()
		}
	}
}

// Refills returns the cards of the draw pile that each seat will draw, in order. After each trick
// each seat gets one, seat 0 first. Excluded seats are never refilled and get none (S10).
func Refills(pile []Card, seats int, excluded func(Seat) bool) [MaxSeats][]Card {
	var out [MaxSeats][]Card
	refilled := false
	for s := range Seat(seats) {
		refilled = refilled || !excluded(s)
	}
	for next := 0; refilled && next < len(pile); {
		for s := range Seat(seats) {
			if !excluded(s) && next < len(pile) {
				out[s] = append(out[s], pile[next])
				next++
			}
		}
	}
	return out
}
