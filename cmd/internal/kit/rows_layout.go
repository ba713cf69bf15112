package kit

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
)

const (
	// formFront is the width of the margin and the cursor's mark before a label.
	formFront = 5
	// formGap is the width between a label and its value.
	formGap = 3
)

// columns says where the parts of the rows stand.
type columns struct {
	// front is the width before the labels.
	front int
	// labelWidth is the width of the column of labels. Labels with nothing beside them may be longer, and so
	// may labels whose value is placed on its own.
	labelWidth int
	// gap is the width between a label and its value.
	gap int
	// valueColumn is the column where the values begin.
	valueColumn int
	// notesFit reports whether the remarks fit beside the labels.
	notesFit bool
	// stacked reports whether the values stand below their labels.
	stacked bool
	// form reports whether the rows are lines to fill in.
	form bool
	// groupStyle is how the groups are shown: groupsPlain, groupGaps or groupHeadlines.
	groupStyle int
	// helpRows is how many lines the longest help of a row takes, with a blank line above it.
	helpRows int
}

// The styles of the groups of rows.
const (
	// groupsPlain shows groups like other rows.
	groupsPlain = iota
	// groupGaps shows a blank line above each group.
	groupGaps
	// groupHeadlines shows a blank line and the headline above each group.
	groupHeadlines
)

// columnsOf lays out the columns of rows in a width. It first folds the texts of the rows, in place, since their
// widths are measured as the terminal shows them.
func columnsOf(t *Theme, all []Row, w int) columns {
	cols := columns{front: formFront, gap: formGap}
	anyValued := slices.ContainsFunc(all, func(r Row) bool { return r.hasValue() })
	allValued := !slices.ContainsFunc(all, func(r Row) bool { return !r.hasValue() })
	noteWidth := 0
	shortNoteWidth := 0
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
		labelWidth := cells.Width(r.Label)
		if r.hasValue() && labelWidth > w/2 {
			continue // its value is placed on its own, see valuedRow
		}
		// A label without a value does not move the values of the others.
		hasColumn := labelWidth <= w/2 && (r.hasValue() || r.Note != "")
		if !anyValued || allValued || hasColumn {
			cols.labelWidth = max(cols.labelWidth, labelWidth)
		}
		noteWidth = max(noteWidth, cells.Width(r.Note))
		shortNoteWidth = max(shortNoteWidth, cells.Width(r.ShortNote))
	}
	cols.notesFit = cols.front+cols.labelWidth+cols.gap+noteWidth <= w
	if !cols.notesFit {
		cols.gap = 1
		cols.labelWidth = max(min(cols.labelWidth, w-cols.front-cols.gap-shortNoteWidth), 0)
	}
	cols.valueColumn = cols.front + cols.labelWidth + cols.gap
	for i := range all {
		r := &all[i]
		value := cells.Width(r.Value) + len("<  >")
		cols.stacked = cols.stacked ||
			r.isChoice() && (cells.Width(r.Label) > cols.labelWidth || cols.valueColumn+value > w)
		if helpSize := len(cols.helpLines(t, r, w)); helpSize > 0 {
			cols.helpRows = max(cols.helpRows, helpSize+1)
		}
	}
	return cols
}

// helpLines returns the lines shown below all rows while a row is selected: its note, if notes do not fit
// beside the labels, and its help.
func (c *columns) helpLines(t *Theme, r *Row, w int) (out []string) {
	if !c.notesFit && r.Note != "" {
		out = t.Wrap(r.Note, w-6)
	}
	if r.Help != "" {
		out = append(out, t.Wrap(r.Help, w-6)...)
	}
	return out
}

// body lays out the header, as many rows as fit around the cursor, and the footer. It returns their
// lines and for each line the index of its row, -1 for none; the lines after the rows have no index.
func (sh *Sheet) body(t *Theme, w, h int) (lines []string, rowIndexes []int) {
	all := sh.content.Rows
	cols := columnsOf(t, all, w)
	cols.form = sh.content.isForm()
	selected := sh.Selected()
	footer := t.paragraphs(sh.content.Footer, w)
	helpRows := cols.helpRows
	lines = []string{""}
	if header := t.paragraphs(sh.content.Header, w); len(header) > 0 {
		lines = append(append(lines, header...), "")
	}
	if len(footer) > 0 {
		footer = append([]string{""}, footer...)
	}
	footer = append(make([]string, sh.content.buttonRows()), footer...)
	footerSize := len(footer)
	cols.stacked = cols.stacked && 2*len(all)+helpRows < h
	if cols.stacked {
		cols.valueColumn = cols.front + 2
	}
	var rows []string
	var start, end int
	// If the rows fit in no style they scroll anyway, so they get their headlines back.
	for _, cols.groupStyle = range []int{groupHeadlines, groupGaps, groupsPlain, groupHeadlines} {
		rows, rowIndexes, start, end = sh.rows(t, &cols, w)
		if len(lines)+len(rows)+helpRows+len(footer) <= h {
			break
		}
	}
	if len(lines) == 1 && len(rows) == h {
		lines = nil // the blank line gives way to the last row
	}
	// However many rows there are, the help and at least the end of the footer stay visible.
	minRows := min(len(rows), max(h/2, 3))
	helpRows = min(helpRows, max(h-len(lines)-minRows, 0))
	hiddenFooter := len(lines) + minRows + helpRows + len(footer) - h
	footer = footer[min(max(hiddenFooter, 0), len(footer)):]
	lines = lines[:max(min(len(lines), h-min(len(rows), 1)), 0)] // the header may be longer than the window
	room := max(h-len(lines)-helpRows-len(footer), 1)
	visible, first := scrollTo(rows, room, start, end)
	rowIndexes = append(slices.Repeat([]int{-1}, len(lines)), rowIndexes[first:first+len(visible)]...)
	sh.valueColumn = cols.valueColumn
	sh.visibleRows = len(slices.Compact(slices.Clone(rowIndexes[len(lines):])))
	lines = append(lines, visible...)
	sh.buttonLine = len(lines) + len(footer) - footerSize + 1
	if sh.buttonLine < len(lines) {
		sh.buttonLine = -1
	}
	lines = append(lines, footer...)
	if len(all) == 0 && sh.content.Footer == nil {
		lines = append(lines, "   "+t.Texts.T("lobby.nothing"))
	}
	if help := cols.helpLines(t, &selected, w); helpRows > 1 && len(help) > 0 {
		for len(lines) < h-helpRows+1 {
			lines = append(lines, "")
		}
		lines = append(lines, Indent(help[:min(len(help), helpRows-1)], "   ")...)
	}
	return lines, rowIndexes
}

// paragraphs breaks texts into indented lines for a sheet of a width.
func (t *Theme) paragraphs(texts []string, w int) (out []string) {
	for _, p := range texts {
		if p != "" {
			out = append(out, Indent(t.Wrap(p, w-6), "   ")...)
		}
	}
	return out
}

// scrollTo returns the lines that are visible where there is room for room lines, and the index of the first one.
// The range from start to end is in the middle if possible. Marks show where there are more lines.
func scrollTo(lines []string, room, start, end int) (visible []string, first int) {
	first = max(min((start+end-room)/2, len(lines)-room), 0)
	last := min(first+room, len(lines))
	visible = lines[first:last]
	if first > 0 {
		visible[0] = markMore(visible[0], "^")
	}
	if last < len(lines) {
		visible[len(visible)-1] = markMore(visible[len(visible)-1], "v")
	}
	return visible, first
}

// markMore marks the first or last visible line, beyond which there are more.
func markMore(line, mark string) string {
	if line == "" || strings.HasPrefix(line, "     ") {
		return "   " + mark + strings.TrimPrefix(line, "    ")
	}
	return line
}

// rows draws all rows. It returns their lines, for each line the index of its row, and the range
// from start to end of the lines of the selected row.
func (sh *Sheet) rows(t *Theme, c *columns, w int) (lines []string, rowIndexes []int, start, end int) {
	sh.optionColumns = map[int]int{}
	for i := range sh.content.Rows {
		r := &sh.content.Rows[i]
		drawn := sh.row(t, i, c, w)
		if i == 0 && r.Group != "" && c.groupStyle >= groupGaps {
			drawn = drawn[1:] // there is already a blank line above the first row
		}
		if i == sh.Cursor {
			start = len(lines)
			end = len(lines) + len(drawn)
		}
		lines = append(lines, drawn...)
		rowIndexes = append(rowIndexes, slices.Repeat([]int{i}, len(drawn))...)
	}
	return lines, rowIndexes, start, end
}

// row draws a row, with the value beside the label or below it. A value is never cut.
func (sh *Sheet) row(t *Theme, index int, c *columns, w int) (out []string) {
	r := &sh.content.Rows[index]
	selected := index == sh.Cursor
	cursor := -1
	if selected {
		cursor = sh.input.Position()
	}
	value := t.Fold(r.control().shownValue(r.Value, cursor))
	note := r.ShortNote
	if c.notesFit {
		note = felt.Faint.Paint(r.Note)
	}
	column, _ := c.valuePlace(r)
	options := t.optionsLine(r, selected, w-column)
	switch {
	case options != "":
		sh.optionColumns[index] = column
		out = c.optionsRow(t, r, selected, options)
	case value != "":
		out = c.valuedRow(t, r, selected, value, w)
	case note != "":
		out = []string{c.head(t, r, t.Fit(r.Label, c.labelWidth), selected) + strings.Repeat(" ", c.gap) + note}
	default: // an answer may be a sentence
		words := t.Wrap(r.Label, w-c.front-1)
		if len(words) == 1 {
			words[0] = t.Fit(words[0], max(cells.Width(r.Label), min(c.labelWidth, w-c.front)))
		}
		rest := append([]string{""}, words[1:]...)
		out = Hang(c.head(t, r, words[0], selected), strings.Repeat(" ", c.front), rest)
	}
	if r.Group != "" && c.groupStyle == groupHeadlines {
		out = append([]string{"   " + felt.Golden.Paint(r.Group) + c.groupRule(t, r, w)}, out...)
	}
	if r.SpaceAbove || r.Group != "" && c.groupStyle >= groupGaps {
		return append([]string{""}, out...)
	}
	return out
}

// groupRule returns the line behind the headline of a group, which only forms have.
func (c *columns) groupRule(t *Theme, r *Row, w int) string {
	if !c.form {
		return ""
	}
	return " " + felt.Pen{Fg: felt.Line}.Paint(strings.Repeat(t.Fold("─"), max(w-cells.Width(r.Group)-7, 0)))
}

// valuePlace returns the column where the value of a row begins, and the width that its label takes before it.
func (c *columns) valuePlace(r *Row) (column, labelWidth int) {
	if c.stacked {
		return c.front + 2, cells.Width(r.Label)
	}
	labelWidth = max(cells.Width(r.Label), c.labelWidth)
	return max(c.valueColumn, c.front+labelWidth+1), labelWidth
}

// optionsRow draws a label and the options beside it, or below it if values are stacked.
func (c *columns) optionsRow(t *Theme, r *Row, selected bool, options string) []string {
	column, labelWidth := c.valuePlace(r)
	if c.stacked {
		return []string{c.head(t, r, r.Label, selected), strings.Repeat(" ", column) + options}
	}
	gap := strings.Repeat(" ", column-c.front-labelWidth)
	return []string{c.head(t, r, t.Fit(r.Label, labelWidth), selected) + gap + options}
}

// valuedRow draws a label and its value.
func (c *columns) valuedRow(t *Theme, r *Row, selected bool, value string, w int) []string {
	column, labelWidth := c.valuePlace(r)
	label := t.Fit(r.Label, labelWidth)
	room := w - column
	paint := func(lines []string) []string {
		if !c.form || !selected {
			return lines
		}
		for i := range lines {
			lines[i] = felt.Golden.Paint(lines[i])
		}
		return lines
	}
	if !c.stacked && (cells.Width(value) <= room || room >= w/3) {
		gap := strings.Repeat(" ", column-c.front-labelWidth)
		return Hang(c.head(t, r, label, selected)+gap, strings.Repeat(" ", column), paint(t.Wrap(value, room)))
	}
	indent := strings.Repeat(" ", c.front+2)
	first := c.head(t, r, strings.TrimRight(label, " "), selected)
	return append([]string{first}, Indent(paint(t.Wrap(value, w-len(indent))), indent)...)
}

// head returns the beginning of a row: the cursor's mark, the letter and the label. A golden edge and golden text
// mark a line to fill in, since gold fills only what Enter chooses.
func (c *columns) head(t *Theme, r *Row, label string, selected bool) string {
	mark := "  "
	letter := strings.Repeat(" ", c.front-formFront)
	toFill := c.form && (r.isChoice() || r.field() != nil)
	switch edged := !t.Look.NoColor() && !t.ASCII; {
	case selected && toFill && edged:
		mark = felt.Pen{Fg: felt.Gold}.Paint("▌") + " "
		label = felt.Golden.Paint(label)
	case selected && toFill:
		mark = "> "
		label = felt.Golden.Paint(label)
	case selected:
		mark = "> "
		label = felt.Chosen.Paint(label)
	}
	if r.Letter != 0 {
		letter = felt.Golden.Paint(string(r.Letter)) + " "
	}
	return "   " + mark + letter + label
}
