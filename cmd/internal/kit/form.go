package kit

import (
	"slices"
	"strings"
	"unicode"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// Row is a line of a [Sheet]: something to do, to change, or to write. A letter leads to
// it at once.
type Row struct {
	Letter rune
	Label  string
	// Key leads to it in the place of a letter, where letters are written.
	Key string
	// Value stands behind the label, or below it; of a text that is empty it is what
	// holds then. Note is a remark there, Brief in its place where it does not fit; Tell
	// is said below. The lines below tell about the row at the cursor.
	Value, Note, Brief, Tell string
	// Do is called for Enter, Turn changes the value to the next or the one before, and Text is
	// written here, with at most Most characters; nil where there is no such thing. Digit takes a
	// digit where nothing is written.
	Do    func() tea.Cmd
	Turn  func(by int) tea.Cmd
	Text  *string
	Most  int
	Digit func(n int)
	// Shown draws what was written, and Wrote is called when it changes.
	Shown func(text string) string
	Wrote func()
	// Gap leaves a line free above it, and Group is the headline of the rows from this one on;
	// of that the free line is left where there is no room for more, or nothing.
	Gap   bool
	Group string
}

// Here returns the row at the cursor, with the text that is written there in the input.
func (sh *Sheet) Here() Row {
	all := sh.now.Rows
	sh.Cursor = max(0, min(sh.Cursor, len(all)-1))
	if len(all) == 0 {
		return Row{}
	}
	r := all[sh.Cursor]
	if r.Text != nil && (r.Text != sh.editing || sh.input.Value() != *r.Text) {
		sh.input = textinput.New()
		sh.input.CharLimit = r.Most
		sh.input.KeyMap.Paste.SetEnabled(false) // it would be the clipboard of a server
		sh.input.SetValue(*r.Text)
		sh.input.Focus()
	}
	sh.editing = r.Text
	return r
}

// Writes reports whether something was begun to be written at the cursor, of which any
// letter can be a part.
func (sh *Sheet) Writes() bool {
	r := sh.Here()
	return r.Text != nil && *r.Text != ""
}

// choose takes a key for the rows, and reports whether it meant something to them.
func (sh *Sheet) choose(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	all := sh.now.Rows
	r := sh.Here()
	n := len(all)
	name := msg.String()
	letter := rune(0)
	if len(msg.Runes) == 1 && !msg.Alt {
		letter = msg.Runes[0]
	}
	switch {
	case n == 0:
		return nil, false
	case name == "up", name == "shift+tab":
		sh.Cursor = (sh.Cursor + n - 1) % n
	case name == "down", name == "tab":
		sh.Cursor = (sh.Cursor + 1) % n
	case name == "home" && !sh.Writes():
		sh.Cursor = 0
	case name == "end" && !sh.Writes():
		sh.Cursor = n - 1
	case name == "pgup":
		sh.Cursor = max(sh.Cursor-sh.seen, 0)
	case name == "pgdown":
		sh.Cursor = min(sh.Cursor+sh.seen, n-1)
	case name == "left" && r.Turn != nil:
		return r.Turn(-1), true
	case name == "right" && r.Turn != nil:
		return r.Turn(1), true
	case name == "enter", name == " " && r.Text == nil:
		return sh.enter(&r), true
	case r.Text != nil && name != "esc":
		sh.write(&r, msg)
	case r.Digit != nil && letter >= '0' && letter <= '9':
		r.Digit(int(letter - '0'))
	default:
		i := slices.IndexFunc(all, func(r Row) bool { return letter != 0 && r.Letter == letter })
		if i < 0 {
			return nil, false
		}
		sh.Cursor = i
		if all[i].Text != nil { // it is to be written first
			return nil, true
		}
		return sh.enter(&all[i]), true
	}
	return nil, true
}

// write gives a key to the text that is written.
func (sh *Sheet) write(r *Row, msg tea.KeyMsg) {
	msg.Runes = slices.DeleteFunc(slices.Clone(msg.Runes), func(r rune) bool { return !unicode.IsPrint(r) })
	before := sh.input.Value()
	sh.input, _ = sh.input.Update(msg)
	*r.Text = sh.input.Value()
	if *r.Text != before && r.Wrote != nil {
		r.Wrote()
	}
}

func (sh *Sheet) enter(r *Row) tea.Cmd {
	switch {
	case r.Do != nil:
		return r.Do()
	case sh.now.Enter != nil:
		return sh.now.Enter()
	case r.Turn != nil:
		return r.Turn(1)
	}
	return nil
}

// The columns of a row: the cursor's mark, and what is between a label and its value.
const formFront, formGap = 5, 3

// body are the rows between two texts, so many lines as fit around the cursor, and which row lies in each
// line, -1 for none.
func (sh *Sheet) body(t *Theme, w, h int) (lines []string, at []int) {
	all := sh.now.Rows
	c := columnsOf(t, all, w)
	here := sh.Here()
	below := t.texts(sh.now.Below, w)
	foot := c.foot
	lines = []string{""}
	if len(t.texts(sh.now.Above, w)) > 0 {
		lines = append(append(lines, t.texts(sh.now.Above, w)...), "")
	}
	if len(below) > 0 {
		below = append([]string{""}, below...)
	}
	c.below = c.below && 2*len(all)+foot < h
	if c.below {
		c.values = c.front + 2
	}
	var rows []string
	var from, to int
	for _, c.groups = range []int{headlines, gaps, 0, headlines} { // where none fits it scrolls anyway, with its headlines
		rows, at, from, to = sh.rows(t, &c, w)
		if len(lines)+len(rows)+foot+len(below) <= h {
			break
		}
	}
	if len(lines) == 1 && len(rows) == h {
		lines = nil // rather without a gap than without an end
	}
	// The lines below are seen, at least the end of them, however many rows there are.
	least := min(len(rows), max(h/2, 3))
	foot = min(foot, max(h-len(lines)-least, 0))
	below = below[min(max(len(lines)+least+foot+len(below)-h, 0), len(below)):]
	lines = lines[:max(min(len(lines), h-min(len(rows), 1)), 0)] // a text longer than the window
	room := max(h-len(lines)-foot-len(below), 1)
	first := max(min((from+to-room)/2, len(rows)-room), 0)
	last := min(first+room, len(rows))
	shown := rows[first:last]
	if first > 0 {
		shown[0] = goesOn(shown[0], "^")
	}
	if last < len(rows) {
		shown[len(shown)-1] = goesOn(shown[len(shown)-1], "v")
	}
	at = append(slices.Repeat([]int{-1}, len(lines)), at[first:last]...)
	sh.values = c.values
	sh.seen = len(slices.Compact(slices.Clone(at[len(lines):])))
	lines = append(append(lines, shown...), below...)
	if len(all) == 0 && sh.now.Below == nil {
		lines = append(lines, "   "+t.T("lobby.nothing"))
	}
	if said := c.said(t, &here, w); foot > 1 && len(said) > 0 {
		for len(lines) < h-foot+1 {
			lines = append(lines, "")
		}
		lines = append(lines, Indent(said[:min(len(said), foot-1)], "   ")...)
	}
	return lines, at
}

// rows draws all rows, and says which one lies in each line, and in which lines the one at
// the cursor.
func (sh *Sheet) rows(t *Theme, c *columns, w int) (rows []string, at []int, from, to int) {
	for i := range sh.now.Rows {
		r := &sh.now.Rows[i]
		drawn := sh.row(t, r, i == sh.Cursor, c, w)
		if i == 0 && r.Group != "" && c.groups >= gaps {
			drawn = drawn[1:] // something else is above it
		}
		if i == sh.Cursor {
			from, to = len(rows), len(rows)+len(drawn)
		}
		rows, at = append(rows, drawn...), append(at, slices.Repeat([]int{i}, len(drawn))...)
	}
	return rows, at, from, to
}

// goesOn marks a line beyond which there is more.
func goesOn(line, mark string) string {
	if line == "" || strings.HasPrefix(line, "     ") {
		return "   " + mark + strings.TrimPrefix(line, "    ")
	}
	return line
}

// texts are paragraphs in the width of a sheet.
func (t *Theme) texts(texts []string, w int) (out []string) {
	for _, p := range texts {
		if p != "" {
			out = append(out, Indent(t.Wrap(p, w-6), "   ")...)
		}
	}
	return out
}

// columns are where the parts of the rows stand.
type columns struct {
	front, wide, gap, values int
	// notes reports whether the remarks stand beside the labels, below whether what can be changed
	// has a line of its own, if there is room.
	notes, below bool
	// groups tells how the headlines of groups are shown, by the room there is, and foot is how many
	// lines the longest text below about a row takes, with a free one.
	groups, foot int
}

// The headlines of groups: none, free lines in their place, or all.
const gaps, headlines = 1, 2

// columnsOf are those of rows in a width, whose texts it folds.
func columnsOf(t *Theme, all []Row, w int) columns {
	c := columns{front: formFront, gap: formGap}
	valued := func(r Row) bool { return r.Value != "" || r.Turn != nil || r.Text != nil }
	some := slices.ContainsFunc(all, valued)
	every := !slices.ContainsFunc(all, func(r Row) bool { return !valued(r) })
	notes, briefs := 0, 0
	for i := range all {
		r := &all[i]
		r.Label = t.Fold(r.Label)
		r.Value = t.Fold(r.Value)
		r.Note = t.Fold(r.Note)
		r.Brief = t.Fold(r.Brief)
		r.Group = t.Fold(r.Group)
		if r.Letter != 0 {
			c.front = formFront + 2
		}
		n := cells.Width(r.Label)
		if valued(*r) && n > w/2 {
			continue // it has its own way
		}
		// What has no value does not move those that have.
		if !some || every || n <= w/2 && (valued(*r) || r.Note != "") {
			c.wide = max(c.wide, n)
		}
		notes, briefs = max(notes, cells.Width(r.Note)), max(briefs, cells.Width(r.Brief))
	}
	c.notes = c.front+c.wide+c.gap+notes <= w
	if !c.notes {
		c.gap = 1
		c.wide = max(min(c.wide, w-c.front-c.gap-briefs), 0)
	}
	c.values = c.front + c.wide + c.gap
	for i := range all {
		r := &all[i]
		value := cells.Width(r.Value) + len("<  >")
		c.below = c.below || r.Turn != nil && (cells.Width(r.Label) > c.wide || c.values+value > w)
		if said := len(c.said(t, r, w)); said > 0 {
			c.foot = max(c.foot, said+1)
		}
	}
	return c
}

// said returns the lines below that tell about a row.
func (c *columns) said(t *Theme, r *Row, w int) (out []string) {
	if !c.notes && r.Note != "" {
		out = t.Wrap(r.Note, w-6)
	}
	if r.Tell != "" {
		out = append(out, t.Wrap(r.Tell, w-6)...)
	}
	return out
}

// row draws a row: the value beside the label, or below it. Of a value nothing is cut off.
func (sh *Sheet) row(t *Theme, r *Row, here bool, c *columns, w int) (out []string) {
	value := t.Fold(sh.value(r, here))
	if r.Turn != nil {
		value = "< " + strings.TrimRight(value, " ") + " >"
	}
	head := func(label string) string {
		mark := "  "
		letter := strings.Repeat(" ", c.front-formFront)
		if here {
			mark = "> "
			label = felt.Chosen.On(label)
		}
		if r.Letter != 0 {
			letter = felt.Golden.On(string(r.Letter)) + " "
		}
		return "   " + mark + letter + label
	}
	note := r.Brief
	if c.notes {
		note = felt.Faint.On(r.Note)
	}
	label := r.Label
	long := cells.Width(r.Label)
	switch {
	case value != "":
		if long <= c.wide {
			label = t.Fit(label, c.wide)
			long = c.wide
		}
		at := max(c.values, c.front+long+1)
		if room := w - at; !c.below && (cells.Width(value) <= room || room >= w/3) {
			out = Hang(head(label)+strings.Repeat(" ", at-c.front-long), strings.Repeat(" ", at), t.Wrap(value, room))
			break
		}
		below := strings.Repeat(" ", c.front+2)
		out = append([]string{head(strings.TrimRight(label, " "))}, Indent(t.Wrap(value, w-len(below)), below)...)
	case note != "":
		out = []string{head(t.Fit(label, c.wide)) + strings.Repeat(" ", c.gap) + note}
	default: // an answer may be a sentence
		words := t.Wrap(label, w-c.front-1)
		if len(words) == 1 {
			words[0] = t.Fit(words[0], max(long, min(c.wide, w-c.front)))
		}
		out = Hang(head(words[0]), strings.Repeat(" ", c.front), append([]string{""}, words[1:]...))
	}
	if r.Group != "" && c.groups == headlines {
		out = append([]string{"   " + felt.Golden.On(r.Group)}, out...)
	}
	if r.Gap || r.Group != "" && c.groups >= gaps {
		return append([]string{""}, out...)
	}
	return out
}

// value returns the text behind a label; a written one has a mark where the next letter goes.
func (sh *Sheet) value(r *Row, here bool) string {
	switch {
	case r.Text == nil:
		return r.Value
	case *r.Text == "" && here && r.Shown == nil:
		return "_" + r.Value
	case *r.Text == "" && !here:
		return r.Value
	}
	text := *r.Text
	if here {
		runes := []rune(text)
		at := min(sh.input.Position(), len(runes))
		text = string(runes[:at]) + "_" + string(runes[at:])
	}
	if r.Shown != nil {
		return r.Shown(text)
	}
	return text
}
