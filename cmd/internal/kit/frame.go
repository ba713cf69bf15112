package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
)

// TooSmall says that a window is, instead of a frame; it is nil if it is not, by [Small] or [Tiny].
func (t *Theme) TooSmall(is func(w, h int) bool, w, h int) *felt.Grid {
	if !is(w, h) {
		return nil
	}
	g := felt.New(t.Look, w, h, felt.Wood)
	if w > 0 && h > 0 {
		g.Paragraph(0, 0, w, h, t.T("tui.toosmall", w, h, MinWidth, MinHeight, slimWidth, slimHeight), felt.Text)
	}
	return g
}

// keyGap is between two keys.
const keyGap = 2

// foot says where the keys of a screen stand in its last line, or in two lines where they need them. Those that
// are switched off, or that there is no room for, stand nowhere.
func (t *Theme) foot(keys []key.Binding, w int) (spots []felt.Spot, lines int) {
	x, y := 1, 0
	for i := range keys {
		if keys[i].Keys() != nil && !keys[i].Enabled() {
			continue
		}
		n := cells.Width(t.Fold(keys[i].Help().Key + " " + keys[i].Help().Desc))
		if x+n > w-1 && x > 1 && y == 0 {
			x, y = 1, 1
		}
		if x+n <= w-1 {
			spots = append(spots, felt.Spot{X: x, Y: y, W: n, H: 1, Item: i})
			x += n + keyGap
		}
	}
	return spots, y + 1
}

// Text is a text in the width of a sheet.
func (t *Theme) Text(s string, w int) []string { return Indent(t.Wrap(s, w-6), "   ") }

// Binder makes keys whose names and help are texts that begin so.
func Binder(t *texts.Texts, named, help string) func(name string, keys ...string) key.Binding {
	return func(name string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(t.T(named+name), t.T(help+name)))
	}
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
		row, wide = nil, 0
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
	var keys, does []string
	left, right := 0, 0
	for _, b := range group {
		if !b.Enabled() {
			continue
		}
		k, d := t.Fold(b.Help().Key), t.Fold(b.Help().Desc)
		keys, does = append(keys, k), append(does, d)
		left, right = max(left, cells.Width(k)), max(right, cells.Width(d))
	}
	for i, k := range keys {
		lines = append(lines, felt.Golden.On(k)+strings.Repeat(" ", left-cells.Width(k)+1)+felt.Faint.On(does[i]))
	}
	return lines, left + 1 + right
}

// Around is the frame of a screen's body: its headline, the note below it, and the keys.
type Around struct {
	Head, State string
	// Note is said below, as bad news or not. More says that there is more to read, once
	// the body is drawn; nil for never.
	Note string
	Bad  bool
	More func() bool
	Keys []key.Binding
}

// headLines and frameLines are the lines around a body, beside those of the note and of
// the keys.
const headLines, frameLines = 2, 3

const longestNote = 4

// notes are the lines of the note; one is always there.
func (t *Theme) notes(a *Around, w int) []string {
	lines := t.Wrap(a.Note, w-2)
	if len(lines) > longestNote {
		rest := strings.Join(lines[longestNote-1:], " ")
		lines = append(lines[:longestNote-1], strings.TrimRight(t.Fit(rest, w-2), " "))
	}
	if a.Bad {
		lines = felt.Pen{Fg: felt.Bad}.Lines(lines)
	}
	return t.Margin(lines, w)
}

// Screen draws a screen, exactly as large as a window is; body draws what is in it.
func (t *Theme) Screen(a *Around, w, h int, body func(w, h int) []string) *felt.Grid {
	note := t.notes(a, w)
	spots, foot := t.foot(a.Keys, w)
	high := max(h-frameLines-len(note)-foot, 1)
	lines := t.Fill(body(w, high), w, high)
	g := felt.New(t.Look, w, h, felt.Wood)
	g.Headline(0, w, a.Head, a.State)
	g.Rule(0, 1, w, felt.Bar)
	g.Rule(0, h-foot-1, w, felt.Bar)
	for i, l := range append(lines, note...) {
		g.Text(0, headLines+i, w, l, felt.Text)
	}
	end := 1
	for _, s := range spots {
		of := a.Keys[s.Item].Help()
		end = g.Put(g.Put(s.X, h-foot+s.Y, of.Key, felt.Golden)+1, h-foot+s.Y, of.Desc, felt.Faint)
	}
	if a.More != nil && a.More() {
		for _, key := range []string{"tui.page.more", "tui.page.more.short"} {
			if more := t.T(key); end+keyGap+g.Width(more) <= w-1 {
				g.Put(end+keyGap, h-1, more, felt.Text)
				break
			}
		}
	}
	return g
}

// Clicked says where a screen was clicked: at a line of its body, or else on a key.
func (t *Theme) Clicked(a *Around, x, y, w, h int) (line int, name string) {
	spots, foot := t.foot(a.Keys, w)
	if at := felt.SpotAt(spots, x, y-(h-foot)); at >= 0 && len(a.Keys[at].Keys()) > 0 {
		return -1, a.Keys[at].Keys()[0]
	}
	if y -= headLines; y < 0 || y >= h-frameLines-len(t.notes(a, w))-foot {
		return -1, ""
	}
	return y, ""
}

// Beginning is so much of a text as fits into a line, in whole words.
func (t *Theme) Beginning(text string, w int) string {
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
