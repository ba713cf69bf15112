package tui

import (
	"cmp"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/texts"
)

const (
	// roadRow is how many stations stand in a row of the road.
	roadRow = 6
	// roadMargin is how many columns stay free at either end of a row.
	roadMargin = 2
	// roadFoot is how many lines are below the road: a rule, the title of the selected station, two lines of
	// facts, and the keys.
	roadFoot = 5
)

// road is the layout of a chapter book in a window: a road from the Shire to Amon Hen with a station for each
// chapter, there and back in rows, and further rows of a menu below it.
type road struct {
	// g is the window.
	g *felt.Grid
	// texts has the sentences.
	texts *texts.Texts
	// stations are the chapters.
	stations []book.Station
	// more are the rows below the road.
	more []kit.Row
	// cursor is the index of the selected station; the rows of more are counted after the stations.
	cursor int

	// left is the first column.
	left int
	// width is how many columns are used.
	width int
	// moreLines is how many lines the rows of more take.
	moreLines int
	// top is the line of the first visible row of stations.
	top int
	// first is the first visible row of stations.
	first int
	// visibleRows is how many rows of stations are visible.
	visibleRows int
	// stepX is the distance between two stations of a row.
	stepX int
	// stepY is the distance between two rows.
	stepY int
}

// drawRoad returns a function that draws the road of the chapters, the further rows below it, and the facts
// about the selected one.
func drawRoad(t *texts.Texts, said *book.Road, more []kit.Row) drawFunc {
	return func(g *felt.Grid, cursor int) []felt.HitArea {
		withLegend := strings.Join(texts.NotEmpty(said.Summary, said.Legend), "  ")
		g.Headline(0, g.W, said.Title, withLegend, said.Summary, said.Brief)
		r := &road{g: g, texts: t, stations: said.Stations, more: more, cursor: cursor}
		r.layOut()
		g.Fill(0, 1, g.W, g.H-1-roadFoot, felt.Felt)
		r.drawPath()
		areas := r.drawStations()
		areas = append(areas, r.drawMore()...)
		r.drawFacts()
		return areas
	}
}

// layOut places the stations and the further rows in the window.
func (r *road) layOut() {
	g := r.g
	rows := (len(r.stations) + roadRow - 1) / roadRow
	r.width = min(g.W, 120)
	r.left = (g.W - r.width) / 2
	if r.width >= 92 {
		r.width -= 8
		r.left += 4
	}
	r.moreLines = (len(r.more) + 1) / 2
	if g.W < 80 {
		r.moreLines = len(r.more)
	}
	feltRows := g.H - 1 - roadFoot - r.moreLines // including the rail
	r.stepX = (r.width - 2*roadMargin - felt.Small.W) / (roadRow - 1)
	r.stepY = min((feltRows-2)/max(rows, 1), 7)
	if r.stepY < felt.Small.H+1 { // not all rows fit: the ones around the cursor are shown
		r.stepY = felt.Small.H + 1
	}
	r.visibleRows = max(min((feltRows-2)/r.stepY, rows), 1)
	cursorRow := min(r.cursor, len(r.stations)-1) / roadRow
	r.first = max(min(cursorRow-r.visibleRows/2, rows-r.visibleRows), 0)
	r.top = 2 + max((feltRows-2-r.visibleRows*r.stepY)/2, 0)
}

// position returns the place of a station. Every second row runs from right to left.
func (r *road) position(i int) (x, y int) {
	row := i / roadRow
	column := i % roadRow
	if row%2 == 1 {
		column = roadRow - 1 - column
	}
	return r.left + roadMargin + column*r.stepX + 1, r.top + (row-r.first)*r.stepY
}

// isVisible reports whether the row of a station is visible.
func (r *road) isVisible(i int) bool {
	return i/roadRow >= r.first && i/roadRow < r.first+r.visibleRows
}

// drawPath draws the lines between the stations, golden where a chapter is won.
func (r *road) drawPath() {
	for i := range r.stations {
		if i+1 >= len(r.stations) || !r.isVisible(i) {
			continue
		}
		x, y := r.position(i)
		nextX, nextY := r.position(i + 1)
		pen := felt.Pen{Fg: felt.Line}
		if r.stations[i].Won {
			pen.Fg = felt.GoldInk
		}
		switch {
		case y == nextY:
			start := min(x, nextX) + felt.Small.W + 1
			r.g.Put(start, y+1, strings.Repeat("─", max(max(x, nextX)-1-start, 0)), pen)
		case r.isVisible(i + 1):
			for line := y + felt.Small.H + 1; line < nextY; line++ {
				r.g.Put(x+2, line, "│", pen)
			}
		}
	}
}

// drawStations draws the visible stations with their stars and the names of their places.
func (r *road) drawStations() (areas []felt.HitArea) {
	g := r.g
	for i := range r.stations {
		if !r.isVisible(i) {
			continue
		}
		s := &r.stations[i]
		nameOffset := felt.Small.H + 1
		isAboveCursor := r.isVisible(r.cursor) && r.cursor == 2*roadRow*(i/roadRow+1)-1-i
		if r.stepY == nameOffset+1 && isAboveCursor {
			nameOffset-- // not in the frame of the selected station below
		}
		x, y := r.position(i)
		name := s.Place
		number := s.Number
		if s.Won && g.Palette().NoColor() {
			number += "*"
		}
		g.Station(x, y, i, number, s.Won || s.IsCurrent, i == r.cursor)
		starsFit := name == "" || nameOffset > felt.Small.H
		if s.Won && i != r.cursor && s.Stars.Count() > 0 && starsFit {
			g.Stars(x, y+felt.Small.H, s.Stars)
		}
		if r.stepY > felt.Small.H+1 {
			nameX := max(min(x+(felt.Small.W-g.Width(name)+1)/2, g.W-g.Width(name)-1), 1)
			g.Put(nameX, y+nameOffset, name, felt.Faint)
		}
		areas = append(areas, felt.HitArea{X: x, Y: y, W: felt.Small.W, H: felt.Small.H, Item: i})
	}
	return areas
}

// drawMore draws the further rows.
func (r *road) drawMore() (areas []felt.HitArea) {
	columns := 2
	if r.g.W < 80 {
		columns = 1
	}
	w := (r.width - 2*roadMargin) / columns
	top := r.g.H - roadFoot - r.moreLines
	for i := range r.more {
		item := len(r.stations) + i
		x := r.left + roadMargin + i%columns*w
		area, _ := drawRow(r.g, x, top+i/columns, w-2, &r.more[i], item, item == r.cursor)
		areas = append(areas, area)
	}
	return areas
}

// drawFacts draws the title of the selected station or row, and what there is to say about it.
func (r *road) drawFacts() {
	g := r.g
	bottom := g.H - roadFoot
	g.Rule(0, bottom, g.W, felt.Rail)
	name := ""
	state := ""
	facts := ""
	switch k := r.cursor - len(r.stations); {
	case k >= 0 && k < len(r.more):
		name = r.more[k].Label
		facts = strings.Join(texts.NotEmpty(texts.Sentence(r.more[k].Note), r.more[k].Help), " ")
	case r.cursor >= 0 && r.cursor < len(r.stations):
		s := &r.stations[r.cursor]
		name = r.texts.Titled(s.Chapter)
		state = stationState(r.texts, s)
		facts = cmp.Or(s.Progress, s.Roster)
	}
	y := bottom + 1
	if g.Width(name)+g.Width(state)+6 > g.W {
		state = ""
	}
	g.PutRight(r.left+r.width-2, y, state, felt.Faint)
	g.Put(r.left+2, y, g.Cut(name, g.W-4), felt.Strong)
	if len(g.Wrap(facts, r.width-4, 9)) > 2 {
		facts, _, _ = strings.Cut(facts, ". ") // only the first sentence
	}
	g.Paragraph(r.left+2, y+1, r.width-4, 2, facts, felt.Faint)
}

// stationState returns how a chapter stands: that it is the next one, its results, or that it takes several rounds.
func stationState(t *texts.Texts, s *book.Station) string {
	currentText := ""
	if s.IsCurrent {
		currentText = t.T("road.here")
	}
	return strings.Join(texts.NotEmpty(currentText, cmp.Or(s.State, s.Length), s.Results), "   ")
}
