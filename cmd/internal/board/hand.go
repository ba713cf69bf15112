package board

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/tricks"
)

// Hit is where an answer is drawn, for the mouse.
type Hit struct {
	kit.Rect
	Item int
}

// A row of cards says by its form what may be played: the card under the cursor is
// raised by a row, what may not be played has sunk by one.

// Fan draws the answers side by side as boxes, and returns where they are. Cards that
// do not fit lie one over the other; of answers that still do not fit those around the
// cursor are drawn.
func (c *Chooser) Fan(t *kit.Theme, cv *kit.Canvas, r kit.Rect, z kit.CardSize) []Hit {
	pictures := make([]kit.Picture, len(c.Items))
	for i := range c.Items {
		pictures[i] = c.pictureOf(t, i, z)
	}
	at, used, step := c.spread(pictures, r.W-2)
	offset := 0
	if used > r.W-2 && c.Cursor >= 0 && c.Cursor < len(at) {
		offset = min(max(at[c.Cursor]+pictures[c.Cursor].W/2-(r.W-2)/2, 0), used-(r.W-2))
	}
	if used < r.W-2 {
		offset = -(r.W - 2 - used) / 2 // in the middle
	}
	in := kit.Rect{X: r.X + 1, Y: r.Y, W: r.W - 2, H: r.H}
	var hits []Hit
	draw := func(i int) {
		p := &pictures[i]
		x, y := in.X+at[i]-offset, r.Y+min(1, r.H-z.H)
		switch {
		case i == c.Cursor:
			y, p.Ink = r.Y, t.Inks.Chosen
		case c.Cursor >= 0 && !c.Items[i].Ok:
			y = r.Y + 2
		}
		t.DrawBox(cv, in, x, y, p)
		if i == c.Cursor {
			wide := max(min(p.W, step(i)), 3)
			cv.Put(kit.Rect{X: x + 1, Y: y + p.H, W: wide - 2, H: 1}.Within(in), strings.Repeat("^", wide-2), t.Bold)
		}
		if seen := (kit.Rect{X: x, Y: y, W: p.W, H: p.H}).Within(in); seen.W > 0 {
			hits = append(hits, Hit{seen, i})
		}
	}
	for i := range c.Items {
		if i != c.Cursor {
			draw(i)
		}
	}
	if c.Cursor >= 0 && c.Cursor < len(c.Items) {
		draw(c.Cursor)
	}
	if offset > 0 {
		cv.Put(kit.Rect{X: r.X, Y: r.Y + 2, W: 1, H: 1}, "<", t.Bold)
	}
	if used-offset > r.W-2 {
		cv.Put(kit.Rect{X: r.X + r.W - 1, Y: r.Y + 2, W: 1, H: 1}, ">", t.Bold)
	}
	return hits
}

// HandOf is the cards of a seat's hand, without a choice.
func (t *Board) HandOf(s tricks.Seat) *Chooser {
	held := Chooser{Cursor: -1}
	for _, card := range AtHand(&t.V.Seats[s]).Cards() {
		held.Items = append(held.Items, Item{Label: t.Code(card), Card: card})
	}
	return &held
}

func (c *Chooser) pictureOf(t *kit.Theme, i int, z kit.CardSize) kit.Picture {
	it := &c.Items[i]
	var p kit.Picture
	if it.Card != tricks.NoCard {
		p = t.CardPicture(tricks.Move{Card: it.Card}, z)
	} else {
		label := t.Fold(it.Label)
		p = kit.Picture{CardSize: kit.CardSize{W: cells.Width(label) + 4, H: 3}, Face: []string{" " + label}}
	}
	switch {
	case c.Cursor >= 0 && !it.Ok:
		p.Ink = t.Faint
	case i == c.Cursor && p.Ink == (kit.Ink{}):
		p.Ink = t.Bold
	case i == c.Cursor:
		p.Ink = p.Ink.Bolder()
	}
	return p
}

// spread places boxes in so many cells: suits apart, and cards over each other where
// they have to be. It returns where each begins, how wide all are, and how much of
// each the next one leaves.
func (c *Chooser) spread(pictures []kit.Picture, w int) (at []int, used int, step func(int) int) {
	for _, fit := range []struct{ gap, over int }{{2, 0}, {1, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}} {
		at, used = make([]int, len(pictures)), 0
		step = func(i int) int {
			if c.Items[i].Card == tricks.NoCard || i == len(pictures)-1 {
				return pictures[i].W
			}
			return max(pictures[i].W-fit.over, 3)
		}
		x := 0
		for i := range pictures {
			if i > 0 && (c.Items[i].Card == tricks.NoCard || c.Items[i].Card.Suit() != c.Items[i-1].Card.Suit()) {
				x += fit.gap
			}
			at[i] = x
			used = x + pictures[i].W
			x += step(i)
		}
		if used <= w {
			break
		}
	}
	return at, used, step
}

// ItemAt returns the answer at a place, -1 for none. The card drawn last lies on top.
func ItemAt(hits []Hit, x, y int) int {
	for i := len(hits) - 1; i >= 0; i-- {
		if hits[i].Has(x, y) {
			return hits[i].Item
		}
	}
	return -1
}
