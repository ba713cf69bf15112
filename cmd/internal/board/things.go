package board

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// things draws the objects on the felt besides the trick, and the rules that apply to all seats.
type things table

// draw draws the things left of the trick, and the pyramid and the facts right of it. In a narrow window
// the things are a line above the trick.
func (d things) draw() {
	s := d.scene
	switch d.plan.thingsIn {
	case besideTrick:
	case inBar:
		return
	case belowSeats:
		if !d.areShown() {
			return
		}
		d.grid.CenterLines(d.x, d.plan.thingsY, d.w, d.grid.Wrap(d.line(d.w-2), d.w-2, d.plan.thingRows), felt.Text)
		return
	}
	left, wide, right := d.columns()
	top := d.plan.trickY
	end := d.plan.railY - 1
	if d.plan.newsY > 0 {
		end = d.plan.newsY - 1
	}
	if d.plan.cross {
		_, seatY := seats(d).position(0) // The things stand below the seats beside the trick.
		top = seatY + d.plan.plateRows() + 1
	}
	leftY := top
	rightY := top
	if d.plan.tall {
		leftY = d.belowPlate(&s.Seats[0])
		rightY = d.belowPlate(&s.Seats[1])
	}
	for i := range s.Things {
		leftY = d.drawThing(left, leftY, wide, end, &s.Things[i])
	}
	if !d.plan.cross {
		rightY++
	}
	for i := range s.Seats {
		if s.Seats[i].Rows != nil && pyramids(d).liesOnFelt() {
			rightY = pyramids(d).drawBeside(right, d.plan.trickY, &s.Seats[i])
		}
	}
	for _, f := range s.Facts {
		lines := d.grid.Wrap(f, wide+1, 4) // The lines may touch the frame of the last card.
		if rightY+len(lines) > end+1 {
			leftY += d.grid.Lines(left, leftY, lines[:min(len(lines), max(end+1-leftY, 0))], felt.Text)
			continue
		}
		for _, l := range lines {
			d.grid.PutRight(right, rightY, l, felt.Text)
			rightY++
		}
		if rightY < end-1 {
			rightY++
		}
	}
}

// belowPlate returns the row at which things stand below a tall plate: beside the own card of the trick if there is
// room.
func (d things) belowPlate(s *scene.Seat) int {
	return max(d.plan.plateY+seats(d).tallRows(s)+1, min(d.plan.trickY+d.plan.card.H+5, d.plan.railY-6))
}

// columns returns where things can stand beside the trick: the left column and its width, and the last
// column at the right.
func (d things) columns() (left, wide, right int) {
	if d.plan.cross {
		wide = 30
		return d.x + 5, wide, d.x + d.w - 4
	}
	n := max(len(d.scene.Plays), len(d.scene.Seats)+1)
	trickWidth := (n-1)*d.plan.step + d.plan.card.W
	start := d.x + (d.plan.feltW-trickWidth)/2
	margin := 3
	if d.plan.big && !d.plan.hasPyramidPlate() {
		margin = 6
	}
	return d.x + margin, start - d.x - margin - 2, d.x + d.plan.feltW - margin
}

// drawThing draws a thing with its cards, and returns the row below it. The last row of the felt describes its
// effect.
func (d things) drawThing(x, y, width, end int, thing *scene.Thing) int {
	if y+4 > end+1 { // There is no room for cards.
		return y + d.grid.Paragraph(x, y, width, end-y, d.short(thing), felt.Text) + 1
	}
	name := thing.Name
	step := felt.Small.W + 1
	if step*len(thing.Cards)-1 > width { // Show codes instead of pictures.
		name = d.name(thing)
	} else {
		for k, c := range thing.Cards {
			d.grid.Card(x+step*k, y, felt.Small, c, "", felt.Lit, 3)
		}
		if thing.Count > 0 {
			d.grid.Put(x+step*len(thing.Cards), y+1, fmt.Sprintf("x%d", thing.Count), felt.Text)
		}
		y += felt.Small.H
	}
	y += d.grid.Paragraph(x, y, width, min(end+1-y, 2), name, felt.Text)
	if thing.Least > 0 && y <= end {
		p := thingStyle(thing)
		d.grid.Put(x, y, d.grid.Cut(d.texts.T("scene.sum", thing.Sum, thing.Least), width), p)
		y++
		if y <= end {
			d.grid.Bar(x, y, 12, min(thing.Sum, thing.Least), thing.Least, p.Fg)
			y++
		}
	}
	return y + 1
}

// thingStyle returns the style for the effect of a thing.
func thingStyle(o *scene.Thing) felt.Pen {
	if o.Bad {
		return felt.Pen{Fg: felt.Bad}
	}
	return felt.Pen{Fg: felt.GoldInk}
}

// name returns the name of a thing with the codes of its cards.
func (d things) name(o *scene.Thing) string {
	text := o.Name
	for _, c := range o.Cards {
		code := fmt.Sprintf("x%d", o.Count)
		if c != tricks.Closed {
			code = d.grid.Coded(c, "")
		}
		text += " " + code
	}
	return text
}

// short returns the shortest description of a thing.
func (d things) short(o *scene.Thing) string {
	text := d.name(o)
	switch {
	case o.Least > 0:
		text += " " + d.texts.T("scene.sum", o.Sum, o.Least)
	case o.Effect != "" && d.plan.thingsIn == belowSeats && !d.scene.Setup && o.Count == 0:
		text += ": " + o.Effect
	}
	return text
}

// line returns the things and as many facts as fit into one or two lines of w cells. During play in a narrow window the
// facts stand below the hand (see [remarks]).
func (d things) line(w int) string {
	var parts []string
	for i := range d.scene.Things {
		parts = append(parts, d.short(&d.scene.Things[i]))
	}
	line := strings.Join(parts, ", ")
	if d.plan.narrow && !d.scene.Setup {
		return line
	}
	rest := joinThatFit(d.grid, d.scene.Facts, w-2-d.grid.Width(line)%w)
	return strings.Join(texts.NotEmpty(line, rest), ", ")
}

// lines returns the things as lines of w cells.
func (d things) lines(w int) []string {
	if d.plan.thingsIn == inBar {
		return nil
	}
	return d.grid.Wrap(d.line(w), w, 3)
}

// active returns the thing beside the trick that has an effect now, nil for none.
func (d things) active() *scene.Thing {
	i := slices.IndexFunc(d.scene.Things, func(o scene.Thing) bool { return o.Effect != "" && o.Least == 0 })
	if i < 0 || d.plan.thingsIn == belowSeats {
		return nil
	}
	return &d.scene.Things[i]
}

// areShown reports whether there are things to show in a line with the trick. Before the first trick they
// stand elsewhere.
func (d things) areShown() bool { return len(d.scene.Things) > 0 && !d.scene.Setup }

// lastRow returns the text in the last row of the felt: the effect of a thing, or the latest event that is
// short enough.
func (d things) lastRow() (lines []string, p felt.Pen) {
	maxRows := 2
	if d.plan.cross {
		maxRows = 1
	}
	if d.scene.Setup {
		return nil, p
	}
	if o := d.active(); o != nil {
		return d.grid.Wrap(o.Effect, d.w-2, 3), thingStyle(o)
	}
	for _, n := range d.scene.News {
		if lines := d.grid.Wrap(n, d.w-2, 9); len(lines) <= maxRows {
			return lines, felt.Faint
		}
	}
	return nil, p
}
