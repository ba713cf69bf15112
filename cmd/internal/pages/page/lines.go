package page

import (
	"io"
	"strings"

	"fellowship/cmd/internal/cells"
)

// Width is the usual number of columns for people.
const Width = 80

// Style says how to render a page in lines of text.
type Style struct {
	// Width is the number of columns. With 0 no line is broken.
	Width int
	// Whole reports whether words that are too long for a line stay whole.
	Whole bool
	// Fold replaces characters that the output does not have; nil keeps all.
	Fold func(string) string
	// Paint colours a text by its tone; nil leaves it as it is.
	Paint func(Tone, string) string
}

// roomyWidth is the width from which on every label stands beside its text.
const roomyWidth = 80

// Lines renders a page for a terminal or a file.
func (p Page) Lines(s Style) []string {
	w := Writer{Style: s}
	return w.lines(p)
}

// String returns the lines of the page.
func (p Page) String(s Style) string { return strings.Join(append(p.Lines(s), ""), "\n") }

// Writer writes pages to W, one after the other. The rows of a table may continue on the next page.
type Writer struct {
	Style
	// W receives the lines.
	W io.Writer
	// columns are the columns of the last table.
	columns []Column
}

// Print writes a page in one call of Write.
func (w *Writer) Print(p Page) error {
	_, err := io.WriteString(w.W, strings.Join(append(w.lines(p), ""), "\n"))
	return err
}

func (w *Writer) lines(p Page) (out []string) {
	style := w.Style
	for i := range p {
		block := &p[i]
		switch block.Kind {
		case Headline:
			for _, l := range style.wrap(block.Text, style.Width) {
				out = append(out, style.paint(Strong, strings.TrimRight(l, " ")))
			}
		case Paragraph, Labelled:
			label := style.fold(block.Label)
			indent := block.Indent
			if block.Kind == Labelled && indent == 0 {
				label = listIndent + label
				indent = p.widest(i, style) + 2*len(listIndent)
			}
			for n, l := range style.labelled(label, indent, block.Hang, block.Text) {
				if n > 0 {
					l = strings.Repeat(" ", block.Hang) + l
				}
				out = append(out, l)
			}
		case Line, Gap:
			out = append(out, style.fold(block.Text))
		case Columns:
			w.columns = block.Columns
			heads := make([]Cell, len(w.columns))
			for c := range w.columns {
				heads[c].Text = w.columns[c].Head
			}
			if head := style.row(w.columns, heads); strings.TrimSpace(head) != "" {
				out = append(out, style.paint(Strong, head))
			}
		case Row:
			row := block.Cells
			first := style.fold(row[0].Text)
			hasOtherCells := len(row) > 1 && len(w.columns) > 0
			if hasOtherCells && !w.columns[0].Right && cells.Width(first) >= w.columns[0].Width {
				// A long first cell has a line of its own.
				out = append(out, style.paint(row[0].Tone, first))
				row = append([]Cell{{}}, row[1:]...)
			}
			out = append(out, style.row(w.columns, row))
		}
	}
	return out
}

// listIndent separates the labels of a list from the edge, and the texts from the labels.
const listIndent = "  "

// widest returns the width of the widest label in the list that contains block i.
func (p Page) widest(i int, s Style) (wide int) {
	for ; i > 0 && p[i-1].Kind == Labelled; i-- {
	}
	for ; i < len(p) && p[i].Kind == Labelled; i++ {
		wide = max(wide, cells.Width(s.fold(p[i].Label)))
	}
	return wide
}

// labelled breaks a text into lines beside its label, or below a label that leaves too little room.
func (s Style) labelled(label string, indent, hang int, text string) (out []string) {
	label = strings.TrimRight(label, " ")
	narrow := s.Width > 0 && s.Width < roomyWidth && indent > s.Width/2
	if wide := cells.Width(label); narrow || wide > 0 && wide >= indent {
		if label != "" {
			out = append(out, label)
		}
		label = ""
		if narrow {
			indent = 4
		}
	}
	for _, l := range s.wrap(text, s.Width-indent-hang) {
		out = append(out, strings.TrimRight(Pad(label, indent)+l, " "))
		label = ""
	}
	return out
}

// row puts cells into columns.
func (s Style) row(columns []Column, texts []Cell) string {
	out := ""
	for i := range texts {
		c := Column{}
		if i < len(columns) {
			c = columns[i]
		}
		text := s.fold(texts[i].Text)
		switch {
		case c.Right:
			text = strings.Repeat(" ", max(c.Width-cells.Width(text), 0)) + text
		case i > 0 && columns[i-1].Right:
			text = "  " + text
		}
		if !c.Right && c.Width > 0 {
			text = Pad(text, c.Width)
		}
		out += s.paint(texts[i].Tone, text)
	}
	return strings.TrimRight(out, " ")
}

func (s Style) fold(text string) string {
	if s.Fold == nil {
		return text
	}
	return s.Fold(text)
}

func (s Style) paint(tone Tone, text string) string {
	if s.Paint == nil || tone == Plain {
		return text
	}
	return s.Paint(tone, text)
}

func (s Style) wrap(text string, width int) []string {
	if s.Width == 0 {
		return []string{s.fold(text)}
	}
	wrap := cells.Wrap
	if s.Whole {
		wrap = cells.Wordwrap
	}
	lines := wrap(keepHyphens.Replace(s.fold(text)), width)
	for i := range lines {
		lines[i] = restoreHyphens.Replace(lines[i])
	}
	return lines
}

// A line is not broken after a hyphen: --nodes stays in one piece.
var (
	keepHyphens    = strings.NewReplacer("-", "\u2011")
	restoreHyphens = strings.NewReplacer("\u2011", "-")
)

// Pad fills a text up to n columns. It cuts a longer text so that one column stays empty.
func Pad(s string, n int) string {
	if n > 0 && cells.Width(s) >= n {
		s = cells.Cut(s, n-1, "")
	}
	return cells.Pad(s, n)
}
