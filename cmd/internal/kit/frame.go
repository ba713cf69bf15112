package kit

import (
	"strings"

	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
)

// headerRows is how many lines of a screen stand above its body.
const headerRows = 2

// DrawFramed draws a screen as large as a window: what draw draws, a note below it, in the color of bad
// news if bad, and the keys. It returns the places of the keys. The room that draw gets ends with one line
// for the note and one for the keys; a longer note takes lines of its own. keys is called after draw, since
// the keys may depend on what was drawn.
func (t *Theme) DrawFramed(w, h int, note string, bad bool, keys func() []key.Binding,
	draw func(room *felt.Grid),
) (g *felt.Grid, keyAreas []felt.HitArea) {
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

// DrawRuled draws a headline with the first of the states that fits, which are sorted from long to short,
// and lines between two rules. foot lines stay free below. body returns the lines for the room between the
// rules.
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

// FirstWords returns as many whole words of a text as fit into a line, followed by dots if words are
// left out. It returns "" if words are left out and the line has no room for a word and the dots.
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
