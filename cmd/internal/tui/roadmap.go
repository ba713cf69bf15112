package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Station is a chapter on the road: its row, whether it was won, and how well.
type station struct {
	kit.Row
	chapter *chapters.Chapter
	won     bool
	stars   int
	// facts are told of it while the cursor is on it, and state stands at the end of its title.
	facts, state string
}

// drawRoad draws the road from the Shire to Amon Hen: a station for each chapter, there and back in
// rows of six, and below it what is to be said about the one at the cursor. Further rows stand between the
// two.
func (p *Place) drawRoad(title string, states []string, all []station, more []kit.Row) func(g *felt.Grid, cursor int) []felt.Spot {
	return func(g *felt.Grid, cursor int) (spots []felt.Spot) {
		g.Headline(0, g.W, title, states...)
		const perRow, front, foot = 6, 2, 5 // the facts, a free line, and the keys
		rows := (len(all) + perRow - 1) / perRow
		left := 0
		wide := min(g.W, 120)
		if left = (g.W - wide) / 2; wide >= 92 {
			wide, left = wide-8, left+4
		}
		extra := (len(more) + 1) / 2
		if g.W < 80 {
			extra = len(more)
		}
		high := g.H - 1 - foot - extra // of the felt, with its rail
		stepX, stepY := (wide-2*front-felt.Small.W)/(perRow-1), min((high-2)/max(rows, 1), 7)
		if stepY < felt.Small.H+1 { // the stations around the cursor
			stepY = felt.Small.H + 1
		}
		seen := max(min((high-2)/stepY, rows), 1)
		first := max(min(min(cursor, len(all)-1)/perRow-seen/2, rows-seen), 0)
		g.Fill(0, 1, g.W, g.H-1-foot, felt.Felt)
		top := 2 + max((high-2-seen*stepY)/2, 0)
		at := func(i int) (x, y int) {
			r, c := i/perRow, i%perRow
			if r%2 == 1 {
				c = perRow - 1 - c
			}
			return left + front + c*stepX + 1, top + (r-first)*stepY
		}
		shows := func(i int) bool { return i/perRow >= first && i/perRow < first+seen }
		for i := range all {
			if i+1 >= len(all) || !shows(i) {
				continue
			}
			x, y := at(i)
			x2, y2 := at(i + 1)
			pen := felt.Pen{Fg: felt.Line}
			if all[i].won {
				pen.Fg = felt.GoldInk
			}
			switch {
			case y == y2:
				from := min(x, x2) + felt.Small.W + 1
				g.Put(from, y+1, strings.Repeat("─", max(max(x, x2)-1-from, 0)), pen)
			case shows(i + 1):
				for k := y + felt.Small.H + 1; k < y2; k++ {
					g.Put(x+2, k, "│", pen)
				}
			}
		}
		next := slices.IndexFunc(all, func(s station) bool { return !s.won })
		for i := range all {
			if !shows(i) {
				continue
			}
			s, under := &all[i], felt.Small.H+1 // where the place that the road passes is named
			if stepY == under+1 && shows(cursor) && cursor == 2*perRow*(i/perRow+1)-1-i {
				under-- // not in the frame of the station below
			}
			x, y := at(i)
			name := book.Place(p.Texts, s.chapter.ID)
			number := s.chapter.ID
			if s.won && g.Look().Plain() {
				number += "*"
			}
			g.Station(x, y, i, number, s.won || i == next, i == cursor)
			if s.won && i != cursor && s.stars > 0 && (name == "" || under > felt.Small.H) {
				g.Stars(x, y+felt.Small.H, s.stars, saves.MostStars)
			}
			if stepY > felt.Small.H+1 {
				g.Put(max(min(x+(felt.Small.W-g.Width(name)+1)/2, g.W-g.Width(name)-1), 1), y+under, name, felt.Faint)
			}
			spots = append(spots, felt.Spot{X: x, Y: y, W: felt.Small.W, H: felt.Small.H, Item: i})
		}
		bottom := g.H - foot
		columns := 2
		if g.W < 80 {
			columns = 1
		}
		for i := range more {
			w := (wide - 2*front) / columns
			s, _ := row(g, left+front+i%columns*w, bottom-extra+i/columns, w-2, &more[i], len(all)+i, len(all)+i == cursor)
			spots = append(spots, s)
		}
		g.Rule(0, bottom, g.W, felt.Rail)
		name, end, facts := "", "", ""
		switch k := cursor - len(all); {
		case k >= 0 && k < len(more):
			name, facts = more[k].Label, strings.Join(texts.NotEmpty(texts.Sentence(more[k].Note), more[k].Tell), " ")
		case cursor >= 0 && cursor < len(all):
			s := &all[cursor]
			name, end, facts = p.Titled(s.chapter), s.state, s.facts
		}
		y := bottom + 1
		if g.Width(name)+g.Width(end)+6 > g.W {
			end = ""
		}
		g.Right(left+wide-2, y, end, felt.Faint)
		g.Put(left+2, y, g.Cut(name, g.W-4), felt.Strong)
		if len(g.Wrap(facts, wide-4, 9)) > 2 { // its first sentence alone
			facts, _, _ = strings.Cut(facts, ". ")
		}
		g.Paragraph(left+2, y+1, wide-4, 2, facts, felt.Faint)
		return spots
	}
}
