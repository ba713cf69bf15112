package tui

import (
	"unicode"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// item is one answer to the question that is due.
type item struct {
	label string
	// card is the card it stands for, NoCard if for something else.
	card tricks.Card
	// digit jumps to it; 0 for none. Cards are reached by suit and rank.
	digit rune
	// note says more about it, in a list; must says that somebody has to take
	// it.
	note string
	must bool
	// detail is said while the cursor is on it: why it may not be chosen, or
	// what choosing it does.
	detail string
	// ok says that it may be chosen. Then decision is what it means, unless it
	// opens a further question.
	ok       bool
	decision chapters.Decision
	opens    step
}

// chooser is a question with its answers and a cursor.
type chooser struct {
	prompt string
	items  []item
	cursor int
	// list says that the items stand below each other, with notes.
	list bool
	// seat is whose cards the items are, NoSeat if they are no cards.
	seat tricks.Seat
	// inner says that esc leads back to an earlier question.
	inner bool
	// shown is which item each line of a list was drawn for, for the mouse.
	shown []int
}

// start sets the cursor on the first item that may be chosen.
func (c *chooser) start() {
	for i := range c.items {
		if c.items[i].ok {
			c.cursor = i
			return
		}
	}
}

// at returns the item under the cursor, nil if there are none.
func (c *chooser) at() *item {
	if c.cursor < 0 || c.cursor >= len(c.items) {
		return nil
	}
	return &c.items[c.cursor]
}

func (c *chooser) move(by int) {
	if n := len(c.items); n > 0 {
		c.cursor = (c.cursor + by + n) % n
	}
}

// jump moves the cursor to what a key names: a suit's letter leads to its next
// card, a digit to the card of the rank in this suit, or to the item of the
// number.
func (c *chooser) jump(r rune) {
	for i := 1; i <= len(c.items); i++ {
		k := (c.cursor + i) % len(c.items)
		it, here := &c.items[k], c.at()
		hit := it.digit == r && r != 0
		if it.card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = here.card != tricks.NoCard && it.card.Suit() == here.card.Suit() && it.card.Rank() == int(r-'0')
			} else {
				letter := unicode.ToUpper(r) // of the language, or of documents
				hit = rune(it.card.String()[0]) == letter || rune(it.label[0]) == letter
			}
		}
		if hit {
			c.cursor = k
			return
		}
	}
}

// firstSeen is the first of n lines that is seen where there is room for fewer: those
// around the cursor are.
func firstSeen(cursor, n, room int) int { return min(max(cursor-room/2, 0), max(n-room, 0)) }

// inList is where a key moves a cursor in a list of n lines, of which a page shows some.
func inList(cursor, n, page int, key string) int {
	switch key {
	case "up", "shift+tab":
		cursor--
	case "down", "tab":
		cursor++
	case "pgup":
		cursor -= page
	case "pgdown":
		cursor += page
	case "home":
		cursor = 0
	case "end":
		cursor = n - 1
	}
	return max(min(cursor, n-1), 0)
}

// cell draws an item of a list: in brackets if it may be chosen.
func (c *chooser) cell(t *theme, it *item) string {
	text := t.fold(it.label)
	if it.ok {
		text = "[" + text + "]"
	} else {
		text = " " + text + " "
	}
	if it.card != tricks.NoCard {
		return t.suited(it.card, text)
	}
	return text
}

// lines draws the items below each other; > marks the cursor, the word must those
// that have to be taken. Notes are whole where there is room for all of them,
// else a line long: the detail of the item under the cursor says it all. With
// more items than lines those around the cursor are drawn, and ^ and v say that
// there are more.
func (c *chooser) lines(t *theme, must string, w, h int) []string {
	wide, mustWide := 0, ansi.StringWidth(t.fold(must))
	for i := range c.items {
		wide = max(wide, ansi.StringWidth(t.fold(c.items[i].label))+2)
	}
	room := w - wide - mustWide - 9
	notes, all := make([][]string, len(c.items)), 0
	for i := range c.items {
		notes[i] = t.wrap(c.items[i].note, room)
		all += len(notes[i])
	}
	if all > h {
		for i := range notes {
			if len(notes[i]) > 1 {
				notes[i] = []string{t.wrap(c.items[i].note, room-3)[0] + " .."}
			}
		}
	}
	first := firstSeen(c.cursor, len(c.items), h)
	if all <= h {
		first = 0
	}
	var out []string
	c.shown = c.shown[:0]
	for i := first; i < len(c.items) && len(out) < h; i++ {
		it := &c.items[i]
		mark := " "
		cell := t.fit(c.cell(t, it), wide)
		switch {
		case i == c.cursor:
			mark, cell = ">", t.reverse.on(cell)
		case i == first && first > 0:
			mark = "^" // the list goes on
		case len(out) == h-1 && i+1 < len(c.items):
			mark = "v"
		}
		digit := " "
		if it.digit != 0 {
			digit = string(it.digit)
		}
		needed := ""
		if it.must {
			needed = must
		}
		out = append(out, t.fit(" "+mark+" "+digit+" "+cell+"  "+t.fit(needed, mustWide)+"  "+notes[i][0], w))
		for _, more := range notes[i][1:] {
			out = append(out, t.fit(t.fit("", w-room)+more, w))
		}
		for len(c.shown) < len(out) {
			c.shown = append(c.shown, i)
		}
	}
	return out
}
