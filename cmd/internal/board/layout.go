package board

import (
	"fellowship/cmd/internal/kit"
)

// A window has one of four sizes, and each size is a table of places. The places
// depend on the window and on how many sit at the table, never on what is said in
// them, so that nothing moves while one plays.

// Layout is where everything is in a window.
type Layout struct {
	Size kit.Size
	// Title is the line on top, strips those of the other seats in their order
	// from the left, own that of the hand below.
	Title  kit.Rect
	Strips []kit.Rect
	Own    kit.Rect
	// Trick is where cards are played, News what has happened, Objects what the
	// chapter has put on the table.
	Trick, News, Objects kit.Rect
	// Prompt is the question, Hand what there is to choose from, Detail what is said
	// about it, and Keys the keys.
	Prompt, Hand, Detail, Keys kit.Rect
	// Held and Played are how large cards are drawn.
	Held, Played kit.CardSize
}

// heights are the heights of the parts of a window of a size, from above; what is
// left over goes to the strips and to the middle.
type heights struct{ strips, middle, own, prompt, hand, detail, keys int }

var heightsOf = [...]heights{
	kit.Narrow:  {strips: 9, middle: 7, own: 3, prompt: 3, hand: 4, detail: 2, keys: 1},
	kit.Compact: {strips: 5, middle: 6, own: 3, prompt: 2, hand: 4, detail: 2, keys: 1},
	kit.Roomy:   {strips: 7, middle: 8, own: 3, prompt: 3, hand: 4, detail: 3, keys: 1},
	kit.Grand:   {strips: 9, middle: 13, own: 4, prompt: 3, hand: 6, detail: 3, keys: 1},
}

// LayoutOf returns the places in a window with so many other seats, of which one may
// be a pyramid, which needs more room; -1 for none.
func LayoutOf(w, h, others, pyramid int) *Layout {
	l := &Layout{Size: kit.SizeOf(w, h), Held: kit.Slim, Played: kit.Normal}
	if l.Size == kit.Tiny {
		return l
	}
	p := heightsOf[l.Size]
	least := 1 + p.strips + p.middle + p.own + p.prompt + p.hand + p.detail + p.keys
	spare := h - least
	more := min(spare/3, 2)
	p.strips, spare = p.strips+more, spare-more
	if l.Size == kit.Narrow {
		more = min(spare/3, 4)
		p.detail, spare = p.detail+more, spare-more
	}
	p.middle += spare
	switch l.Size {
	case kit.Roomy:
		l.Held = kit.Normal
	case kit.Grand:
		l.Held, l.Played = kit.Large, kit.Large
	case kit.Tiny, kit.Narrow, kit.Compact:
	}
	if l.Size >= kit.Roomy && p.middle > 2*kit.Large.H {
		l.Played = kit.Large
	}
	y := 0
	next := func(high int) kit.Rect {
		r := kit.Rect{X: 0, Y: y, W: w, H: high}
		y += high
		return r
	}
	l.Title = next(1)
	strips, middle := next(p.strips), next(p.middle)
	l.Own = next(p.own)
	l.Prompt = next(p.prompt)
	l.Hand = next(p.hand)
	l.Detail = next(p.detail)
	l.Keys = next(p.keys)

	for i := range others {
		if l.Size == kit.Narrow {
			from, to := strips.H*i/others, strips.H*(i+1)/others
			if pyramid == 0 && others == 2 { // it gets the odd line
				from, to = (strips.H*i+1)/2, (strips.H*(i+1)+1)/2
			}
			l.Strips = append(l.Strips, kit.Rect{X: 0, Y: strips.Y + from, W: w, H: to - from})
			continue
		}
		edge := func(i int) int {
			switch {
			case i == 1 && others == 2 && pyramid == 0:
				return w * 3 / 5
			case i == 1 && others == 2 && pyramid == 1:
				return w - w*3/5
			}
			return w * i / others
		}
		l.Strips = append(l.Strips, kit.Rect{X: edge(i), Y: strips.Y, W: edge(i+1) - edge(i), H: strips.H})
	}
	// The trick is in the middle, or in a narrow window on the left.
	wide := 3*l.Played.W + 12
	if l.Size >= kit.Roomy {
		wide = max(wide, w/3)
	}
	side := (w - wide) / 2
	l.News = kit.Rect{X: 0, Y: middle.Y, W: side, H: middle.H}
	l.Trick = kit.Rect{X: side, Y: middle.Y, W: wide, H: middle.H}
	l.Objects = kit.Rect{X: side + wide, Y: middle.Y, W: w - side - wide, H: middle.H}
	if l.Size == kit.Narrow {
		wide = 3*l.Played.W + 6
		l.Trick = kit.Rect{X: 0, Y: middle.Y, W: wide, H: middle.H}
		half := middle.H / 2
		l.Objects = kit.Rect{X: wide, Y: middle.Y, W: w - wide, H: half}
		l.News = kit.Rect{X: wide, Y: middle.Y + half, W: w - wide, H: middle.H - half}
	}
	return l
}
