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
	Value, Note, ShortNote, Help string
	// OnEnter is called for Enter, Turn changes the value to the next or the one before, and Text is
	// written here, with at most Most characters; nil where there is no such thing. Digit takes a
	// digit where nothing is written.
	OnEnter   func() tea.Cmd
	OnTurn    func(step int) tea.Cmd
	Text      *string
	MaxLength int
	OnDigit   func(n int)
	// Format draws what was written, and Wrote is called when it changes.
	Format   func(text string) string
	OnChange func()
	// SpaceAbove leaves a line free above it, and Group is the headline of the rows from this one on;
	// of that the free line is left where there is no room for more, or nothing.
	SpaceAbove bool
	Group      string
}

// Selected returns the row at the cursor, with the text that is written there in the input.
func (sh *Sheet) Selected() Row {
	all := sh.content.Rows
	sh.Cursor = max(0, min(sh.Cursor, len(all)-1))
	if len(all) == 0 {
		return Row{}
	}
	r := all[sh.Cursor]
	if r.Text != nil && (r.Text != sh.editing || sh.input.Value() != *r.Text) {
		sh.input = textinput.New()
		sh.input.CharLimit = r.MaxLength
		sh.input.KeyMap.Paste.SetEnabled(false) // it would be the clipboard of a server
		sh.input.SetValue(*r.Text)
		sh.input.Focus()
	}
	sh.editing = r.Text
	return r
}

// IsTyping reports whether something was begun to be written at the cursor, of which any
// letter can be a part.
func (sh *Sheet) IsTyping() bool {
	r := sh.Selected()
	return r.Text != nil && *r.Text != ""
}

// handleKey takes a key for the rows, and reports whether it meant something to them.
func (sh *Sheet) handleKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	all := sh.content.Rows
	r := sh.Selected()
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
	case name == "home" && !sh.IsTyping():
		sh.Cursor = 0
	case name == "end" && !sh.IsTyping():
		sh.Cursor = n - 1
	case name == "pgup":
		sh.Cursor = max(sh.Cursor-sh.visibleRows, 0)
	case name == "pgdown":
		sh.Cursor = min(sh.Cursor+sh.visibleRows, n-1)
	case name == "left" && r.OnTurn != nil:
		return r.OnTurn(-1), true
	case name == "right" && r.OnTurn != nil:
		return r.OnTurn(1), true
	case name == "enter", name == " " && r.Text == nil:
		return sh.activate(&r), true
	case r.Text != nil && name != "esc":
		sh.typeKey(&r, msg)
	case r.OnDigit != nil && letter >= '0' && letter <= '9':
		r.OnDigit(int(letter - '0'))
	default:
		i := slices.IndexFunc(all, func(r Row) bool { return letter != 0 && r.Letter == letter })
		if i < 0 {
			return nil, false
		}
		sh.Cursor = i
		if all[i].Text != nil { // it is to be written first
			return nil, true
		}
		return sh.activate(&all[i]), true
	}
	return nil, true
}

// typeKey gives a key to the text that is written.
func (sh *Sheet) typeKey(r *Row, msg tea.KeyMsg) {
	msg.Runes = slices.DeleteFunc(slices.Clone(msg.Runes), func(r rune) bool { return !unicode.IsPrint(r) })
	oldText := sh.input.Value()
	sh.input, _ = sh.input.Update(msg)
	*r.Text = sh.input.Value()
	if *r.Text != oldText && r.OnChange != nil {
		r.OnChange()
	}
}

func (sh *Sheet) activate(r *Row) tea.Cmd {
	switch {
	case r.OnEnter != nil:
		return r.OnEnter()
	case sh.content.Enter != nil:
		return sh.content.Enter()
	case r.OnTurn != nil:
		return r.OnTurn(1)
	}
	return nil
}

// The columns of a row: the cursor's mark, and what is between a label and its value.
const formFront, formGap = 5, 3

// body are the rows between two texts, so many lines as fit around the cursor, and which row lies in each
// line, -1 for none.
func (sh *Sheet) body(t *Theme, w, h int) (lines []string, rowIndexes []int) {
	all := sh.content.Rows
	cols := columnsOf(t, all, w)
	selected := sh.Selected()
	footer := t.paragraphs(sh.content.Footer, w)
	helpRows := cols.helpRows
	lines = []string{""}
	if len(t.paragraphs(sh.content.Header, w)) > 0 {
		lines = append(append(lines, t.paragraphs(sh.content.Header, w)...), "")
	}
	if len(footer) > 0 {
		footer = append([]string{""}, footer...)
	}
	cols.stacked = cols.stacked && 2*len(all)+helpRows < h
	if cols.stacked {
		cols.valueColumn = cols.front + 2
	}
	var rows []string
	var start, end int
	// where none fits it scrolls anyway, with its headlines
	for _, cols.groupStyle = range []int{groupHeadlines, groupGaps, 0, groupHeadlines} {
		rows, rowIndexes, start, end = sh.rows(t, &cols, w)
		if len(lines)+len(rows)+helpRows+len(footer) <= h {
			break
		}
	}
	if len(lines) == 1 && len(rows) == h {
		lines = nil // rather without a gap than without an end
	}
	// The lines below are seen, at least the end of them, however many rows there are.
	minRows := min(len(rows), max(h/2, 3))
	helpRows = min(helpRows, max(h-len(lines)-minRows, 0))
	footer = footer[min(max(len(lines)+minRows+helpRows+len(footer)-h, 0), len(footer)):]
	lines = lines[:max(min(len(lines), h-min(len(rows), 1)), 0)] // a text longer than the window
	room := max(h-len(lines)-helpRows-len(footer), 1)
	first := max(min((start+end-room)/2, len(rows)-room), 0)
	last := min(first+room, len(rows))
	visible := rows[first:last]
	if first > 0 {
		visible[0] = markMore(visible[0], "^")
	}
	if last < len(rows) {
		visible[len(visible)-1] = markMore(visible[len(visible)-1], "v")
	}
	rowIndexes = append(slices.Repeat([]int{-1}, len(lines)), rowIndexes[first:last]...)
	sh.valueColumn = cols.valueColumn
	sh.visibleRows = len(slices.Compact(slices.Clone(rowIndexes[len(lines):])))
	lines = append(append(lines, visible...), footer...)
	if len(all) == 0 && sh.content.Footer == nil {
		lines = append(lines, "   "+t.T("lobby.nothing"))
	}
	if help := cols.helpLines(t, &selected, w); helpRows > 1 && len(help) > 0 {
		for len(lines) < h-helpRows+1 {
			lines = append(lines, "")
		}
		lines = append(lines, Indent(help[:min(len(help), helpRows-1)], "   ")...)
	}
	return lines, rowIndexes
}

// rows draws all rows, and says which one lies in each line, and in which lines the one at
// the cursor.
func (sh *Sheet) rows(t *Theme, c *columns, w int) (rows []string, rowIndexes []int, start, end int) {
	for i := range sh.content.Rows {
		r := &sh.content.Rows[i]
		drawn := sh.row(t, r, i == sh.Cursor, c, w)
		if i == 0 && r.Group != "" && c.groupStyle >= groupGaps {
			drawn = drawn[1:] // something else is above it
		}
		if i == sh.Cursor {
			start, end = len(rows), len(rows)+len(drawn)
		}
		rows, rowIndexes = append(rows, drawn...), append(rowIndexes, slices.Repeat([]int{i}, len(drawn))...)
	}
	return rows, rowIndexes, start, end
}

// markMore marks a line beyond which there is more.
func markMore(line, mark string) string {
	if line == "" || strings.HasPrefix(line, "     ") {
		return "   " + mark + strings.TrimPrefix(line, "    ")
	}
	return line
}

// paragraphs are paragraphs in the width of a sheet.
func (t *Theme) paragraphs(texts []string, w int) (out []string) {
	for _, p := range texts {
		if p != "" {
			out = append(out, Indent(t.Wrap(p, w-6), "   ")...)
		}
	}
	return out
}

// columns are where the parts of the rows stand.
type columns struct {
	front, labelWidth, gap, valueColumn int
	// notesFit reports whether the remarks stand beside the labels, below whether what can be changed
	// has a line of its own, if there is room.
	notesFit, stacked bool
	// groupStyle tells how the headlines of groups are shown, by the room there is, and foot is how many
	// lines the longest text below about a row takes, with a free one.
	groupStyle, helpRows int
}

// The headlines of groups: none, free lines in their place, or all.
const groupGaps, groupHeadlines = 1, 2

// columnsOf are those of rows in a width, whose texts it folds.
func columnsOf(t *Theme, all []Row, w int) columns {
	cols := columns{front: formFront, gap: formGap}
	hasValue := func(r Row) bool { return r.Value != "" || r.OnTurn != nil || r.Text != nil }
	anyValued := slices.ContainsFunc(all, hasValue)
	allValued := !slices.ContainsFunc(all, func(r Row) bool { return !hasValue(r) })
	noteWidth, briefWidth := 0, 0
	for i := range all {
		r := &all[i]
		r.Label = t.Fold(r.Label)
		r.Value = t.Fold(r.Value)
		r.Note = t.Fold(r.Note)
		r.ShortNote = t.Fold(r.ShortNote)
		r.Group = t.Fold(r.Group)
		if r.Letter != 0 {
			cols.front = formFront + 2
		}
		n := cells.Width(r.Label)
		if hasValue(*r) && n > w/2 {
			continue // it has its own way
		}
		// What has no value does not move those that have.
		if !anyValued || allValued || n <= w/2 && (hasValue(*r) || r.Note != "") {
			cols.labelWidth = max(cols.labelWidth, n)
		}
		noteWidth, briefWidth = max(noteWidth, cells.Width(r.Note)), max(briefWidth, cells.Width(r.ShortNote))
	}
	cols.notesFit = cols.front+cols.labelWidth+cols.gap+noteWidth <= w
	if !cols.notesFit {
		cols.gap = 1
		cols.labelWidth = max(min(cols.labelWidth, w-cols.front-cols.gap-briefWidth), 0)
	}
	cols.valueColumn = cols.front + cols.labelWidth + cols.gap
	for i := range all {
		r := &all[i]
		value := cells.Width(r.Value) + len("<  >")
		cols.stacked = cols.stacked ||
			r.OnTurn != nil && (cells.Width(r.Label) > cols.labelWidth || cols.valueColumn+value > w)
		if helpSize := len(cols.helpLines(t, r, w)); helpSize > 0 {
			cols.helpRows = max(cols.helpRows, helpSize+1)
		}
	}
	return cols
}

// helpLines returns the lines below that tell about a row.
func (c *columns) helpLines(t *Theme, r *Row, w int) (out []string) {
	if !c.notesFit && r.Note != "" {
		out = t.Wrap(r.Note, w-6)
	}
	if r.Help != "" {
		out = append(out, t.Wrap(r.Help, w-6)...)
	}
	return out
}

// row draws a row: the value beside the label, or below it. Of a value nothing is cut off.
func (sh *Sheet) row(t *Theme, r *Row, selected bool, c *columns, w int) (out []string) {
	value := t.Fold(sh.value(r, selected))
	if r.OnTurn != nil {
		value = "< " + strings.TrimRight(value, " ") + " >"
	}
	head := func(label string) string {
		mark := "  "
		letter := strings.Repeat(" ", c.front-formFront)
		if selected {
			mark = "> "
			label = felt.Chosen.Paint(label)
		}
		if r.Letter != 0 {
			letter = felt.Golden.Paint(string(r.Letter)) + " "
		}
		return "   " + mark + letter + label
	}
	note := r.ShortNote
	if c.notesFit {
		note = felt.Faint.Paint(r.Note)
	}
	label := r.Label
	labelWidth := cells.Width(r.Label)
	switch {
	case value != "":
		if labelWidth <= c.labelWidth {
			label = t.Fit(label, c.labelWidth)
			labelWidth = c.labelWidth
		}
		column := max(c.valueColumn, c.front+labelWidth+1)
		if room := w - column; !c.stacked && (cells.Width(value) <= room || room >= w/3) {
			out = Hang(head(label)+strings.Repeat(" ", column-c.front-labelWidth), strings.Repeat(" ", column),
				t.Wrap(value, room))
			break
		}
		indent := strings.Repeat(" ", c.front+2)
		out = append([]string{head(strings.TrimRight(label, " "))}, Indent(t.Wrap(value, w-len(indent)), indent)...)
	case note != "":
		out = []string{head(t.Fit(label, c.labelWidth)) + strings.Repeat(" ", c.gap) + note}
	default: // an answer may be a sentence
		words := t.Wrap(label, w-c.front-1)
		if len(words) == 1 {
			words[0] = t.Fit(words[0], max(labelWidth, min(c.labelWidth, w-c.front)))
		}
		out = Hang(head(words[0]), strings.Repeat(" ", c.front), append([]string{""}, words[1:]...))
	}
	if r.Group != "" && c.groupStyle == groupHeadlines {
		out = append([]string{"   " + felt.Golden.Paint(r.Group)}, out...)
	}
	if r.SpaceAbove || r.Group != "" && c.groupStyle >= groupGaps {
		return append([]string{""}, out...)
	}
	return out
}

// value returns the text behind a label; a written one has a mark where the next letter goes.
func (sh *Sheet) value(r *Row, selected bool) string {
	switch {
	case r.Text == nil:
		return r.Value
	case *r.Text == "" && selected && r.Format == nil:
		return "_" + r.Value
	case *r.Text == "" && !selected:
		return r.Value
	}
	text := *r.Text
	if selected {
		runes := []rune(text)
		position := min(sh.input.Position(), len(runes))
		text = string(runes[:position]) + "_" + string(runes[position:])
	}
	if r.Format != nil {
		return r.Format(text)
	}
	return text
}
