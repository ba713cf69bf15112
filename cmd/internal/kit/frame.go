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

// Frame sets the parts of a page one below the other, with rules between them.
func (t *Theme) Frame(head, state string, body, foot []string, w int) *felt.Grid {
	h := headLines + len(body) + 1 + len(foot)
	g := felt.New(t.Look, w, h, felt.Wood)
	g.Headline(0, w, head, state)
	g.Rule(0, 1, w, felt.Bar)
	g.Rule(0, h-len(foot)-1, w, felt.Bar)
	for i, l := range body {
		g.Text(0, headLines+i, w, l, felt.Text)
	}
	for i, l := range foot {
		g.Text(1, h-len(foot)+i, w-1, l, felt.Text)
	}
	return g
}

// KeyGap is between two keys.
const KeyGap = "  "

// KeyWidth is the width of a key with its action.
func (t *Theme) KeyWidth(b *key.Binding) int {
	return cells.Width(t.Fold(b.Help().Key + " " + b.Help().Desc))
}

// KeyRows says which keys stand in which of so many lines, and whether all of them do.
// Those that are switched off stand nowhere.
func (t *Theme) KeyRows(bindings []key.Binding, w, lines int) (rows [][]key.Binding, all bool) {
	rows, wide, all := [][]key.Binding{nil}, 0, true
	for i := range bindings {
		if bindings[i].Keys() != nil && !bindings[i].Enabled() {
			continue
		}
		n := t.KeyWidth(&bindings[i])
		if wide > 0 {
			n += len(KeyGap)
		}
		if wide+n > w && wide > 0 && len(rows) < lines {
			rows, wide, n = append(rows, nil), 0, n-len(KeyGap)
		}
		if wide+n > w {
			all = false
			continue
		}
		wide += n
		rows[len(rows)-1] = append(rows[len(rows)-1], bindings[i])
	}
	return rows, all
}

// DrawnKeys draws lines of keys.
func (t *Theme) DrawnKeys(rows [][]key.Binding) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		var keys []string
		for _, b := range row {
			keys = append(keys, felt.Golden.On(t.Fold(b.Help().Key))+" "+felt.Faint.On(t.Fold(b.Help().Desc)))
		}
		out[i] = strings.Join(keys, KeyGap)
	}
	return out
}

// WithMore adds to a line of keys that there is more to read below.
func (t *Theme) WithMore(keys string, w int) string {
	for _, key := range []string{"tui.page.more", "tui.page.more.short"} {
		if more := KeyGap + t.Fold(t.T(key)); cells.Width(keys+more) <= w {
			return keys + more
		}
	}
	return keys
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
	lines := t.WrapAtMost(a.Note, w-2, longestNote)
	if a.Bad {
		lines = felt.Pen{Fg: felt.Bad}.Lines(lines)
	}
	return t.Margin(lines, w)
}

// FootRows are the keys of a screen in one line, or two where they need them.
func (t *Theme) FootRows(keys []key.Binding, w int) [][]key.Binding {
	rows, all := t.KeyRows(keys, w-2, 1)
	if !all {
		rows, _ = t.KeyRows(keys, w-2, 2)
	}
	return rows
}

// Screen draws a screen, exactly as large as a window is; body draws what is in it.
func (t *Theme) Screen(a *Around, w, h int, body func(w, h int) []string) *felt.Grid {
	note, keys := t.notes(a, w), t.DrawnKeys(t.FootRows(a.Keys, w))
	high := max(h-frameLines-len(note)-len(keys), 1)
	lines := t.Fill(body(w, high), w, high)
	if a.More != nil && a.More() {
		keys[len(keys)-1] = t.WithMore(keys[len(keys)-1], w-2)
	}
	return t.Frame(a.Head, a.State, append(lines, note...), keys, w)
}

// Clicked says where a screen was clicked: at a line of its body, or else on a key.
func (t *Theme) Clicked(a *Around, x, y, w, h int) (line int, name string) {
	rows := t.FootRows(a.Keys, w)
	if at := y - (h - len(rows)); at >= 0 && at < len(rows) {
		return -1, t.keyAt(rows[at], x-1)
	}
	if y -= headLines; y < 0 || y >= h-frameLines-len(t.notes(a, w))-len(rows) {
		return -1, ""
	}
	return y, ""
}

// keyAt is the key whose name stands at a column of a line of keys.
func (t *Theme) keyAt(row []key.Binding, x int) string {
	at := 0
	for _, b := range row {
		wide := t.KeyWidth(&b)
		if x >= at && x < at+wide {
			if names := b.Keys(); len(names) > 0 {
				return names[0]
			}
			return ""
		}
		at += wide + len(KeyGap)
	}
	return ""
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
