package tui

import (
	"strings"

	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// hit is where an answer is drawn, for the mouse.
type hit struct {
	rect
	item int
}

// A row of cards says by its form what may be played: the card under the cursor is
// raised by a row, what may not be played has sunk by one.

// fan draws the answers side by side as boxes, and returns where they are. Cards that
// do not fit lie one over the other; of answers that still do not fit those around the
// cursor are drawn.
func (c *chooser) fan(t *theme, cv *canvas, r rect, z cardSize) []hit {
	pictures := make([]picture, len(c.items))
	for i := range c.items {
		pictures[i] = c.pictureOf(t, i, z)
	}
	at, used, step := c.spread(pictures, r.w-2)
	offset := 0
	if used > r.w-2 && c.cursor >= 0 && c.cursor < len(at) {
		offset = min(max(at[c.cursor]+pictures[c.cursor].w/2-(r.w-2)/2, 0), used-(r.w-2))
	}
	if used < r.w-2 {
		offset = -(r.w - 2 - used) / 2 // in the middle
	}
	in := rect{r.x + 1, r.y, r.w - 2, r.h}
	var hits []hit
	draw := func(i int) {
		p := &pictures[i]
		x, y := in.x+at[i]-offset, r.y+min(1, r.h-z.h)
		switch {
		case i == c.cursor:
			y = r.y
		case c.cursor >= 0 && !c.items[i].ok:
			y = r.y + 2
		}
		t.drawBox(cv, in, x, y, p)
		if i == c.cursor {
			wide := max(min(p.w, step(i)), 3)
			cv.put(rect{x + 1, y + p.h, wide - 2, 1}.within(in), strings.Repeat("^", wide-2), t.bold)
		}
		if seen := (rect{x, y, p.w, p.h}).within(in); seen.w > 0 {
			hits = append(hits, hit{seen, i})
		}
	}
	for i := range c.items {
		if i != c.cursor {
			draw(i)
		}
	}
	if c.cursor >= 0 && c.cursor < len(c.items) {
		draw(c.cursor)
	}
	if offset > 0 {
		cv.put(rect{r.x, r.y + 2, 1, 1}, "<", t.bold)
	}
	if used-offset > r.w-2 {
		cv.put(rect{r.x + r.w - 1, r.y + 2, 1, 1}, ">", t.bold)
	}
	return hits
}

// handOf is the cards of a seat's hand, without a choice.
func (t *board) handOf(s tricks.Seat) *chooser {
	held := chooser{cursor: -1}
	for _, card := range atHand(&t.v.Seats[s]).Cards() {
		held.items = append(held.items, item{label: t.Code(card), card: card})
	}
	return &held
}

// pictureOf is how an answer is drawn.
func (c *chooser) pictureOf(t *theme, i int, z cardSize) picture {
	it := &c.items[i]
	var p picture
	if it.card != tricks.NoCard {
		p = t.cardPicture(tricks.Move{Card: it.card}, z)
	} else {
		label := t.fold(it.label)
		p = picture{cardSize: cardSize{ansi.StringWidth(label) + 4, 3}, face: []string{" " + label}}
	}
	switch {
	case c.cursor >= 0 && !it.ok:
		p.look = t.faint
	case i == c.cursor && p.look == "":
		p.look = t.bold
	case i == c.cursor:
		p.look = p.look.bolder()
	}
	return p
}

// spread places boxes in so many cells: suits apart, and cards over each other where
// they have to be. It returns where each begins, how wide all are, and how much of
// each the next one leaves.
func (c *chooser) spread(pictures []picture, w int) (at []int, used int, step func(int) int) {
	for _, fit := range []struct{ gap, over int }{{2, 0}, {1, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}} {
		at, used = make([]int, len(pictures)), 0
		step = func(i int) int {
			if c.items[i].card == tricks.NoCard || i == len(pictures)-1 {
				return pictures[i].w
			}
			return max(pictures[i].w-fit.over, 3)
		}
		x := 0
		for i := range pictures {
			if i > 0 && (c.items[i].card == tricks.NoCard || c.items[i].card.Suit() != c.items[i-1].card.Suit()) {
				x += fit.gap
			}
			at[i] = x
			used = x + pictures[i].w
			x += step(i)
		}
		if used <= w {
			break
		}
	}
	return at, used, step
}

// itemAt returns the answer at a place, -1 for none. What was drawn last lies on top.
func itemAt(hits []hit, x, y int) int {
	for i := len(hits) - 1; i >= 0; i-- {
		if hits[i].has(x, y) {
			return hits[i].item
		}
	}
	return -1
}
