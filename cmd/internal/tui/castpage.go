package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
)

// castPage is the page of a chapter: on felt what is special, and below it each character with its
// emblem, whether it must be there, its goal and its setup.
type castPage struct {
	band    []string
	members []rulebook.Member
	foot    string
}

// draw draws it below a headline. The cursor moves over the characters; no text is ever cut.
func (p *castPage) draw(title string, states ...string) func(g *felt.Grid, cursor int) []felt.HitArea {
	return func(g *felt.Grid, cursor int) []felt.HitArea {
		var page *felt.Grid
		var spots []felt.HitArea
		for _, spacing := range []castSpacing{{3, false}, {2, false}, {2, true}} {
			page, spots = p.layOut(g, spacing, cursor)
			if page.H <= scrollPageRows(g) {
				break
			}
		}
		return drawScrollPage(g, page, spots, cursor, title, states...)
	}
}

// scrollPageColumns is how wide a page is that may be higher than its window, and tallRoom how much of it is seen:
// below the headline, above the keys.
func scrollPageColumns(g *felt.Grid) (left, wide int) {
	wide = min(g.W, 108)
	return (g.W - wide) / 2, wide
}

func scrollPageRows(g *felt.Grid) int { return g.H - 2 }

// drawScrollPage shows such a page below a headline. It scrolls with the cursor over what is at the spots, and marks
// tell where there is more.
func drawScrollPage(g, page *felt.Grid, spots []felt.HitArea, cursor int, title string,
	states ...string,
) []felt.HitArea {
	room := scrollPageRows(g)
	top := 0
	if last := len(spots) - 1; last > 0 { // as far as the cursor has come
		area := spots[min(cursor, last)]
		top = max(page.H-room, 0) * (area.Y - spots[0].Y) / max(spots[last].Y-spots[0].Y, 1)
		top = min(max(top, area.Y+area.H-room), area.Y)
	}
	for i := range spots {
		spots[i].Y += 1 - top
	}
	g.Paste(0, 1-top, page)
	g.Fill(0, g.H-1, g.W, 1, felt.Wood)
	left, wide := scrollPageColumns(g)
	g.Headline(left, wide, title, states...)
	if top > 0 {
		g.PutRight(left+wide-1, 1, "^", felt.Golden)
	}
	if page.H-top > room {
		g.PutRight(left+wide-1, g.H-2, "v", felt.Golden)
	}
	return spots
}

// castSpacing is how close the characters stand: the rows that each takes at least, and whether a setup that
// needs more goes on behind the goal.
type castSpacing struct {
	minRows int
	inline  bool
}

// layOut draws all of the page, as high as it is, or as the window where it is lower than that.
func (p *castPage) layOut(g *felt.Grid, spacing castSpacing, cursor int) (page *felt.Grid, spots []felt.HitArea) {
	left, wide := scrollPageColumns(g)
	goalColumn, goalRow := 19, 0 // where goals begin
	for i := range p.members {
		goalColumn = max(goalColumn, 9+g.Width(p.members[i].DisplayName))
	}
	if g.W < 76 {
		goalColumn, goalRow = 7, 1
	}
	band := p.band
	if spacing.inline {
		band = []string{strings.Join(band, " ")}
	}
	var bandLines []string
	for _, text := range band {
		bandLines = append(bandLines, g.Wrap(text, wide-4, 99)...)
	}
	textLines := make([][]string, len(p.members))
	roles := make([][]string, len(p.members))
	rows := make([]int, len(p.members))
	height := 0
	for i := range p.members {
		m := &p.members[i]
		if goalRow == 0 {
			roles[i] = g.Wrap(m.Role, goalColumn-9, 99)
		}
		textLines[i] = append(g.Wrap(m.Goal, wide-goalColumn-3, 99), g.Wrap(m.Summary, wide-goalColumn-3, 99)...)
		if spacing.inline && goalRow+len(textLines[i]) > spacing.minRows {
			textLines[i] = g.Wrap(m.Goal+" "+m.Summary, wide-goalColumn-3, 99)
		}
		rows[i] = max(spacing.minRows, goalRow+len(textLines[i]), 1+len(roles[i]))
		height += rows[i]
	}
	foot := g.Wrap(p.foot, wide-4, 99)
	need := len(bandLines) + 1 + height + len(foot)
	room := scrollPageRows(g)
	page = felt.New(g.Palette(), g.W, max(need, room))
	page.Fill(0, 0, g.W, len(bandLines), felt.Felt)
	page.Lines(left+2, 0, bandLines, felt.Text)
	y := len(bandLines)
	page.Rule(0, y, g.W, felt.Rail)
	y++
	if free := room - need; free > 1 {
		y += min(free/2, 2)
	}
	for i := range p.members {
		m := &p.members[i]
		page.Emblem(left+2, y, m.ID, m.DisplayName, false)
		name, role := felt.Strong, felt.Faint
		if i == cursor && need > room {
			name = felt.Golden
		}
		if m.IsRequired {
			role = felt.Pen{Fg: felt.GoldInk}
		}
		end := page.Put(left+7, y, m.DisplayName, name)
		if goalRow > 0 {
			page.Put(end+2, y, m.Role, role)
		}
		page.Lines(left+7, y+1, roles[i], role)
		goal := strings.Join(page.Wrap(m.Goal, 999, 1), "")
		for k, l := range textLines[i] {
			x := left + goalColumn
			if part := min(len(goal), len(l)); l[:part] == goal[:part] { // the goal comes first
				x, l, goal = page.Put(x, y+goalRow+k, l[:part], felt.Text), l[part:], strings.TrimSpace(goal[part:])
			}
			page.Put(x, y+goalRow+k, l, felt.Faint)
		}
		spots = append(spots, felt.HitArea{X: left, Y: y, W: wide, H: rows[i], Item: i})
		if i == cursor && need > room && g.Palette().NoColor() {
			page.Put(left, y, ">", felt.Pen{Fg: felt.Ink, Bold: true})
		}
		y += rows[i]
	}
	page.Lines(left+2, page.H-len(foot), foot, felt.Faint)
	return page, spots
}

// rowsOf makes a row of each character, over which the cursor moves.
func rowsOf(all []rulebook.Member) []kit.Row {
	rows := make([]kit.Row, len(all))
	for i := range all {
		rows[i].Label = all[i].DisplayName
	}
	return rows
}

// length says whether a chapter is one round or several.
func length(t *texts.Texts, c *chapters.Chapter) string {
	if c.Long {
		return t.T("lobby.long")
	}
	return t.T("lobby.short")
}

// bandOf is what is special about a chapter, and how the group wins.
func bandOf(t *texts.Texts, c *chapters.Chapter, special []string) []string {
	var out []string
	for _, text := range special {
		out = append(out, texts.Sentence(text))
	}
	win := "intro.win"
	if c.Long {
		win = "intro.long"
	}
	return append(out, strings.TrimSpace(t.T(win)))
}
