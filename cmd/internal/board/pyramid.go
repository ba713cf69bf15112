package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// pyramidWide is how many cards lie in the widest row of a pyramid.
func pyramidWide(s *scene.Seat) (wide int) {
	for _, row := range s.Rows {
		wide = max(wide, len(row))
	}
	return wide
}

// pyramidRows is how many rows a pyramid takes.
func pyramidRows(s *scene.Seat) int {
	wide := max(pyramidWide(s), 1)
	return len(s.Rows) + (len(s.Extra)+wide-1)/wide
}

// pyramid draws the third hand of two players (S9): every card stays where it was laid. It returns
// the row below it.
func (d *drawing) pyramid(x, y int, s *scene.Seat) int {
	wide := pyramidWide(s)
	for _, row := range s.Rows {
		for i, c := range row {
			d.inPyramid(x+(wide-len(row)+2*i)*pyramidStep/2, y, c)
		}
		y++
	}
	for i, c := range s.Extra {
		if i == 0 {
			d.Put(x, y, "+", felt.Text)
		}
		d.inPyramid(x+1+i%wide*pyramidStep, y+i/wide, c)
	}
	return y + pyramidRows(s) - len(s.Rows)
}

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
	y = d.pyramid(right-pyramidStep*pyramidWide(s), y, s)
	d.Right(right, y, d.T("tui.pyramid")+", "+s.Name, felt.Text)
	return y + 2
}

// pyramids draws the pyramid at the right end of the felt before the first trick, or above its seat.
func (d *drawing) pyramids() {
	x, y, w, _ := d.felted()
	for i := range d.s.Seats {
		switch s := &d.s.Seats[i]; {
		case s.Rows == nil || d.narrow:
		case d.cross:
			d.abovePyramid(i)
		default:
			d.besidePyramid(x+w+pyramidRoom-2, y-1, s)
		}
	}
}

// abovePyramid draws a pyramid above its seat.
func (d *drawing) abovePyramid(i int) {
	x, y := d.seatAt(i)
	d.pyramid(x+6, y-1-pyramidRows(&d.s.Seats[i]), &d.s.Seats[i])
}
