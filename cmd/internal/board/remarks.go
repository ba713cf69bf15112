package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// remarks draws the rows below the hand.
type remarks table

// draw draws the rows below the hand: the remark on the selected item, the person's own hand while
// another one is shown, and the coach.
func (d remarks) draw() {
	s := d.scene
	y := d.plan.remarkY
	p := [...]felt.Pen{scene.Neutral: felt.Faint, scene.Hint: felt.Text, scene.Warning: {Fg: felt.Bad}}[s.Tone]
	room := d.grid.H - 1 - y
	lines := d.grid.Wrap(s.Remark, d.w-4, room)
	if d.plan.narrow {
		y += d.grid.Lines(d.x+2, y, lines, p)
	} else {
		y += d.grid.CenterLines(d.x, y, d.w, lines, p)
	}
	if len(s.OwnHand) > 0 {
		x := d.grid.Put(d.x+2, d.plan.ownHandY, s.Owner+" ", felt.Faint)
		d.grid.Chips(x, d.plan.ownHandY, d.w-(x-d.x)-1, 1, s.OwnHand)
		y = max(y, d.plan.ownHandY+1)
	}
	lines = d.grid.Wrap(s.Coach, d.w-4, 99)
	switch {
	case len(lines) > d.grid.H-1-y:
	case s.Coach != "" && d.plan.narrow:
		d.grid.Lines(d.x+2, d.grid.H-1-len(lines), lines, felt.Text)
	case s.Coach != "":
		d.grid.CenterLines(d.x, d.grid.H-1-len(lines), d.w, lines, felt.Text)
	case d.hasRoomForFacts():
		d.grid.Put(d.x+2, d.grid.H-2, joinThatFit(d.grid, s.Facts, d.w-4), felt.Faint)
	}
}

// hasRoomForFacts reports whether the rules that apply to all seats stand in the last row, since the felt of a narrow
// window has no row for them.
func (d remarks) hasRoomForFacts() bool {
	return d.plan.narrow && !d.scene.Setup && len(d.scene.OwnHand) == 0 && d.plan.remarkY+d.textRows() < d.grid.H-1
}

// rows returns how many rows the remarks, the own hand and the coach take. The remarks have room for
// the longest one, so nothing moves with the cursor.
func (d remarks) rows() int {
	n := d.textRows()
	if len(d.scene.OwnHand) > 0 {
		n++
	}
	if d.plan.coach {
		n += len(d.grid.Wrap(d.scene.Coach, d.w-4, 99))
	}
	return n
}

// narrowRows returns how many rows the remarks and the own hand take in a narrow window. The coach has the rows
// that are left.
func (d remarks) narrowRows() int {
	n := d.textRows()
	if len(d.scene.OwnHand) > 0 {
		n++
	}
	return n
}

// textRows returns how many rows the longest remark on any card or answer takes.
func (d remarks) textRows() int {
	n := len(d.grid.Wrap(d.scene.Remark, d.w-4, 99))
	for i := range d.scene.Hand {
		if d.scene.Cursor >= 0 && d.scene.Remark != "" {
			for _, detail := range append(d.scene.Hand[i].AnswerDetails, d.scene.Hand[i].Detail) {
				n = max(n, len(d.grid.Wrap(detail, d.w-4, 99)))
			}
		}
	}
	for i := range d.scene.Answers {
		n = max(n, len(d.grid.Wrap(d.scene.Answers[i].Detail, d.w-4, 99)))
	}
	return n
}
