package board

import (
	"fmt"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// drawTrick draws the cards of the trick; the place of a card that is still on its way is empty.
func (d *drawing) drawTrick() {
	for i, t := range d.scene.Plays {
		if t.Steps < t.StepCount {
			t.Card = tricks.NoCard
			t.Best = false
		}
		x, y := d.cardPosition(i)
		d.drawPlay(x, y, &t, false)
	}
}

// drawMoving draws the cards that are on their way from their seats.
func (d *drawing) drawMoving() {
	for i := range d.scene.Plays {
		t := &d.scene.Plays[i]
		if t.Steps >= t.StepCount {
			continue
		}
		x, y := d.x+(d.w-d.card.W)/2, d.handY
		for k := range d.scene.Seats {
			if d.scene.Seats[k].Index == t.Seat {
				x, y = d.seatPosition(k)
				x += (d.plate.W - d.card.W) / 2
			}
		}
		toX, toY := d.cardPosition(i)
		x, y = x+(toX-x)*t.Steps/t.StepCount, y+(toY-y)*t.Steps/t.StepCount
		card, rank := t.Face()
		d.Grid.Card(x, y, d.card, card, rank, felt.Lit, d.card.H)
	}
}

// cardPosition is where the card of a place lies: in the order of play, or before its seat.
func (d *drawing) cardPosition(i int) (x, y int) {
	n := len(d.scene.Plays)
	middle := d.x + (d.w-d.card.W)/2
	step := d.card.W + 5
	half := d.trickY + (d.card.H+1)/2
	switch seat := d.scene.Plays[i].Seat; {
	case !d.cross:
		return d.x + (d.w-(n-1)*d.step-d.card.W)/2 + i*d.step, d.trickY
	case seat == d.scene.Me.Index:
		return middle, d.trickY + d.card.H + 1
	case seat == d.scene.Seats[0].Index:
		return middle - step, half
	case seat == d.scene.Seats[len(d.scene.Seats)-1].Index:
		return middle + step, half
	}
	return middle, d.trickY
}

// drawPlay draws one place of the trick with its name; the card that broke a goal is framed as such.
func (d *drawing) drawPlay(x, y int, t *scene.Play, broke bool) {
	size := d.card
	state := felt.Lit
	frame, namePen := felt.Gold, felt.Chosen
	switch {
	case t.Card == tricks.NoCard:
		d.drawEmptySlot(x, y, t)
		return
	case broke:
		frame, namePen = felt.Bad, felt.Broken
		if d.Palette().NoColor() {
			state = felt.Best
		}
	case t.Best:
		state = felt.Best
	case t.Taken:
		state = felt.Sunk
	}
	card, rank := t.Face()
	d.Grid.Card(x, y, size, card, rank, state, size.H)
	name := d.Cut(t.Name, max(min(size.W+5, d.step+1), 12))
	w := size.W + 4
	x, y = x-2, y+size.H
	switch {
	case (broke || t.Best) && !d.Palette().NoColor():
		d.Frame(x+2, y-size.H, size, frame)
		if d.Width(name) > size.W+2 { // the frame is no wider for it
			d.Center(x, y, w, name, felt.Pen{Fg: namePen.Bg, Bold: true})
			return
		}
		d.Put(x+1, y, "▐", felt.Pen{Fg: frame})
		d.Put(x+w-2, y, "▌", felt.Pen{Fg: frame})
		d.Fill(x+2, y, size.W, 1, namePen.Bg)
		d.Center(x, y, w, name, namePen)
	case d.cross && !t.Best:
	case broke:
		d.Center(x, y, w, texts.Mark(characters.Failed)+" "+name, felt.Strong)
	case t.Best:
		d.Center(x, y, w, "*"+name+"*", felt.Strong)
	case t.Me:
		d.Center(x, y, w, name, felt.Pen{Fg: felt.GoldInk})
	default:
		d.Center(x, y, w, name, felt.Text)
	}
}

// drawEmptySlot draws a place of the trick that is still empty.
func (d *drawing) drawEmptySlot(x, y int, t *scene.Play) {
	size := d.card
	name := d.Cut(t.Name, max(min(d.card.W+5, d.step+1), 12))
	p := felt.Text
	if t.Me {
		p = felt.Pen{Fg: felt.GoldInk}
	}
	d.Slot(x, y, size, t.Me || t.Turn)
	switch {
	case !d.cross:
		d.Center(x-2, y+size.H, size.W+4, name, p)
	case t.Me:
		d.Center(x, y+size.H/2, size.W, d.firstThatFits(size.W, t.Name), p)
	case t.Turn:
		d.Center(x, y+size.H/2, size.W, d.firstThatFits(size.W, d.T("scene.next")), p)
	}
}

// sideColumns are the columns left and right of the trick.
func (d *drawing) sideColumns() (left, wide, right int) {
	if d.cross {
		wide = 30
		return d.x + 5, wide, d.x + d.w - 4
	}
	n := max(len(d.scene.Plays), len(d.scene.Seats)+1)
	trick := (n-1)*d.step + d.card.W
	start := d.x + (d.w-trick)/2
	margin := 3
	if d.big {
		margin = 6
	}
	return d.x + margin, start - d.x - margin - 2, d.x + d.w - margin
}

// drawThings draws what lies on the felt, left of the trick, and the pyramid or the facts right of it; in
// a narrow window a line below the trick.
func (d *drawing) drawThings() {
	s := d.scene
	switch d.thingsIn {
	case besideTrick:
	case inBar:
		return
	case belowTrick:
		d.CenterLines(d.x, d.thingsY, d.w, d.Wrap(d.thingsLine(d.w-2), d.w-2, d.thingRows), felt.Text)
		return
	}
	left, wide, right := d.sideColumns()
	top := d.trickY
	end := d.railY - 1
	if d.newsY > 0 {
		end = d.newsY - 1
	}
	if d.cross {
		_, rightY := d.seatPosition(0) // the seats left and right of the trick
		top = rightY + d.plateRows() + 1
	}
	leftY := top // what lies at the left
	for i := range s.Things {
		leftY = d.drawThing(left, leftY, wide, end, &s.Things[i])
	}
	rightY := top
	if !d.cross {
		rightY++
	}
	for i := range s.Seats {
		switch {
		case s.Seats[i].Rows == nil:
		case d.cross:
			d.drawPyramidAbove(i)
		default:
			rightY = d.drawPyramidBeside(right, d.trickY, &s.Seats[i])
		}
	}
	for _, f := range s.Facts {
		lines := d.Wrap(f, wide+1, 4) // up to the frame of the last card
		if rightY+len(lines) > end+1 {
			leftY += d.Lines(left, leftY, lines[:min(len(lines), max(end+1-leftY, 0))], felt.Text)
			continue
		}
		for _, l := range lines {
			d.PutRight(right, rightY, l, felt.Text)
			rightY++
		}
		if rightY < end-1 {
			rightY++
		}
	}
}

// thingsLine tells the things and the facts in a line or two of so many cells.
func (d *drawing) thingsLine(w int) string {
	var parts []string
	for i := range d.scene.Things {
		parts = append(parts, d.thingShort(&d.scene.Things[i]))
	}
	line := strings.Join(parts, ", ")
	rest := d.joinThatFit(d.scene.Facts, w-2-d.Width(line)%w)
	return strings.Join(texts.NotEmpty(line, rest), ", ")
}

// drawThing draws a thing with its cards, and returns the row below it. What it does is said in the last row
// of the felt.
func (d *drawing) drawThing(x, y, width, end int, thing *scene.Thing) int {
	if y+4 > end+1 { // in a few cells
		return y + d.Paragraph(x, y, width, end-y, d.thingShort(thing), felt.Text) + 1
	}
	name := thing.Name
	step := felt.Small.W + 1
	if step*len(thing.Cards)-1 > width { // no room for pictures
		name = d.thingName(thing)
	} else {
		for k, c := range thing.Cards {
			d.Grid.Card(x+step*k, y, felt.Small, c, "", felt.Lit, 3)
		}
		if thing.Count > 0 {
			d.Put(x+step*len(thing.Cards), y+1, fmt.Sprintf("x%d", thing.Count), felt.Text)
		}
		y += felt.Small.H
	}
	y += d.Paragraph(x, y, width, min(end+1-y, 2), name, felt.Text)
	if thing.Least > 0 && y <= end {
		p := thingStyle(thing)
		d.Put(x, y, d.Cut(d.T("scene.sum", thing.Sum, thing.Least), width), p)
		y++
		if y <= end {
			d.Bar(x, y, 12, min(thing.Sum, thing.Least), thing.Least, p.Fg)
			y++
		}
	}
	return y + 1
}

// thingStyle is how the news of a thing is told.
func thingStyle(o *scene.Thing) felt.Pen {
	if o.Bad {
		return felt.Pen{Fg: felt.Bad}
	}
	return felt.Pen{Fg: felt.GoldInk}
}

// thingName is the name of a thing with the codes of its cards.
func (d *drawing) thingName(o *scene.Thing) string {
	text := o.Name
	for _, c := range o.Cards {
		code := fmt.Sprintf("x%d", o.Count)
		if c != tricks.Closed {
			code = d.Coded(c, "")
		}
		text += " " + code
	}
	return text
}

// thingShort is a thing in a few cells.
func (d *drawing) thingShort(o *scene.Thing) string {
	text := d.thingName(o)
	switch {
	case o.Least > 0:
		text += " " + d.T("scene.sum", o.Sum, o.Least)
	case o.Effect != "" && d.thingsIn == belowTrick && !d.scene.Setup && o.Count == 0:
		text += ": " + o.Effect
	}
	return text
}

// pyramidStep is between two cards of a pyramid.
const pyramidStep = 4

// freeFelt is the part of the felt that has nothing on it as long as no trick is played, beside the pyramid, which
// a narrow window has at its seat.
func (d *drawing) freeFelt() (x, y, w, h int) {
	x = d.x + 2
	y = d.plateY + d.plateRows() + 1
	w = d.w - 4
	switch {
	case d.cross:
		x = d.x + d.plate.W + 6
		y++
		w = d.w - 2*d.plate.W - 12
	case d.narrow:
		x, w = x-1, w+2
	}
	h = d.railY - y
	for i := range d.scene.Seats {
		if d.scene.Seats[i].Rows != nil && !d.narrow && !d.cross {
			w -= pyramidRoom
		}
	}
	return x, y, w, h
}

// pyramidRoom is how wide the pyramid is with its name, and with what is free beside it.
const pyramidRoom = 24

// thingLabels are the things in a text of so many cells.
func (d *drawing) thingLabels(w int) []string {
	if d.thingsIn == inBar {
		return nil
	}
	return d.Wrap(d.thingsLine(w), w, 3)
}

// drawSetup shows what has happened in the setup, the things on the table, and the answers in words.
func (d *drawing) drawSetup() {
	s := d.scene
	x, y, w, h := d.freeFelt()
	end := y + h
	d.drawPyramids()
	things := d.thingLabels(w)
	rows, _ := d.buttonRows(w)
	if len(s.Answers) > 0 {
		step := 2
		if 2*len(rows)+len(things) > h {
			step = 1
		}
		y = d.drawButtons(x, y, w, step) + 1
	}
	if len(things) > 0 {
		y += d.Lines(x, y, things, felt.Text) + 1
	}
	var lines []string
	for _, n := range s.News {
		wrapped := d.Wrap(n, w-2, 9)
		if len(lines)+len(wrapped) > end-y {
			break
		}
		for i := range wrapped {
			wrapped[i] = map[bool]string{true: "- ", false: "  "}[i == 0] + wrapped[i]
		}
		lines = append(wrapped, lines...)
	}
	d.Lines(x, y, lines, felt.Text)
}

// buttonRows are how many answers stand in each row of w cells, and how many cells an answer has beside its
// words: fewer where that saves a row.
func (d *drawing) buttonRows(w int) (rows []int, pad int) {
	for _, p := range []int{4, 2} {
		var all []int
		rowWidth := w
		for i := range d.scene.Answers {
			buttonWidth := min(d.Width(d.scene.Answers[i].Label)+p, w)
			rowWidth += 2 + buttonWidth
			if rowWidth > w {
				all = append(all, 0)
				rowWidth = buttonWidth
			}
			all[len(all)-1]++
		}
		if rows == nil || len(all) < len(rows) {
			rows = all
			pad = p
		}
	}
	return rows, pad
}

// drawButtons draws the answers side by side in the middle of a line, or of several with so many rows
// from one to the next, and returns the row below them.
func (d *drawing) drawButtons(x, y, w, step int) int {
	s := d.scene
	i := 0
	rows, pad := d.buttonRows(w)
	for _, n := range rows {
		rowWidth := 2 * (n - 1)
		for _, a := range s.Answers[i : i+n] {
			rowWidth += min(d.Width(a.Label)+pad, w)
		}
		column := x + (w-rowWidth)/2
		for end := i + n; i < end; i++ {
			a := &s.Answers[i]
			buttonWidth := min(d.Width(a.Label)+pad, w)
			p := felt.Pen{Fg: felt.Ink, Bg: felt.Plate}
			label := d.answerLabel(a)
			switch {
			case i == s.Cursor && d.Palette().NoColor():
				p.Bold = true
				label = "> " + label
			case i == s.Cursor:
				p = felt.Chosen
			case !a.Ok:
				p.Fg = felt.Soft
			}
			d.Fill(column, y, buttonWidth, 1, p.Bg)
			d.Center(column, y, buttonWidth, d.Cut(label, buttonWidth), p)
			d.spots = append(d.spots, felt.HitArea{X: column, Y: y, W: buttonWidth, H: 1, Item: i})
			column += buttonWidth + 2
		}
		y += step
	}
	return y - step + 1
}

// answerLabel is an answer in words; without colours one that may not be chosen is in brackets.
func (d *drawing) answerLabel(a *scene.Item) string {
	if !a.Ok && d.Palette().NoColor() {
		return "(" + a.Label + ")"
	}
	return a.Label
}

// drawList draws the answers one below the other, around the cursor: the characters of the draft.
func (d *drawing) drawList() {
	s := d.scene
	x, y, w, h := d.freeFelt()
	d.drawPyramids()
	things := d.thingLabels(w)
	h -= len(things)
	d.Lines(x+2, y+h, things, felt.Text)
	nameWidth, mustWidth := 0, 0
	for i := range s.Answers {
		nameWidth = max(nameWidth, d.Width(d.answerLabel(&s.Answers[i])))
		if s.Answers[i].IsRequired {
			mustWidth = d.Width(d.T("tui.must")) + 2
		}
	}
	room := max(h, 1)
	brief := false
	for i := range s.Answers { // all in full, or all in few words
		brief = brief || d.Width(s.Answers[i].Note) > w-6-nameWidth-mustWidth
	}
	first := min(max(s.Cursor-room/2, 0), max(len(s.Answers)-room, 0))
	for i := first; i < min(first+room, len(s.Answers)); i++ {
		a := &s.Answers[i]
		labelPen := felt.Pen{Fg: felt.Ink, Bold: true}
		notePen := felt.Text
		mark := "  "
		if i == s.Cursor {
			mark = "> "
			if !d.Palette().NoColor() {
				d.Fill(x, y, w, 1, felt.Gold)
				labelPen = felt.Chosen
				notePen = felt.Pen{Fg: felt.Dark, Bg: felt.Gold}
				mark = "  "
			}
		} else if !a.Ok {
			labelPen = felt.Faint
		}
		digit := " "
		if a.Digit != 0 {
			digit = string(a.Digit)
		}
		column := d.Put(x, y, mark+digit+" ", notePen)
		d.Put(column, y, d.answerLabel(a), labelPen)
		column += nameWidth + 2
		if a.IsRequired {
			d.Put(column, y, d.T("tui.must"), notePen)
		}
		column += mustWidth
		note := a.Note
		if brief {
			note = a.ShortNote
		}
		d.Put(column, y, d.Cut(note, x+w-column), notePen)
		d.spots = append(d.spots, felt.HitArea{X: x, Y: y, W: w, H: 1, Item: i})
		if i == first && i > 0 {
			d.Put(x, y, "^", notePen)
		} else if i == first+room-1 && i < len(s.Answers)-1 {
			d.Put(x, y, "v", notePen)
		}
		y++
	}
}
