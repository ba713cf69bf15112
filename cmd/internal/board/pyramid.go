package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
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

// extrasInRow is how many cards lie right of each row of a narrow pyramid.
const extrasInRow = 2

// drawNarrow draws the pyramid at its seat in a narrow window. The cards beside it lie right of its rows, beginning with
// the last one.
func (d pyramids) drawNarrow(x, y int, s *scene.Seat) {
	rows := *s
	rows.Extra = nil
	d.draw(x, y, &rows)
	right := x + pyramidStep*pyramidWidth(s)
	for i, c := range s.Extra {
		d.drawCard(right+i%extrasInRow*3, y+len(s.Rows)-1-i/extrasInRow, c)
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
	d.grid.PutRight(right, y, d.texts.T("tui.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// drawBeforePlay draws the pyramid before the first trick: at the right end of the felt, or above its seat.
func (d pyramids) drawBeforePlay() {
	x, y, w, _ := layout(d).freeFelt()
	for i := range d.scene.Seats {
		switch s := &d.scene.Seats[i]; {
		case s.Rows == nil || d.plan.narrow:
		case d.plan.cross:
			d.drawAbove(i)
		default:
			d.drawBeside(x+w+pyramidRoom-2, y-1, s)
		}
	}
}

// drawAbove draws a pyramid above its seat.
func (d pyramids) drawAbove(i int) {
	x, y := seats(d).position(i)
	d.draw(x+6, y-1-pyramidRows(&d.scene.Seats[i]), &d.scene.Seats[i])
}
