package kit

import (
	"cmp"
	"strings"

	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
)

// draw draws the sheet, in the middle of a window that is larger than any sheet.
func (sh *Sheet) draw(s *Stack) *felt.Grid {
	sh.refresh()
	small := IsSmall
	if sh.content.Page != nil || sh.content.FitsSmall {
		small = IsTiny
	}
	frame := s.Theme.TooSmallNotice(small, s.W, s.H)
	if frame == nil {
		frame = s.drawSheet(sh)
	}
	return s.Centered(frame, nil)
}

// Centered returns a window with a frame in its middle, and moves areas of the frame along.
func (s *Stack) Centered(frame *felt.Grid, areas []felt.HitArea) *felt.Grid {
	if frame.W == s.window().Width && frame.H == s.window().Height {
		return frame
	}
	g := felt.New(s.Theme.Look, s.window().Width, s.window().Height)
	g.Paste(s.x, s.y, frame)
	for i := range areas {
		areas[i].X += s.x
		areas[i].Y += s.y
	}
	return g
}

// drawSheet draws a sheet with the note and the keys below it.
func (s *Stack) drawSheet(sh *Sheet) *felt.Grid {
	sh.Selected() // moves the cursor to a row that still exists
	note := s.Note
	if note == "" && s.Idle != nil {
		note = s.Idle()
	}
	keys := func() []key.Binding { return s.activeKeys(sh) }
	frame, keyAreas := s.Theme.DrawFramed(s.W, s.H, note, s.Bad, keys, func(room *felt.Grid) {
		sh.rowAreas = nil
		if sh.content.Draw != nil {
			sh.rowAreas = sh.content.Draw(room, sh.Cursor)
			return
		}
		s.drawLines(sh, room)
	})
	sh.keyAreas = keyAreas
	return frame
}

// drawLines draws a sheet that consists of lines, and remembers the places of its rows.
func (s *Stack) drawLines(sh *Sheet, g *felt.Grid) {
	var states []string
	for state := cmp.Or(sh.content.State, s.State()); state != ""; _, state, _ = strings.Cut(state, "  ") {
		states = append(states, state)
	}
	foot := 2
	if sh.content.Page != nil {
		foot = 1 // a note may cover the rule
	}
	freeRow := 0
	more := false
	s.Theme.DrawRuled(g, sh.content.Title, append(states, ""), foot, func(w, h int) (lines []string) {
		margin := Margin(w)
		w -= 2 * margin
		if sh.content.Page == nil {
			lines = s.layOutRows(sh, w, h, margin)
		} else {
			lines, more = s.layOutPage(sh, w, h)
		}
		freeRow = headerRows + len(lines)
		return Indent(lines, strings.Repeat(" ", margin))
	})
	if more {
		g.PutRight(g.W-2, g.H-1-foot, " "+s.T("page.more"), felt.Faint)
	}
	sh.buttonArea.W = 0
	if sh.content.buttonRows() > 0 && sh.buttonLine >= 0 {
		sh.drawButton(g, headerRows+sh.buttonLine)
	}
	if sh.content.Paint != nil {
		sh.content.Paint(g, freeRow)
	}
}

// layOutRows returns the lines of a sheet of rows, and remembers the places of the rows.
func (s *Stack) layOutRows(sh *Sheet, w, h, margin int) []string {
	lines, rowIndexes := sh.body(s.Theme, w, h)
	sh.optionAreas = map[int][]felt.HitArea{}
	for y, i := range rowIndexes {
		sh.rowAreas = append(sh.rowAreas, felt.HitArea{X: margin, Y: headerRows + y, W: w, H: 1, Item: i})
		if column, shown := sh.optionColumns[i]; shown { // the options stand in the last line of their row
			sh.optionAreas[i] = s.Theme.optionAreas(&sh.content.Rows[i], margin+column, headerRows+y)
		}
	}
	sh.valueColumn += margin
	return lines
}

// layOutPage returns the lines of a page that are visible; more reports whether others follow below.
func (s *Stack) layOutPage(sh *Sheet, w, h int) (lines []string, more bool) {
	sh.reader.fill(Indent(s.Theme.PageLines(sh.content.Page(w-2), w-2), " "), w, h)
	if !sh.pageShown && sh.content.StartAtEnd {
		sh.reader.scroll(len(sh.reader.lines))
	}
	sh.pageShown = true
	return sh.reader.visible()
}

// Margin returns how many columns are left free on either side of a text, since longer lines are hard
// to read.
func Margin(columns int) int { return max(columns-88, 0) / 2 }
