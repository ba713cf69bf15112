package board

import (
	"unicode"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/tricks"
)

// Item is one answer to the question that is due.
type Item struct {
	Label string
	// Card is the card it stands for, NoCard if for something else.
	Card tricks.Card
	// digit jumps to it; 0 for none. Cards are reached by suit and rank.
	digit rune
	// Note says more about it, in a list; Must says that somebody has to take
	// it.
	Note string
	Must bool
	// Detail is said while the cursor is on it: why it may not be chosen, or
	// what choosing it does.
	Detail string
	// Ok says that it may be chosen. Then decision is what it means, unless it
	// opens a further question.
	Ok       bool
	Decision chapters.Decision
	Opens    Step
}

// Chooser is a question with its answers and a cursor.
type Chooser struct {
	Prompt string
	Items  []Item
	Cursor int
	// List says that the items stand below each other, with notes.
	List bool
	// Seat holds the cards that the items are, NoSeat if they are no cards.
	Seat tricks.Seat
	// Inner says that esc leads back to an earlier question.
	Inner bool
	// Shown is which item each line of a list was drawn for, for the mouse.
	Shown []int
}

func (c *Chooser) start() {
	for i := range c.Items {
		if c.Items[i].Ok {
			c.Cursor = i
			return
		}
	}
}

// Lead sets the cursor on the item that leads to a decision.
func (c *Chooser) Lead(d *chapters.Decision) {
	for i := range c.Items {
		it := &c.Items[i]
		if it.Ok && (it.Opens == Opening && it.Decision == *d || it.Opens == whichCard && it.Decision.To == d.To || it.Opens == ToWin && it.Card == d.Card) {
			c.Cursor = i
			return
		}
	}
}

// At returns the item under the cursor, nil if there are none.
func (c *Chooser) At() *Item {
	if c.Cursor < 0 || c.Cursor >= len(c.Items) {
		return nil
	}
	return &c.Items[c.Cursor]
}

// Move moves the cursor, round and round.
func (c *Chooser) Move(by int) {
	if n := len(c.Items); n > 0 {
		c.Cursor = (c.Cursor + by + n) % n
	}
}

// Jump moves the cursor to what a key names: a suit's letter leads to its next
// card, a digit to the card of the rank in this suit, or to the item of the
// number.
func (c *Chooser) Jump(r rune) {
	for i := 1; i <= len(c.Items); i++ {
		k := (c.Cursor + i) % len(c.Items)
		it, here := &c.Items[k], c.At()
		hit := it.digit == r && r != 0
		if it.Card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = here.Card != tricks.NoCard && it.Card.Suit() == here.Card.Suit() && it.Card.Rank() == int(r-'0')
			} else {
				letter := unicode.ToUpper(r) // of the language, or of documents
				hit = rune(it.Card.String()[0]) == letter || rune(it.Label[0]) == letter
			}
		}
		if hit {
			c.Cursor = k
			return
		}
	}
}

// FirstSeen is the first of n lines that is seen where there is room for fewer: those
// around the cursor are.
func FirstSeen(cursor, n, room int) int { return min(max(cursor-room/2, 0), max(n-room, 0)) }

// cell draws an item of a list: in brackets if it may be chosen.
func (c *Chooser) cell(t *kit.Theme, it *Item) string {
	text := t.Fold(it.Label)
	if it.Ok {
		text = "[" + text + "]"
	} else {
		text = " " + text + " "
	}
	if it.Card != tricks.NoCard {
		return t.Suited(it.Card, text)
	}
	return text
}

// Lines draws the items below each other; > marks the cursor, the word must those
// that have to be taken. Notes are whole where there is room for all of them, below
// the items in a narrow window, else a line long, or left out: the detail of the item under
// the cursor says it all. With more items than lines those around the cursor are drawn, and ^ and v say that
// there are more.
func (c *Chooser) Lines(t *kit.Theme, must string, w, h int) []string {
	wide, mustWide := 0, cells.Width(t.Fold(must))
	for i := range c.Items {
		wide = max(wide, cells.Width(t.Fold(c.Items[i].Label))+2)
	}
	beside := w - wide - mustWide - 9
	room, notes, all := beside, make([][]string, len(c.Items)), 0
	if beside < w/2 {
		room = w - 6
	}
	for i := range c.Items {
		notes[i] = t.Wrap(c.Items[i].Note, room)
		if room > beside {
			notes[i] = append([]string{""}, notes[i]...)
		}
		all += len(notes[i])
	}
	if all > h {
		room = beside
		for i := range notes {
			switch notes[i] = t.Wrap(c.Items[i].Note, room); {
			case len(notes[i]) == 1:
			case room < w/2: // a word or two of it say nothing
				notes[i] = []string{""}
			default:
				notes[i] = []string{t.Wrap(c.Items[i].Note, room-3)[0] + " .."}
			}
		}
	}
	first := FirstSeen(c.Cursor, len(c.Items), h)
	if all <= h {
		first = 0
	}
	var out []string
	c.Shown = c.Shown[:0]
	for i := first; i < len(c.Items) && len(out) < h; i++ {
		it := &c.Items[i]
		mark := " "
		cell := t.Fit(c.cell(t, it), wide)
		switch {
		case i == c.Cursor:
			mark, cell = ">", t.Chosen.On(cell)
		case i == first && first > 0:
			mark = "^" // the list goes on
		case len(out) == h-1 && i+1 < len(c.Items):
			mark = "v"
		}
		digit := " "
		if it.digit != 0 {
			digit = string(it.digit)
		}
		needed := ""
		if it.Must {
			needed = must
		}
		out = append(out, t.Fit(" "+mark+" "+digit+" "+cell+"  "+t.Fit(needed, mustWide)+"  "+notes[i][0], w))
		for _, more := range notes[i][1:] {
			out = append(out, t.Fit(t.Fit("", w-room)+more, w))
		}
		for len(c.Shown) < len(out) {
			c.Shown = append(c.Shown, i)
		}
	}
	return out
}
