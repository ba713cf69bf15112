package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
)

// TooSmallNotice says that a window is, instead of a frame; it is nil if it is not, by [IsSmall] or [IsTiny].
func (t *Theme) TooSmallNotice(isTooSmall func(w, h int) bool, w, h int) *felt.Grid {
	if !isTooSmall(w, h) {
		return nil
	}
	g := felt.New(t.Look, w, h)
	if w > 0 && h > 0 {
		g.Paragraph(0, 0, w, h, t.T("tui.toosmall", w, h, MinWidth, MinHeight, slimWidth, slimHeight), felt.Text)
	}
	return g
}

// HelpColumns draws groups of keys and what they do side by side: as many of them as there is
// room for, and the others below.
func (t *Theme) HelpColumns(groups [][]key.Binding, w int) (out []string) {
	const gap = 3
	var row []string // the columns side by side so far
	wide := 0
	flush := func() {
		for _, line := range row {
			out = append(out, strings.TrimRight(line, " "))
		}
		row = nil
		wide = 0
	}
	for _, g := range groups {
		column, n := t.helpColumn(g)
		switch {
		case len(column) == 0:
			continue
		case wide > 0 && wide+gap+n > w:
			flush()
		case wide > 0:
			wide += gap
		}
		for i, line := range column {
			if i == len(row) {
				row = append(row, "")
			}
			row[i] += strings.Repeat(" ", wide-cells.Width(row[i])) + line
		}
		wide += n
	}
	flush()
	return out
}

// helpColumn draws a group of keys, each in a line as wide as the column. Those that are
// switched off are left out.
func (t *Theme) helpColumn(group []key.Binding) (lines []string, wide int) {
	var keys, labels []string
	keyWidth, labelWidth := 0, 0
	for _, b := range group {
		if !b.Enabled() {
			continue
		}
		k, d := t.Fold(b.Help().Key), t.Fold(b.Help().Desc)
		keys, labels = append(keys, k), append(labels, d)
		keyWidth, labelWidth = max(keyWidth, cells.Width(k)), max(labelWidth, cells.Width(d))
	}
	for i, k := range keys {
		lines = append(lines,
			felt.Golden.Paint(k)+strings.Repeat(" ", keyWidth-cells.Width(k)+1)+felt.Faint.Paint(labels[i]))
	}
	return lines, keyWidth + 1 + labelWidth
}

// headerRows are the lines of a screen above its body.
const headerRows = 2

// DrawFramed draws a screen, as large as a window, and says where its keys are: what draw draws, a note below
// it, as bad news or not, and the keys, which may depend on what was drawn. The room that is drawn on ends with a
// line for the note and one for the keys; a longer note takes lines of its own.
func (t *Theme) DrawFramed(w, h int, note string, bad bool, keys func() []key.Binding,
	draw func(room *felt.Grid),
) (g *felt.Grid, spots []felt.HitArea) {
	g = felt.New(t.Look, w, h)
	pen := felt.Text
	if bad {
		pen.Fg = felt.Bad
	}
	noteLines := g.Wrap(note, w-4, h/5)
	top := h - 1 - len(noteLines)
	room := felt.New(t.Look, w, min(top+2, h))
	draw(room)
	g.Paste(0, 0, room)
	g.Fill(0, top, w, len(noteLines), felt.Wood)
	g.Lines(2, top, noteLines, pen)
	return g, g.Keys(0, h-1, w, NamedKeys(keys()))
}

// DrawRuled draws a headline with one of its states, the longest first, and lines between two rules, with so
// many lines left below. Body has the lines for so much room.
func (t *Theme) DrawRuled(g *felt.Grid, title string, states []string, foot int, body func(w, h int) []string) {
	foot++
	g.Headline(0, g.W, title, states...)
	g.Rule(0, 1, g.W, felt.Bar)
	height := max(g.H-headerRows-foot, 1)
	for i, l := range body(g.W, height) {
		if i < height {
			g.Text(0, headerRows+i, g.W, l, felt.Text)
		}
	}
	g.Rule(0, g.H-foot, g.W, felt.Bar)
}

// FirstWords is so much of a text as fits into a line, in whole words.
func (t *Theme) FirstWords(text string, w int) string {
	lines := t.Wrap(text, w)
	if len(lines) <= 1 {
		return strings.Join(lines, "")
	}
	const least = 8 // cells for words and the dots
	if w < least {
		return ""
	}
	return t.Wrap(text, w-4)[0] + " ..."
}

// The window that screens begin with, until they are told its size, and the smallest one of those
// that are high and not wide: half a screen, or a phone held upright.
const (
	MinWidth   = 80
	MinHeight  = 24
	slimWidth  = 46
	slimHeight = 30
)

// The largest window that sheets fill: in a larger one they stand in the middle.
const (
	MaxWidth  = 120
	MaxHeight = 40
)

// IsSmall reports whether a window is too small for screens but for a round as a list and what there is to
// read, and Tiny whether it is for these, too.
func IsSmall(w, h int) bool {
	return !(w >= MinWidth && h >= MinHeight || w >= slimWidth && h >= slimHeight)
}

// IsTiny is told with [IsSmall].
func IsTiny(w, h int) bool { return w < 40 || h < 16 }
