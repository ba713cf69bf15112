package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

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

// drawPyramid draws the third hand of two players (S9). Every card stays in its place. It returns the row
// below.
func (d *drawing) drawPyramid(x, y int, s *scene.Seat) int {
	wide := pyramidWidth(s)
	for _, row := range s.Rows {
		for i, c := range row {
			d.drawPyramidCard(x+(wide-len(row)+2*i)*pyramidStep/2, y, c)
		}
		y++
	}
	for i, c := range s.Extra {
		if i == 0 {
			d.Put(x, y, "+", felt.Text)
		}
		d.drawPyramidCard(x+1+i%wide*pyramidStep, y+i/wide, c)
	}
	return y + pyramidRows(s) - len(s.Rows)
}

// drawPyramidCard draws one card of a pyramid, nothing for an empty place.
func (d *drawing) drawPyramidCard(x, y int, c tricks.Card) {
	switch c {
	case tricks.NoCard:
	case tricks.Closed, tricks.Leaving:
		if d.Palette().NoColor() {
			d.Put(x, y, "##", felt.Text)
		} else {
			d.Put(x, y, "▄▄▄", felt.Pen{Fg: felt.Line})
		}
	default:
		d.Chip(x, y, c, d.texts.Code(c), 0)
	}
}

// drawPyramidBeside draws a pyramid with its name, ending before a column. It returns the next free row.
func (d *drawing) drawPyramidBeside(right, y int, s *scene.Seat) int {
	y = d.drawPyramid(right-pyramidStep*pyramidWidth(s), y, s)
	d.PutRight(right, y, d.texts.T("tui.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// drawPyramids draws the pyramid before the first trick: at the right end of the felt, or above its seat.
func (d *drawing) drawPyramids() {
	x, y, w, _ := d.freeFelt()
	for i := range d.scene.Seats {
		switch s := &d.scene.Seats[i]; {
		case s.Rows == nil || d.narrow:
		case d.cross:
			d.drawPyramidAbove(i)
		default:
			d.drawPyramidBeside(x+w+pyramidRoom-2, y-1, s)
		}
	}
}

// drawPyramidAbove draws a pyramid above its seat.
func (d *drawing) drawPyramidAbove(i int) {
	x, y := d.seatPosition(i)
	d.drawPyramid(x+6, y-1-pyramidRows(&d.scene.Seats[i]), &d.scene.Seats[i])
}
