package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// pyramids draws the third hand of two players (S9).
type pyramids table

// pyramidStep is the number of columns from one card of a pyramid to the next.
const pyramidStep = 4

// pyramidRoom is the width of a pyramid with its name and the free columns beside it.
const pyramidRoom = 24

// pyramidWidth returns the number of cards in the widest row of a pyramid.
func pyramidWidth(s *scene.Seat) (wide int) {
	for _, row := range s.Rows {
		wide = max(wide, len(row))
	}
	return wide
}

// pyramidRows returns how many rows a pyramid takes.
func pyramidRows(s *scene.Seat) int {
	wide := max(pyramidWidth(s), 1)
	return len(s.Rows) + (len(s.Extra)+wide-1)/wide
}

const (
	// bigPyramidStep is the number of columns from one card of a large pyramid to the next.
	bigPyramidStep = 6
	// bigPyramidRowStep is how far each row of a large pyramid lies below the one before. A closed card is half a row
	// lower than an open one, so that no card hides another.
	bigPyramidRowStep = 2
)

// plateWidth returns the width of the plate of a pyramid.
func (d pyramids) plateWidth(s *scene.Seat) int { return bigPyramidStep*pyramidWidth(s) + 3 }

// bigPyramidRows returns how many rows a large pyramid takes.
func bigPyramidRows(s *scene.Seat) int {
	rows := (len(s.Rows)-1)*bigPyramidRowStep + felt.Small.H
	if len(s.Extra) > 0 {
		rows++
	}
	return rows
}

// drawBig draws a pyramid with pictures of the cards, and the cards beside it as codes below.
func (d pyramids) drawBig(x, y int, s *scene.Seat) {
	wide := pyramidWidth(s)
	for _, row := range s.Rows {
		for i, c := range row {
			column := x + (wide-len(row)+2*i)*bigPyramidStep/2
			switch {
			case c == tricks.NoCard:
			case c != tricks.Closed && c != tricks.Leaving:
				d.grid.Card(column, y, felt.Small, c, "", felt.Lit, felt.Small.H)
			case d.grid.Palette().NoColor():
				d.grid.Put(column, y, " ### ", felt.Text)
			default:
				d.grid.Put(column, y, "█████", felt.Pen{Fg: felt.Rail})
				d.grid.Put(column, y+1, "▀▀▀▀▀", felt.Pen{Fg: felt.Rail})
			}
		}
		y += bigPyramidRowStep
	}
	y += felt.Small.H - bigPyramidRowStep
	if len(s.Extra) > 0 {
		x = d.grid.Put(x, y, "+ ", felt.Text)
		for _, c := range s.Extra {
			x = d.grid.Chip(x, y, c, d.texts.Code(c), 0) + 1
		}
	}
}

// drawPlate draws a pyramid on a plate of its own at the right end of the felt.
func (d pyramids) drawPlate() {
	i := slices.IndexFunc(d.scene.Seats, func(s scene.Seat) bool { return s.Rows != nil })
	if i < 0 || !d.plan.hasPyramidPlate() {
		return
	}
	s := &d.scene.Seats[i]
	x := d.x + d.plan.feltW - 1
	w := d.plateWidth(s)
	y := d.plan.plateY
	rows := bigPyramidRows(s) + 2
	d.grid.Edge(x, y-1, w, "▄")
	d.grid.Fill(x, y, w, rows, felt.Plate)
	d.grid.Edge(x, y+rows, w, "▀")
	headline := textRow{grid: d.grid, y: y, left: x + 2, right: x + w - 1}
	headline.addLeft(span{texts.Title(d.texts.T("seat.pyramid")), felt.Golden})
	headline.addRight(span{d.texts.N("hand.cards", s.Cards), felt.Faint}, 1)
	headline.addLeft(span{s.Name, felt.Faint})
	d.drawBig(x+2, y+2, s)
}

// draw draws the third hand of two players (S9). Every card stays in its place. It returns the row
// below.
func (d pyramids) draw(x, y int, s *scene.Seat) int {
	wide := pyramidWidth(s)
	for _, row := range s.Rows {
		for i, c := range row {
			d.drawCard(x+(wide-len(row)+2*i)*pyramidStep/2, y, c)
		}
		y++
	}
	for i, c := range s.Extra {
		if i == 0 {
			d.grid.Put(x, y, "+", felt.Text)
		}
		d.drawCard(x+1+i%wide*pyramidStep, y+i/wide, c)
	}
	return y + pyramidRows(s) - len(s.Rows)
}

// drawNarrow draws the pyramid at its seat in a narrow window, which ends before a column. The cards beside it lie right
// of its rows, as many as there is room for in each.
func (d pyramids) drawNarrow(x, y, right int, s *scene.Seat) {
	const step = 3 // A code and a free column.
	rows := *s
	rows.Extra = nil
	d.draw(x, y, &rows)
	extra := s.Extra
	for i, row := range s.Rows {
		end := x + (pyramidWidth(s)+len(row))*pyramidStep/2
		for column := right - 2; column >= end && len(extra) > 0; column -= step {
			d.drawCard(column, y+i, extra[0])
			extra = extra[1:]
		}
	}
}

// drawCard draws one card of a pyramid, nothing for an empty place.
func (d pyramids) drawCard(x, y int, c tricks.Card) {
	switch c {
	case tricks.NoCard:
	case tricks.Closed, tricks.Leaving:
		if d.grid.Palette().NoColor() {
			d.grid.Put(x, y, "##", felt.Text)
		} else {
			d.grid.Put(x, y, "▄▄▄", felt.Pen{Fg: felt.Line})
		}
	default:
		d.grid.Chip(x, y, c, d.texts.Code(c), 0)
	}
}

// drawBeside draws a pyramid with its name, ending before a column. It returns the next free row.
func (d pyramids) drawBeside(right, y int, s *scene.Seat) int {
	y = d.draw(right-pyramidStep*pyramidWidth(s), y, s)
	d.grid.PutRight(right, y, d.texts.T("seat.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// drawBeforePlay draws the pyramid before the first trick at the right end of the felt.
func (d pyramids) drawBeforePlay() {
	x, y, w, _ := layout(d).freeFelt()
	for i := range d.scene.Seats {
		if s := &d.scene.Seats[i]; s.Rows != nil && d.liesOnFelt() {
			d.drawBeside(x+w+pyramidRoom-2, y-1, s)
		}
	}
}

// liesOnFelt reports whether the pyramid lies on the felt, and neither at its seat nor on a plate of its own.
func (d pyramids) liesOnFelt() bool {
	return !d.plan.narrow && !d.plan.cross && !d.plan.hasPyramidPlate()
}
