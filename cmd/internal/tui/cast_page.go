package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
)

// castPage is the page of a chapter: what is special about it, and each character with its emblem, whether it
// must be taken, its goal and its setup action.
type castPage struct {
	// special are the paragraphs about the chapter at the top.
	special []string
	// members are the characters.
	members []rulebook.Member
	// foot is the text at the bottom.
	foot string
}

// draw returns a function that draws the page below a headline. The cursor moves over the characters. No
// text is ever cut.
func (p *castPage) draw(title string, states ...string) drawFunc {
	return func(g *felt.Grid, cursor int) []felt.HitArea {
		var page *felt.Grid
		var areas []felt.HitArea
		for _, spacing := range []castSpacing{{3, false}, {2, false}, {2, true}} {
			page, areas = p.layOut(g, spacing, cursor)
			if page.H <= scrollPageRows(g) {
				break
			}
		}
		return drawScrollPage(g, page, areas, cursor, title, states...)
	}
}

// castSpacing is how close the characters of a cast page stand.
type castSpacing struct {
	// minRows is how many rows each character takes at least.
	minRows int
	// inline continues the line of the goal with the setup action, if minRows is too small otherwise.
	inline bool
}

// layOut draws the whole page, at least as high as its room in the window.
func (p *castPage) layOut(g *felt.Grid, spacing castSpacing, cursor int) (page *felt.Grid, areas []felt.HitArea) {
	left, wide := scrollPageColumns(g)
	goalColumn, goalRow := 19, 0 // where goals begin
	for i := range p.members {
		goalColumn = max(goalColumn, 9+g.Width(p.members[i].DisplayName))
	}
	if g.W < 76 {
		goalColumn, goalRow = 7, 1
	}
	band := p.special
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
		areas = append(areas, felt.HitArea{X: left, Y: y, W: wide, H: rows[i], Item: i})
		if i == cursor && need > room && g.Palette().NoColor() {
			page.Put(left, y, ">", felt.Pen{Fg: felt.Ink, Bold: true})
		}
		y += rows[i]
	}
	page.Lines(left+2, page.H-len(foot), foot, felt.Faint)
	return page, areas
}

// rowsOf returns a row for each character, for the cursor.
func rowsOf(all []rulebook.Member) []kit.Row {
	rows := make([]kit.Row, len(all))
	for i := range all {
		rows[i].Label = all[i].DisplayName
	}
	return rows
}

// chapterLength says whether a chapter is one round or several.
func chapterLength(t *texts.Texts, c *chapters.Chapter) string {
	if c.Long {
		return t.T("lobby.long")
	}
	return t.T("lobby.short")
}

// specialTexts returns the paragraphs about a chapter: what is special, and how the group wins.
func specialTexts(t *texts.Texts, c *chapters.Chapter, special []string) []string {
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
