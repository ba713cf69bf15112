package tui

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// tallyPage draws a person's statistics from top to bottom, as high as they are.
type tallyPage struct {
	theme *kit.Theme
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

// newTallyPage returns an empty page for a window.
func newTallyPage(g *felt.Grid, theme *kit.Theme, cursor int) *tallyPage {
	left, wide := scrollPageColumns(g)
	return &tallyPage{
		theme:    theme,
		grid:     felt.New(g.Palette(), g.W, 0),
		cursor:   cursor,
		left:     left + 2,
		end:      left + wide - 2,
		isNarrow: wide < 76,
		bar:      min(24, wide/4),
		y:        1,
	}
}

// draw draws a few numbers, the chapters with bars, and the characters that the person has played. solved is how
// many puzzles were solved.
func (d *tallyPage) draw(lib *chapters.Library, stats *saves.Stats, solved int) {
	t := d.theme.Texts
	rounds, all := talliesOf(t, lib, stats)
	d.grid = felt.New(d.grid.Palette(), d.grid.W, 20+d.chapterRows()*len(rounds)+2*len(stats.Characters))
	d.drawNumbers(&all, stats, solved)
	d.drawTitle(t.T("stats.chapters"), t.T("stats.share"))
	for i := range rounds {
		d.drawChapter(&rounds[i])
	}
	d.y++
	d.drawTitle(texts.Title(t.T("stats.characters")), t.T("stats.met"))
	d.drawCharacters(lib, stats.Characters)
	if days := stats.Days; days.Won > 0 {
		text := t.T("stats.days", days.Won, days.Current, days.Longest)
		d.y += 1 + d.grid.Paragraph(d.left, d.y+1, d.end-d.left, 2, text, felt.Faint)
	}
	d.grid.H = d.y
}

// drawNumbers draws the numbers about all rounds.
func (d *tallyPage) drawNumbers(all *saves.Tally, stats *saves.Stats, solved int) {
	perRow := 4
	if d.isNarrow {
		perRow = 2
	}
	numbers := []struct {
		value int
		text  string
	}{
		{all.Finished(), d.theme.Texts.T("stats.rounds")},
		{all.Won, d.theme.Texts.T("stats.won")},
		{stats.WinsInRow, d.theme.Texts.T("stats.streak", stats.MostWinsInRow)},
		{solved, d.theme.Texts.T("stats.solved")},
	}
	const height = 5
	w := (d.end - d.left) / perRow
	for i, n := range numbers {
		x := d.left + i%perRow*w
		y := d.y + i/perRow*height
		d.grid.Number(x, y, strconv.Itoa(n.value), felt.GoldInk)
		d.grid.Put(x, y+3, n.text, felt.Faint)
	}
	d.y += len(numbers) / perRow * height
}

// drawTitle draws a headline with a note about the numbers below it.
func (d *tallyPage) drawTitle(name, note string) {
	d.grid.Put(d.left, d.y, name, felt.Golden)
	d.grid.PutRight(d.end, d.y, note, felt.Faint)
	d.grid.Put(d.left, d.y+1, strings.Repeat("─", max(d.end-d.left, 0)), felt.Pen{Fg: felt.Line})
	d.y += 2
}

// addArea adds a place for the cursor, and returns the style of the name there.
func (d *tallyPage) addArea(x, w, h int) felt.Pen {
	isSelected := len(d.areas) == d.cursor
	d.areas = append(d.areas, felt.HitArea{X: x, Y: d.y, W: w, H: h, Item: len(d.areas)})
	if !isSelected {
		return felt.Strong
	}
	if d.grid.Palette().NoColor() {
		d.grid.Put(x-2, d.y, ">", felt.Strong)
	}
	return felt.Golden
}

// chapterRows returns how many rows a chapter takes.
func (d *tallyPage) chapterRows() int {
	if d.isNarrow {
		return 2
	}
	return 1
}

// drawChapter draws the results in a chapter.
func (d *tallyPage) drawChapter(c *chapterTally) {
	pen := d.addArea(d.left, d.end-d.left, d.chapterRows())
	if c.number != chapters.Road {
		d.grid.PutRight(d.left+2, d.y, c.number, felt.Faint)
	}
	d.grid.Put(d.left+4, d.y, c.title, pen)
	d.y += d.chapterRows() - 1
	d.grid.Stars(d.end-d.bar-19, d.y, c.stars, saves.MostStars)
	d.grid.Bar(d.end-d.bar-10, d.y, d.bar, c.Won, c.Finished(), felt.Good)
	d.grid.PutRight(d.end, d.y, d.theme.Texts.T("stats.of", c.Won, c.Finished()), felt.Text)
	d.y++
}

// drawCharacters draws how often the person has met the goal of each character.
func (d *tallyPage) drawCharacters(lib *chapters.Library, all []saves.CharacterStats) {
	perRow := 3
	if d.isNarrow {
		perRow = 1
	}
	w := (d.end - d.left) / perRow
	for i := range all {
		c := &all[i]
		x := d.left + i%perRow*w
		name := c.Character
		if known := lib.Characters[c.Character]; known != nil {
			name = d.theme.Texts.ShortName(known)
		}
		d.grid.Emblem(x, d.y, c.Character, name, false)
		d.grid.Put(x+5, d.y, name, d.addArea(x, w, 2))
		d.grid.PutRight(x+w-2, d.y, d.theme.Texts.T("stats.of", c.Met, c.Met+c.Failed), felt.Text)
		d.grid.Bar(x+5, d.y+1, w-7, c.Met, c.Met+c.Failed, felt.Good)
		if i%perRow == perRow-1 || i == len(all)-1 {
			d.y += 2
		}
	}
}
