package tui

// A window has one of four sizes, and each size is a table of places. The places
// depend on the window and on how many sit at the table, never on what is said in
// them, so that nothing moves while one plays.

// size is how much room a window has.
type size uint8

const (
	tiny    size = iota
	narrow       // half a screen, or a phone held upright
	compact      // what every terminal has
	roomy
	grand
)

// sizes are the smallest windows of each size.
var sizes = [...]struct{ w, h int }{narrow: {46, 30}, compact: {80, 24}, roomy: {100, 30}, grand: {120, 40}}

// sizeOf returns the size of a window.
func sizeOf(w, h int) size {
	for s := grand; s > tiny; s-- {
		if w >= sizes[s].w && h >= sizes[s].h {
			return s
		}
	}
	return tiny
}

// cardSize is how large a card is drawn, its border counted.
type cardSize struct{ w, h int }

var (
	slim   = cardSize{4, 3} // a code
	normal = cardSize{5, 3} // and the sign of the suit
	large  = cardSize{7, 5}
)

// layout is where everything is in a window.
type layout struct {
	size size
	// title is the line on top, strips those of the other seats in their order
	// from the left, own that of the hand below.
	title  rect
	strips []rect
	own    rect
	// trick is where cards are played, news what has happened, objects what the
	// chapter has put on the table.
	trick, news, objects rect
	// prompt is the question, hand what there is to choose from, detail what is said
	// about it, and keys the keys.
	prompt, hand, detail, keys rect
	// held and played are how large cards are drawn.
	held, played cardSize
}

// heights are the heights of the parts of a window of a size, from above; what is
// left over goes to the strips and to the middle.
type heights struct{ strips, middle, own, prompt, hand, detail, keys int }

var heightsOf = [...]heights{
	narrow:  {strips: 9, middle: 7, own: 3, prompt: 3, hand: 4, detail: 2, keys: 1},
	compact: {strips: 5, middle: 6, own: 3, prompt: 2, hand: 4, detail: 2, keys: 1},
	roomy:   {strips: 7, middle: 8, own: 3, prompt: 3, hand: 4, detail: 3, keys: 1},
	grand:   {strips: 9, middle: 13, own: 4, prompt: 3, hand: 6, detail: 3, keys: 1},
}

// layoutOf returns the places in a window with so many other seats, of which one may
// be a pyramid, which needs more room; -1 for none.
func layoutOf(w, h, others, pyramid int) *layout {
	l := &layout{size: sizeOf(w, h), held: slim, played: normal}
	if l.size == tiny {
		return l
	}
	p := heightsOf[l.size]
	least := 1 + p.strips + p.middle + p.own + p.prompt + p.hand + p.detail + p.keys
	spare := h - least
	more := min(spare/3, 2)
	p.strips, spare = p.strips+more, spare-more
	if l.size == narrow {
		more = min(spare/3, 4)
		p.detail, spare = p.detail+more, spare-more
	}
	p.middle += spare
	switch l.size {
	case roomy:
		l.held = normal
	case grand:
		l.held, l.played = large, large
	}
	if l.size >= roomy && p.middle > 2*large.h {
		l.played = large
	}
	y := 0
	next := func(high int) rect {
		r := rect{0, y, w, high}
		y += high
		return r
	}
	l.title = next(1)
	strips, middle := next(p.strips), next(p.middle)
	l.own = next(p.own)
	l.prompt = next(p.prompt)
	l.hand = next(p.hand)
	l.detail = next(p.detail)
	l.keys = next(p.keys)

	for i := range others {
		if l.size == narrow {
			from, to := strips.h*i/others, strips.h*(i+1)/others
			if pyramid == 0 && others == 2 { // it gets the odd line
				from, to = (strips.h*i+1)/2, (strips.h*(i+1)+1)/2
			}
			l.strips = append(l.strips, rect{0, strips.y + from, w, to - from})
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
		l.strips = append(l.strips, rect{edge(i), strips.y, edge(i+1) - edge(i), strips.h})
	}
	// The trick is in the middle, or in a narrow window on the left.
	wide := 3*l.played.w + 12
	if l.size >= roomy {
		wide = max(wide, w/3)
	}
	side := (w - wide) / 2
	l.news = rect{0, middle.y, side, middle.h}
	l.trick = rect{side, middle.y, wide, middle.h}
	l.objects = rect{side + wide, middle.y, w - side - wide, middle.h}
	if l.size == narrow {
		wide = 3*l.played.w + 4
		l.trick = rect{0, middle.y, wide, middle.h}
		half := middle.h / 2
		l.objects = rect{wide, middle.y, w - wide, half}
		l.news = rect{wide, middle.y + half, w - wide, middle.h - half}
	}
	return l
}

// Smallest returns the columns and rows of the smallest windows in which everything has
// room: a wide one, and one of a phone that is held upright.
func Smallest() [][2]int {
	return [][2]int{{sizes[compact].w, sizes[compact].h}, {sizes[narrow].w, sizes[narrow].h}}
}
