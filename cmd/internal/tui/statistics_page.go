package tui

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/book"
)

// statisticsPage draws a person's statistics from top to bottom, as high as they are.
type statisticsPage struct {
	// grid is the drawing.
	grid *felt.Grid
	// areas are the places of the rows that the cursor moves over.
	areas  []felt.HitArea
	cursor int
	// left is the first column.
	left int
	// end is the column after the last one.
	end int
	// isNarrow reports whether the window is narrow, so that less stands side by side.
	isNarrow bool
	// bar is the width of a chapter's bar.
	bar int
	// y is the next free row.
	y int
}

// newStatisticsPage returns an empty page for a window.
func newStatisticsPage(g *felt.Grid, cursor int) *statisticsPage {
	left, wide := scrollPageColumns(g)
	return &statisticsPage{
		grid:     felt.New(g.Palette(), g.W, 0),
		cursor:   cursor,
		left:     left + 2,
		end:      left + wide - 2,
		isNarrow: wide < 76,
		bar:      min(24, wide/4),
		y:        1,
	}
}

// draw draws a few numbers, the chapters with bars, the characters that the person has played, and what else there
// is to say.
func (d *statisticsPage) draw(s *book.Statistics) {
	rows := 20 + 5*len(s.Figures) + (d.chapterRows()+detailRows)*len(s.Chapters.All) + 2*len(s.Characters.All) +
		3*len(s.Remarks)
	d.grid = felt.New(d.grid.Palette(), d.grid.W, rows)
	d.drawFigures(s.Figures)
	if len(s.Chapters.All) > 0 {
		d.drawTitle(&s.Chapters)
		for i := range s.Chapters.All {
			d.drawChapter(&s.Chapters.All[i])
		}
		d.y += d.grid.Paragraph(d.left, d.y, d.end-d.left, 2, s.Chapters.Legend, felt.Faint)
		d.y++
	}
	if len(s.Characters.All) > 0 {
		d.drawTitle(&s.Characters)
		d.drawCharacters(s.Characters.All)
	}
	for _, text := range s.Remarks {
		d.y += 1 + d.grid.Paragraph(d.left, d.y+1, d.end-d.left, 2, text, felt.Faint)
	}
	d.grid.H = d.y
}

// drawFigures draws the numbers about everything.
func (d *statisticsPage) drawFigures(figures []book.Figure) {
	perRow := 4
	if d.isNarrow {
		perRow = 2
	}
	const height = 5
	w := (d.end - d.left) / perRow
	for i, f := range figures {
		x := d.left + i%perRow*w
		y := d.y + i/perRow*height
		d.grid.Number(x, y, strconv.Itoa(f.N), felt.GoldInk)
		d.grid.Put(x, y+3, f.Text, felt.Faint)
	}
	d.y += (len(figures) + perRow - 1) / perRow * height
}

// drawTitle draws the headline of a list with a note about the numbers below it.
func (d *statisticsPage) drawTitle(list *book.Results) {
	d.grid.Put(d.left, d.y, list.Title, felt.Golden)
	d.grid.PutRight(d.end, d.y, list.Amounts, felt.Faint)
	d.grid.Put(d.left, d.y+1, strings.Repeat("─", max(d.end-d.left, 0)), felt.Pen{Fg: felt.Line})
	d.y += 2
}

// isSelected reports whether the cursor is on the next place.
func (d *statisticsPage) isSelected() bool { return len(d.areas) == d.cursor }

// addArea adds a place for the cursor, and returns the style of the name there.
func (d *statisticsPage) addArea(x, w, h int) felt.Pen {
	isSelected := d.isSelected()
	d.areas = append(d.areas, felt.HitArea{X: x, Y: d.y, W: w, H: h, Item: len(d.areas)})
	if !isSelected {
		return felt.Strong
	}
	if d.grid.Palette().NoColor() {
		d.grid.Put(x-2, d.y, ">", felt.Strong)
	}
	return felt.Golden
}

// chapterRows returns how many rows a chapter takes without its details.
func (d *statisticsPage) chapterRows() int {
	if d.isNarrow {
		return 2
	}
	return 1
}

// detailRows is how many rows the details of a chapter take at most.
const detailRows = 4

// drawChapter draws the results in a chapter. Its details are shown while it is selected, and always if there are no
// numbers.
func (d *statisticsPage) drawChapter(r *book.Result) {
	details := ""
	if d.isSelected() || r.Total == 0 {
		details = r.Details
	}
	lines := d.grid.Wrap(details, d.end-d.left-4, detailRows)
	rows := d.chapterRows()
	if r.Total == 0 {
		rows = 1
	}
	pen := d.addArea(d.left, d.end-d.left, rows+len(lines))
	d.grid.PutRight(d.left+2, d.y, r.Number, felt.Faint)
	d.grid.Put(d.left+4, d.y, r.Name, pen)
	d.y += rows - 1
	if r.Total > 0 {
		d.grid.Stars(d.end-d.bar-19, d.y, r.Stars)
		d.grid.Bar(d.end-d.bar-10, d.y, d.bar, r.Done, r.Total, felt.Good)
		d.grid.PutRight(d.end, d.y, r.Share, felt.Text)
	}
	d.y++
	for _, line := range lines {
		d.grid.Put(d.left+4, d.y, line, felt.Faint)
		d.y++
	}
}

// drawCharacters draws how often the person has met the goal of each character.
func (d *statisticsPage) drawCharacters(all []book.Result) {
	perRow := 3
	if d.isNarrow {
		perRow = 1
	}
	w := (d.end - d.left) / perRow
	for i, r := range all {
		x := d.left + i%perRow*w
		d.grid.Emblem(x, d.y, r.ID, r.Letters, false)
		d.grid.Put(x+5, d.y, r.Name, d.addArea(x, w, 2))
		d.grid.PutRight(x+w-2, d.y, r.Share, felt.Text)
		d.grid.Bar(x+5, d.y+1, w-7, r.Done, r.Total, felt.Good)
		if i%perRow == perRow-1 || i == len(all)-1 {
			d.y += 2
		}
	}
}
