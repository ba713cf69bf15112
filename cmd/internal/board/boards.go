package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// boards draws the characters of the draft as boards beside each other, in windows that are large enough.
type boards table

const (
	// boardWidth is the width of a board.
	boardWidth = 20
	// boardRows and leastBoardRows are how many rows a board has, and how many it needs.
	boardRows, leastBoardRows = 12, 10
	// emblemRows is how many rows an emblem takes.
	emblemRows = 3
	// boardGap is how many columns are free between two boards.
	boardGap = 3
)

// size returns how many boards stand in a row of w cells, and how many rows a board has where all of them together get h
// rows. It returns 0 rows if they do not fit.
func (d boards) size(w, h int) (columns, rows int) {
	n := len(d.scene.Answers)
	columns = min((w+boardGap)/(boardWidth+boardGap), n)
	if d.w < 120 || d.grid.H < 40 || columns == 0 {
		return 0, 0
	}
	lines := (n + columns - 1) / columns
	rows = min((h-1)/lines-1, boardRows) // The golden frame needs half a row above and below.
	if rows < leastBoardRows {
		return 0, 0
	}
	return columns, rows
}

// draw draws the boards in the middle of w columns and at most h rows, and reports whether they fit there.
func (d boards) draw(x, y, w, h int) (drawn bool) {
	columns, rows := d.size(w, h)
	if rows == 0 {
		return false
	}
	lines := (len(d.scene.Answers) + columns - 1) / columns
	x += (w - columns*(boardWidth+boardGap) + boardGap) / 2
	y += 1 + (h-1-lines*(rows+1))/2
	for i := range d.scene.Answers {
		left := x + i%columns*(boardWidth+boardGap)
		top := y + i/columns*(rows+1)
		d.drawBoard(left, top, rows, &d.scene.Answers[i], i == d.scene.Cursor)
		d.spots.add(felt.HitArea{X: left, Y: top, W: boardWidth, H: rows, Item: i})
	}
	return true
}

// drawBoard draws a character: the emblem, whether somebody has to take it (S4), its goal, and its setup.
func (d boards) drawBoard(x, y, rows int, a *scene.Item, chosen bool) {
	const nameX = 8
	d.grid.Board(x, y, felt.Size{W: boardWidth, H: rows}, chosen)
	d.grid.Emblem(x+2, y+1, a.ID, a.Letters, true)
	name, must := felt.Strong, felt.Faint
	if !a.Ok {
		name = felt.Faint
	}
	state := d.texts.T("cast.free")
	if a.IsRequired {
		must.Fg = felt.GoldInk
		state = d.texts.T("cast.must")
	}
	room := boardWidth - nameX - 1
	d.grid.Put(x+nameX, y+1, d.grid.Cut(answers(d).label(a), room), name)
	d.grid.Put(x+nameX, y+2, d.grid.Cut(state, room), must)
	textTop := d.textTop(rows)
	goal, setup := d.wrapped(a, rows-1-textTop)
	top := y + textTop
	top += d.grid.Lines(x+2, top, goal, felt.Text)
	if top+len(setup) < y+rows-1 {
		top++
	}
	d.grid.Lines(x+2, top, setup, felt.Faint)
}

// wrapped returns the lines of a character's goal and setup, which take at most textRows rows
// together.
func (d boards) wrapped(a *scene.Item, textRows int) (goal, setup []string) {
	const width, mostGoalRows = boardWidth - 3, 4
	goal = d.grid.Wrap(a.Note, width, mostGoalRows)
	return goal, d.grid.Wrap(a.Setup, width, textRows-len(goal))
}

// textTop returns the row of a board in which its texts begin: the same in all, with a free row below the emblem if
// none of them then lacks a row.
func (d boards) textTop(rows int) int {
	const below = emblemRows + 1
	for i := range d.scene.Answers {
		if goal, setup := d.wrapped(&d.scene.Answers[i], rows); below+1+len(goal)+len(setup) > rows-1 {
			return below
		}
	}
	return below + 1
}
