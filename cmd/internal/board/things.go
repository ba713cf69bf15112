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

// drawThings draws the things left of the trick, and the pyramid and the facts right of it. In a narrow window
// they are a line below the trick.
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
		_, seatY := d.seatPosition(0) // The things stand below the seats beside the trick.
		top = seatY + d.plateRows() + 1
	}
	leftY := top
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
		lines := d.Wrap(f, wide+1, 4) // The lines may touch the frame of the last card.
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

// sideColumns returns where things can stand beside the trick: the left column and its width, and the last
// column at the right.
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

// drawThing draws a thing with its cards, and returns the row below it. The last row of the felt describes its
// effect.
func (d *drawing) drawThing(x, y, width, end int, thing *scene.Thing) int {
	if y+4 > end+1 { // There is no room for cards.
		return y + d.Paragraph(x, y, width, end-y, d.thingShort(thing), felt.Text) + 1
	}
	name := thing.Name
	step := felt.Small.W + 1
	if step*len(thing.Cards)-1 > width { // Show codes instead of pictures.
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
		d.Put(x, y, d.Cut(d.texts.T("scene.sum", thing.Sum, thing.Least), width), p)
		y++
		if y <= end {
			d.Bar(x, y, 12, min(thing.Sum, thing.Least), thing.Least, p.Fg)
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

// thingName returns the name of a thing with the codes of its cards.
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

// thingShort returns the shortest description of a thing.
func (d *drawing) thingShort(o *scene.Thing) string {
	text := d.thingName(o)
	switch {
	case o.Least > 0:
		text += " " + d.texts.T("scene.sum", o.Sum, o.Least)
	case o.Effect != "" && d.thingsIn == belowTrick && !d.scene.Setup && o.Count == 0:
		text += ": " + o.Effect
	}
	return text
}

// thingsLine returns the things and as many facts as fit into one or two lines of w cells.
func (d *drawing) thingsLine(w int) string {
	var parts []string
	for i := range d.scene.Things {
		parts = append(parts, d.thingShort(&d.scene.Things[i]))
	}
	line := strings.Join(parts, ", ")
	rest := d.joinThatFit(d.scene.Facts, w-2-d.Width(line)%w)
	return strings.Join(texts.NotEmpty(line, rest), ", ")
}

// thingLabels returns the things as lines of w cells.
func (d *drawing) thingLabels(w int) []string {
	if d.thingsIn == inBar {
		return nil
	}
	return d.Wrap(d.thingsLine(w), w, 3)
}

// activeThing returns the thing beside the trick that has an effect now, nil for none.
func (d *drawing) activeThing() *scene.Thing {
	i := slices.IndexFunc(d.scene.Things, func(o scene.Thing) bool { return o.Effect != "" && o.Least == 0 })
	if i < 0 || d.thingsIn == belowTrick {
		return nil
	}
	return &d.scene.Things[i]
}
