package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// pyramidWidth is how many cards lie in the widest row of a pyramid.
func pyramidWidth(s *scene.Seat) (wide int) {
	for _, row := range s.Rows {
		wide = max(wide, len(row))
	}
	return wide
}

// pyramidRows is how many rows a pyramid takes.
func pyramidRows(s *scene.Seat) int {
	wide := max(pyramidWidth(s), 1)
	return len(s.Rows) + (len(s.Extra)+wide-1)/wide
}

// drawPyramid draws the third hand of two players (S9): every card stays where it was laid. It returns
// the row below it.
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
		d.Chip(x, y, c, d.Code(c), 0)
	}
}

func (d *drawing) drawPyramidBeside(right, y int, s *scene.Seat) int {
	y = d.drawPyramid(right-pyramidStep*pyramidWidth(s), y, s)
	d.PutRight(right, y, d.T("tui.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// drawPyramids draws the pyramid at the right end of the felt before the first trick, or above its seat.
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
