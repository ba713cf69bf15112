package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
)

// NamedKeys returns keys with their names, without the disabled ones. A binding that has no key is kept.
func NamedKeys(keys []key.Binding) (out []felt.Key) {
	for _, k := range keys {
		if k.Keys() != nil && !k.Enabled() {
			continue
		}
		out = append(out, felt.Key{Name: k.Help().Key, Label: k.Help().Desc})
	}
	return out
}

// HelpColumns draws groups of keys with what they do, side by side while there is room, and the other
// groups below.
func (t *Theme) HelpColumns(groups [][]key.Binding, w int) (out []string) {
	const gap = 3
	var row []string // the lines of the columns side by side so far
	rowWidth := 0
	flush := func() {
		for _, line := range row {
			out = append(out, strings.TrimRight(line, " "))
		}
		row = nil
		rowWidth = 0
	}
	for _, g := range groups {
		column, width := t.helpColumn(g)
		switch {
		case len(column) == 0:
			continue
		case rowWidth > 0 && rowWidth+gap+width > w:
			flush()
		case rowWidth > 0:
			rowWidth += gap
		}
		for i, line := range column {
			if i == len(row) {
				row = append(row, "")
			}
			row[i] += strings.Repeat(" ", rowWidth-cells.Width(row[i])) + line
		}
		rowWidth += width
	}
	flush()
	return out
}

// helpColumn draws a group of keys, one a line, without those that are disabled. It returns the lines
// and the width of the column.
func (t *Theme) helpColumn(group []key.Binding) (lines []string, width int) {
	var keys, labels []string
	keyWidth, labelWidth := 0, 0
	for _, b := range group {
		if !b.Enabled() {
			continue
		}
		name := t.Fold(b.Help().Key)
		label := t.Fold(b.Help().Desc)
		keys = append(keys, name)
		labels = append(labels, label)
		keyWidth = max(keyWidth, cells.Width(name))
		labelWidth = max(labelWidth, cells.Width(label))
	}
	for i, name := range keys {
		pad := strings.Repeat(" ", keyWidth-cells.Width(name)+1)
		lines = append(lines, felt.Golden.Paint(name)+pad+felt.Faint.Paint(labels[i]))
	}
	return lines, keyWidth + 1 + labelWidth
}
