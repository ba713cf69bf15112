package board

import (
	"fmt"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// trick draws the cards of the trick: in the order of play, or before their seats.
func (d *drawing) trick() {
	s := d.s
	n := len(s.Plays)
	x := d.x + (d.w-(n-1)*d.step-d.card.W)/2
	for i := range s.Plays {
		t := &s.Plays[i]
		at, y := x+i*d.step, d.trickY
		if d.cross {
			at, y = d.spot(t)
		}
		if t.Steps < t.Of { // it is still on its way
			d.flying = append(d.flying, flight{*t, at, y})
			there := *t
			there.Card, there.Best = tricks.NoCard, false
			t = &there
		}
		d.play(at, y, t)
	}
}

// flight is a card on its way, and where it will lie.
type flight struct {
	scene.Play
	x, y int
}

// fly draws the cards that are on their way from their seats.
func (d *drawing) fly() {
	for i := range d.flying {
		f := &d.flying[i]
		x, y := d.x+(d.w-d.card.W)/2, d.handY
		for k := range d.s.Seats {
			if d.s.Seats[k].At == f.At {
				x, y = d.seatAt(k)
				x += (d.plate.W - d.card.W) / 2
			}
		}
		x, y = x+(f.x-x)*f.Steps/f.Of, y+(f.y-y)*f.Steps/f.Of
		card, rank := f.Face()
		d.Grid.Card(x, y, d.card, card, rank, felt.Lit, d.card.H)
	}
}

// spot is where the card of a seat lies before it.
func (d *drawing) spot(t *scene.Play) (x, y int) {
	middle, step := d.x+(d.w-d.card.W)/2, d.card.W+5
	half := d.trickY + (d.card.H+1)/2
	switch t.At {
	case d.s.Me.At:
		return middle, d.trickY + d.card.H + 1
	case d.s.Seats[0].At:
		return middle - step, half
	case d.s.Seats[len(d.s.Seats)-1].At:
		return middle + step, half
	}
	return middle, d.trickY
}

// play draws one place of the trick with its name.
func (d *drawing) play(x, y int, t *scene.Play) {
	z := d.card
	if t.Card == tricks.NoCard {
		d.Slot(x, y, z, t.Me || t.Turn)
		if d.cross {
			name := ""
			switch {
			case t.Me:
				name = t.Name
			case t.Turn:
				name = d.T("scene.next")
			}
			p := felt.Pen{Fg: felt.Ink}
			if t.Me {
				p.Fg = felt.GoldInk
			}
			if d.Width(name) <= z.W {
				d.Mid(x, y+z.H/2, z.W, name, p)
			}
			return
		}
	} else {
		lies := felt.Lit
		if t.Best {
			lies = felt.Best
		}
		card, rank := t.Face()
		d.Grid.Card(x, y, z, card, rank, lies, z.H)
	}
	if d.cross && !t.Best {
		return
	}
	d.label(x-2, y+z.H, z.W+4, t)
}

// label is the name below a card; that of the best one is the foot of its frame.
func (d *drawing) label(x, y, w int, t *scene.Play) {
	name := d.Cut(t.Name, max(min(w+1, d.step+1), 12))
	switch {
	case t.Best && d.Look().Plain():
		d.Mid(x, y, w, "*"+name+"*", felt.Strong)
	case t.Best:
		wide := max(w-4, d.Width(name))
		at := x + (w-wide)/2
		d.Put(at-1, y, "▐", felt.Pen{Fg: felt.Gold})
		d.Fill(at, y, wide, 1, felt.Gold)
		d.Mid(at, y, wide, name, felt.Chosen)
		d.Put(at+wide, y, "▌", felt.Pen{Fg: felt.Gold})
	case t.Me:
		d.Mid(x, y, w, name, felt.Pen{Fg: felt.GoldInk})
	default:
		d.Mid(x, y, w, name, felt.Text)
	}
}

// sides are the columns left and right of the trick.
func (d *drawing) sides() (left, wide, right int) {
	if d.cross {
		wide = 30
		return d.x + 5, wide, d.x + d.w - 4
	}
	n := max(len(d.s.Plays), len(d.s.Seats)+1)
	trick := (n-1)*d.step + d.card.W
	from := d.x + (d.w-trick)/2
	margin := 3
	if d.big {
		margin = 6
	}
	return d.x + margin, from - d.x - margin - 2, d.x + d.w - margin
}

// things draws what lies on the felt, left of the trick, and the pyramid or the facts right of it; in
// a narrow window a line below the trick.
func (d *drawing) things() {
	s := d.s
	switch d.thingsIn {
	case beside:
	case inBar:
		return
	case below:
		d.Middle(d.x, d.thingsY, d.w, d.Wrap(d.thingsLine(), d.w-2, d.thingRows), felt.Text)
		return
	}
	left, wide, right := d.sides()
	y, end := d.trickY, d.rail-1
	if d.cross {
		y = d.belowSides()
	}
	for i := range s.Things {
		y = d.thing(left, y, wide, end, &s.Things[i])
	}
	y = d.trickY + 1
	if d.cross {
		y = d.belowSides()
	}
	for i := range s.Seats {
		switch {
		case s.Seats[i].Rows == nil:
		case d.cross: // above its seat
			x, top := d.seatAt(i)
			d.pyramid(x+6, top-1-len(s.Seats[i].Rows)-(len(s.Seats[i].Extra)+4)/5, &s.Seats[i])
		default:
			y = d.besidePyramid(right, d.trickY, &s.Seats[i])
		}
	}
	for _, f := range s.Facts {
		lines := d.Wrap(f, wide, 4)
		if y+len(lines) > end {
			break
		}
		for _, l := range lines {
			d.Right(right, y, l, felt.Text)
			y++
		}
		if y < end-1 {
			y++
		}
	}
}

// thingsLine tells the things and the facts in a line or two.
func (d *drawing) thingsLine() string {
	s := d.s
	var parts []string
	for i := range s.Things {
		parts = append(parts, d.thingShort(&s.Things[i]))
	}
	line := strings.Join(parts, ", ")
	if rest := d.fitting(s.Facts, d.w-4-d.Width(line)%(d.w-2)); rest != "" {
		line = strings.TrimPrefix(line+", "+rest, ", ")
	}
	return line
}

// belowSides is the first free row below the seats left and right of the trick.
func (d *drawing) belowSides() int {
	_, y := d.seatAt(0)
	return y + d.plateRows() + 1
}

// thing draws a thing with its cards, and returns the row below it.
func (d *drawing) thing(x, y, wide, end int, o *scene.Thing) int {
	step := 6
	if n := len(o.Cards); n > 1 { // they lie over each other where there is little room
		step = min(step, (wide-felt.Small.W)/(n-1))
	}
	if y+4 > end+1 || step < 4 { // as a chip
		if y < end {
			d.Text(x, y, wide, d.thingShort(o), felt.Text)
		}
		return y + 1
	}
	for k, c := range o.Cards {
		d.Grid.Card(x+step*k, y, felt.Small, c, "", felt.Lit, 3)
	}
	name := o.Name
	if o.Count > 0 {
		d.Put(x+step*len(o.Cards), y+1, fmt.Sprintf("x%d", o.Count), felt.Text)
	}
	y += 3
	for _, l := range d.Wrap(name, wide, 2) {
		if y < end+1 {
			d.Put(x, y, l, felt.Text)
			y++
		}
	}
	p := felt.Pen{Fg: felt.GoldInk}
	if o.Bad {
		p.Fg = felt.Bad
	}
	if o.Least > 0 {
		if y <= end {
			d.Put(x, y, d.Cut(d.T("scene.sum", o.Sum, o.Least), wide), p)
			y++
		}
		if y <= end && !d.Look().Plain() {
			full := min(12*o.Sum/o.Least, 12)
			at := d.Put(x, y, strings.Repeat("▄", full), p)
			d.Put(at, y, strings.Repeat("▄", 12-full), felt.Pen{Fg: felt.Mist})
			y++
		}
		return y + 1
	}
	if o == d.aloud {
		return y + 1
	}
	return y + d.Paragraph(x, y, wide, end+1-y, o.Says, p) + 1
}

// thingShort is a thing in a few cells.
func (d *drawing) thingShort(o *scene.Thing) string {
	var codes []string
	for _, c := range o.Cards {
		if c == tricks.Closed {
			codes = append(codes, fmt.Sprintf("x%d", o.Count))
			continue
		}
		codes = append(codes, d.Code(c))
	}
	text := o.Name + " " + strings.Join(codes, " ")
	switch {
	case o.Least > 0:
		text += " " + d.T("scene.sum", o.Sum, o.Least)
	case o.Says != "" && d.thingsIn != inBar && o.Count == 0:
		text += ": " + o.Says
	}
	return text
}

// pyramid draws the third hand of two players (S9): every card stays where it was laid. It returns
// the row below it.
func (d *drawing) pyramid(x, y int, s *scene.Seat) int {
	wide := 0
	for _, row := range s.Rows {
		wide = max(wide, len(row))
	}
	for _, row := range s.Rows {
		at := x + (wide-len(row))*pyramidStep/2
		for _, c := range row {
			d.inPyramid(at, y, c)
			at += pyramidStep
		}
		y++
	}
	if len(s.Extra) > 0 {
		at := d.Put(x, y, "+", felt.Text)
		for i, c := range s.Extra {
			if i > 0 && i%wide == 0 {
				at, y = x+1, y+1
			}
			d.inPyramid(at, y, c)
			at += pyramidStep
		}
		y++
	}
	return y
}

// pyramidStep is between two cards of a pyramid.
const pyramidStep = 4

func (d *drawing) inPyramid(x, y int, c tricks.Card) {
	switch c {
	case tricks.NoCard:
	case tricks.Closed, tricks.Leaving:
		if d.Look().Plain() {
			d.Put(x, y, "##", felt.Text)
		} else {
			d.Put(x, y, "▄▄▄", felt.Pen{Fg: felt.Line})
		}
	default:
		d.Chip(x, y, c, d.Code(c), 0)
	}
}

func (d *drawing) besidePyramid(right, y int, s *scene.Seat) int {
	wide := 0
	for _, row := range s.Rows {
		wide = max(wide, len(row))
	}
	y = d.pyramid(right-pyramidStep*wide, y, s)
	d.Right(right, y, d.T("tui.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// felted is the part of the felt that has nothing on it as long as no trick is played.
func (d *drawing) felted() (x, y, w, h int) {
	if d.cross {
		return d.x + d.plate.W + 6, d.plateY + d.plateRows() + 2, d.w - 2*d.plate.W - 12, d.rail - d.plateY - d.plateRows() - 3
	}
	y = d.plateY + d.plateRows() + 1
	return d.x + 2, y, d.w - 4, d.rail - y
}

// setup shows what has happened in the setup, the things on the table, and the answers in words.
func (d *drawing) setup() {
	s := d.s
	x, y, w, h := d.felted()
	end := y + h
	w = d.pyramids(x, y, w)
	if len(s.Answers) > 0 {
		y = d.buttons(x, y, w, 2) + 1
	}
	if d.thingsRow(x, y, w) {
		y += 2
	}
	var lines []string
	for _, n := range s.News {
		told := d.Wrap(n, w-2, 9)
		if len(lines)+len(told) > end-y {
			break
		}
		for i := range told {
			told[i] = map[bool]string{true: "- ", false: "  "}[i == 0] + told[i]
		}
		lines = append(told, lines...)
	}
	d.Lines(x, y, lines, felt.Text)
}

// pyramids draws the pyramid at the right end of the felt before the first trick, and returns how wide
// what is left of it is; a narrow window has it at its seat.
func (d *drawing) pyramids(x, y, w int) int {
	for i := range d.s.Seats {
		if d.s.Seats[i].Rows != nil && !d.narrow {
			w -= 24
			d.besidePyramid(x+w+22, y-1, &d.s.Seats[i])
		}
	}
	return w
}

// thingsRow draws the things on the felt and the facts in a row, and reports whether there are any.
func (d *drawing) thingsRow(x, y, w int) bool {
	s, at := d.s, x
	for i := range s.Things {
		o := &s.Things[i]
		if at = d.Put(at, y, o.Name+" ", felt.Text); o.Count > 0 {
			at = d.Put(at, y, fmt.Sprintf("x%d", o.Count), felt.Text)
		} else {
			for _, c := range o.Cards {
				at = d.Chip(at, y, c, d.Code(c), 1) + 1
			}
		}
		at += 2
	}
	facts := d.fitting(s.Facts, x+w-at)
	d.Put(at, y, facts, felt.Text)
	return facts != "" || len(s.Things) > 0
}

// buttonRows are how many answers stand in each row of w cells.
func (d *drawing) buttonRows(w int) (rows []int) {
	wide := w
	for i := range d.s.Answers {
		one := min(d.Width(d.s.Answers[i].Label)+4, w)
		if wide += 2 + one; wide > w {
			rows, wide = append(rows, 0), one
		}
		rows[len(rows)-1]++
	}
	return rows
}

// buttons draws the answers side by side in the middle of a line, or of several with so many rows
// from one to the next, and returns the row below them.
func (d *drawing) buttons(x, y, w, step int) int {
	s, i := d.s, 0
	for _, n := range d.buttonRows(w) {
		wide := 2 * (n - 1)
		for _, a := range s.Answers[i : i+n] {
			wide += min(d.Width(a.Label)+4, w)
		}
		at := x + (w-wide)/2
		for end := i + n; i < end; i++ {
			a := &s.Answers[i]
			one := min(d.Width(a.Label)+4, w)
			p := felt.Pen{Fg: felt.Ink, Bg: felt.Plate}
			label := d.answer(a)
			switch {
			case i == s.Cursor && d.Look().Plain():
				p = felt.Strong
				label = "> " + label
			case i == s.Cursor:
				p = felt.Chosen
			case !a.Ok:
				p = felt.Faint
			}
			if p.Bg != felt.None {
				d.Fill(at, y, one, 1, p.Bg)
			}
			d.Mid(at, y, one, d.Cut(label, one), p)
			d.spots = append(d.spots, felt.Spot{X: at, Y: y, W: one, H: 1, Item: i})
			at += one + 2
		}
		y += step
	}
	return y - step + 1
}

// answer is an answer in words; without colours one that may not be chosen is in brackets.
func (d *drawing) answer(a *scene.Item) string {
	if !a.Ok && d.Look().Plain() {
		return "(" + a.Label + ")"
	}
	return a.Label
}

// list draws the answers one below the other, around the cursor: the characters of the draft.
func (d *drawing) list() {
	s := d.s
	x, y, w, h := d.felted()
	if len(s.News) > 0 && d.newsY == 0 {
		h--
	}
	w = d.pyramids(x, y, w)
	if d.thingsIn != inBar && d.thingsRow(x+2, y+h-1, w-2) {
		h--
	}
	names, must := 0, 0
	for i := range s.Answers {
		names = max(names, d.Width(d.answer(&s.Answers[i])))
		if s.Answers[i].Must {
			must = d.Width(d.T("tui.must")) + 2
		}
	}
	room, few := max(h, 1), false
	for i := range s.Answers { // all in full, or all in few words
		few = few || d.Width(s.Answers[i].Note) > w-6-names-must
	}
	first := min(max(s.Cursor-room/2, 0), max(len(s.Answers)-room, 0))
	for i := first; i < min(first+room, len(s.Answers)); i++ {
		a := &s.Answers[i]
		p, q := felt.Pen{Fg: felt.Ink, Bold: true}, felt.Text
		mark := "  "
		if i == s.Cursor {
			if mark = "> "; !d.Look().Plain() {
				d.Fill(x, y, w, 1, felt.Gold)
				p, q, mark = felt.Chosen, felt.Pen{Fg: felt.Dark, Bg: felt.Gold}, "  "
			}
		} else if !a.Ok {
			p = felt.Faint
		}
		digit := " "
		if a.Digit != 0 {
			digit = string(a.Digit)
		}
		at := d.Put(x, y, mark+digit+" ", q)
		d.Put(at, y, d.answer(a), p)
		at += names + 2
		if a.Must {
			d.Put(at, y, d.T("tui.must"), q)
		}
		at += must
		note := a.Note
		if few {
			note = a.Few
		}
		d.Put(at, y, d.Cut(note, x+w-at), q)
		d.spots = append(d.spots, felt.Spot{X: x, Y: y, W: w, H: 1, Item: i})
		y++
	}
}

// news is the last thing that has happened, in the last row of the felt.
func (d *drawing) news() {
	if o := d.aloud; o != nil && d.newsY > 0 {
		p := felt.Pen{Fg: felt.GoldInk}
		if o.Bad {
			p.Fg = felt.Bad
		}
		d.Middle(d.x, d.newsY, d.w, d.Wrap(o.Says, d.w-2, d.newsRows), p)
		return
	}
	if s := d.s; d.newsY > 0 && len(s.News) > 0 && !s.Setup {
		for _, n := range s.News {
			if lines := d.Wrap(n, d.w-2, 9); len(lines) <= d.newsRows {
				d.Middle(d.x, d.newsY, d.w, lines, felt.Faint)
				return
			}
		}
	}
}

// panel lists the tricks that are over, the last one first.
func (d *drawing) panel(x int) {
	d.Fill(x, 1, panelWide, d.rail, felt.Plate)
	d.Put(x+2, 2, d.T("scene.panel"), felt.Strong)
	y := 5
	for _, e := range d.s.Ended {
		if y+2 > d.rail {
			return
		}
		d.Put(x+2, y, fmt.Sprint(e.Number), felt.Faint)
		at := x + 5
		for i, c := range e.Cards {
			if i == e.Best && !d.Look().Plain() {
				d.Put(at-1, y, "▐", felt.Pen{Fg: felt.Gold})
				d.Put(at+4, y, "▌", felt.Pen{Fg: felt.Gold})
			}
			if c != tricks.Closed {
				d.Chip(at, y, c, d.Code(c), 1)
			}
			at += 6
		}
		if e.ID != "" {
			d.Emblem(x+30, y, e.ID, e.Winner, false)
		}
		y += 3
	}
}
