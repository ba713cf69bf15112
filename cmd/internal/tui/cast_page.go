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
	// inline saves lines: the paragraphs about the chapter become one, and the setup action continues the line
	// of the goal if the character would otherwise need more than minRows.
	inline bool
}

// castLayout has the texts of a cast page, broken for a window.
type castLayout struct {
	// left is the first column.
	left int
	// width is how many columns are used.
	width int
	// goalColumn is the column where the goals begin, counted from left.
	goalColumn int
	// goalRow is the row of a character where its goal begins: 1 in a narrow window.
	goalRow int
	// special are the lines about the chapter.
	special []string
	// members has the lines of each character.
	members []memberLines
	// foot are the lines at the bottom.
	foot []string
	// height is how many rows everything needs.
	height int
}

// memberLines are the texts of a character on a cast page.
type memberLines struct {
	// role are the lines below the name, empty in a narrow window.
	role []string
	// text are the lines with the goal and the setup action.
	text []string
	// rows is how many rows the character takes.
	rows int
}

func (p *castPage) measure(g *felt.Grid, spacing castSpacing) *castLayout {
	l := &castLayout{goalColumn: 19, members: make([]memberLines, len(p.members))}
	l.left, l.width = scrollPageColumns(g)
	for i := range p.members {
		l.goalColumn = max(l.goalColumn, 9+g.Width(p.members[i].DisplayName))
	}
	if g.W < 76 {
		l.goalColumn = 7
		l.goalRow = 1
	}
	special := p.special
	if spacing.inline {
		special = []string{strings.Join(special, " ")}
	}
	for _, text := range special {
		l.special = append(l.special, g.Wrap(text, l.width-4, 99)...)
	}
	l.foot = g.Wrap(p.foot, l.width-4, 99)
	l.height = len(l.special) + 1 + len(l.foot)
	for i := range p.members {
		l.members[i] = l.measureMember(g, &p.members[i], spacing)
		l.height += l.members[i].rows
	}
	return l
}

func (l *castLayout) measureMember(g *felt.Grid, m *rulebook.Member, spacing castSpacing) memberLines {
	var lines memberLines
	if l.goalRow == 0 {
		lines.role = g.Wrap(m.Role, l.goalColumn-9, 99)
	}
	textWidth := l.width - l.goalColumn - 3
	lines.text = append(g.Wrap(m.Goal, textWidth, 99), g.Wrap(m.Summary, textWidth, 99)...)
	if spacing.inline && l.goalRow+len(lines.text) > spacing.minRows {
		lines.text = g.Wrap(m.Goal+" "+m.Summary, textWidth, 99)
	}
	lines.rows = max(spacing.minRows, l.goalRow+len(lines.text), 1+len(lines.role))
	return lines
}

// layOut draws the whole page, at least as high as its room in the window.
func (p *castPage) layOut(g *felt.Grid, spacing castSpacing, cursor int) (page *felt.Grid, areas []felt.HitArea) {
	l := p.measure(g, spacing)
	room := scrollPageRows(g)
	if l.height <= room {
		cursor = -1 // the cursor only scrolls, and is not shown if there is nothing to scroll
	}
	page = felt.New(g.Palette(), g.W, max(l.height, room))
	page.Fill(0, 0, g.W, len(l.special), felt.Felt)
	page.Lines(l.left+2, 0, l.special, felt.Text)
	y := len(l.special)
	page.Rule(0, y, g.W, felt.Rail)
	y++
	if free := room - l.height; free > 1 {
		y += min(free/2, 2)
	}
	for i := range p.members {
		l.drawMember(page, y, &p.members[i], &l.members[i], i == cursor)
		areas = append(areas, felt.HitArea{X: l.left, Y: y, W: l.width, H: l.members[i].rows, Item: i})
		y += l.members[i].rows
	}
	page.Lines(l.left+2, page.H-len(l.foot), l.foot, felt.Faint)
	return page, areas
}

// drawMember draws a character: its emblem, name and role, its goal, and fainter its setup action.
func (l *castLayout) drawMember(page *felt.Grid, y int, m *rulebook.Member, lines *memberLines, selected bool) {
	page.Emblem(l.left+2, y, m.ID, m.DisplayLetters, false)
	namePen := felt.Strong
	if selected {
		namePen = felt.Golden
	}
	rolePen := felt.Faint
	if m.IsRequired {
		rolePen = felt.Pen{Fg: felt.GoldInk}
	}
	end := page.Put(l.left+7, y, m.DisplayName, namePen)
	if l.goalRow > 0 {
		page.Put(end+2, y, m.Role, rolePen)
	}
	page.Lines(l.left+7, y+1, lines.role, rolePen)
	goal := strings.Join(page.Wrap(m.Goal, 999, 1), "") // the rest of the goal that is not drawn yet
	for k, line := range lines.text {
		x := l.left + l.goalColumn
		if n := min(len(goal), len(line)); line[:n] == goal[:n] {
			x = page.Put(x, y+l.goalRow+k, line[:n], felt.Text)
			line = line[n:]
			goal = strings.TrimSpace(goal[n:])
		}
		page.Put(x, y+l.goalRow+k, line, felt.Faint)
	}
	if selected && page.Palette().NoColor() {
		page.Put(l.left, y, ">", felt.Pen{Fg: felt.Ink, Bold: true})
	}
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
