package command

import (
	"fmt"
	"io"
	"strings"

	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of columns that text for people fits in.
const Width = 80

// Text collects lines for people and writes them at once.
type Text struct {
	*texts.Texts
	W     io.Writer
	color bool
	ASCII bool
	// columns is how wide it is, [width] if 0.
	Columns int
	B       strings.Builder
}

// Print writes a page for people to w.
func (o *Root) Print(w io.Writer, p page.Page) error {
	style := page.Style{Width: Width}
	if o.ASCII {
		style.Fold = texts.InASCII
	}
	if o.colors(w) {
		style.Paint = func(tone page.Tone, s string) string { return texts.Paint(codes[tone], s) }
	}
	_, err := io.WriteString(w, strings.Join(p.Lines(style), "\n")+"\n")
	return err
}

// codes are those of the colours of tones.
var codes = map[page.Tone]string{page.Strong: "1", page.Good: good, page.Bad: Bad}

// NewText returns a page for people that goes to w.
func NewText(w io.Writer, root *Root) *Text {
	return &Text{Texts: root.Texts(), W: w, color: root.colors(w), ASCII: root.ASCII}
}

// Line adds a line, in the language.
func (t *Text) Line(format string, args ...any) {
	s := t.Sprintf(format, args...)
	if t.ASCII {
		s = texts.InASCII(s)
	}
	t.B.WriteString(s)
	t.B.WriteByte('\n')
}

// wide is the number of columns there are.
func (t *Text) wide() int {
	if t.Columns > 0 {
		return t.Columns
	}
	return Width
}

// Head adds the head of a table.
func (t *Text) Head(s string) { t.Line("%s", t.Paint("1", strings.TrimRight(s, " "))) }

// Bold adds a headline, broken into lines.
func (t *Text) Bold(s string) {
	for _, l := range wrapped(s, t.wide()) {
		t.Line("%s", t.Paint("1", l))
	}
}

// Wrap adds a text, broken into lines, indented by so many columns.
func (t *Text) Wrap(indent int, s string) { t.WrapTo("", indent, s) }

// WrapTo is wrap with a word in front of the first line.
func (t *Text) WrapTo(label string, indent int, s string) {
	if columns := t.wide(); columns < Width && indent > columns/2 { // the label has a line of its own
		t.Line("%s", strings.TrimRight(label, " "))
		label, indent = "", 4
	}
	for line := range strings.Lines(brokenTo(label, indent, s, t.wide())) {
		t.Line("%s", strings.TrimSuffix(line, "\n"))
	}
}

// WrappedTo breaks a text into lines, with a word in front of the first.
func WrappedTo(label string, indent int, s string) string { return brokenTo(label, indent, s, Width) }

func brokenTo(label string, indent int, s string, columns int) string {
	var b strings.Builder
	for _, l := range wrapped(s, columns-indent) {
		fmt.Fprintln(&b, strings.TrimRight(Pad(label, indent)+l, " "))
		label = ""
	}
	return b.String()
}

// Beside writes a text at a column, behind a label, or below one that is too
// long.
func (t *Text) Beside(label string, column int, s string) {
	if ansi.StringWidth(label) >= column || t.wide() < Width && column+ansi.StringWidth(s) > t.wide() {
		t.Line("%s", label)
		label, column = "", min(column, max(t.wide()-ansi.StringWidth(s), 4))
	}
	t.Line("%s", Pad(label, column)+s)
}

// Paint colours a text with an ANSI code.
func (t *Text) Paint(code, s string) string {
	if !t.color {
		return s
	}
	return texts.Paint(code, s)
}

// Flush writes everything in one call.
func (t *Text) Flush() error {
	_, err := io.WriteString(t.W, t.B.String())
	t.B.Reset()
	return err
}

// Pad fills a text up to n columns, or cuts it to leave one of them empty.
func Pad(s string, n int) string {
	if n > 0 && ansi.StringWidth(s) >= n {
		s = ansi.Truncate(s, n-1, "")
	}
	return s + strings.Repeat(" ", max(n-ansi.StringWidth(s), 0))
}

// Listed begins a list of games or campaigns with its head, and returns what lays out
// the cells of a line. The first column has room for all names, the second for a time,
// the others but the last are as wide as their heads.
func (t *Text) Listed(head, names []string) (line func(cells ...string) string) {
	wide := make([]int, len(head))
	for i := range head {
		wide[i] = ansi.StringWidth(head[i])
	}
	for _, name := range names {
		wide[0] = max(wide[0], ansi.StringWidth(name))
	}
	wide[1] = max(wide[1], len(Minutes))
	line = func(cells ...string) string {
		out := ""
		for i, cell := range cells[:len(cells)-1] {
			out += Pad(cell, wide[i]+2)
		}
		return out + cells[len(cells)-1]
	}
	t.Head(line(head...))
	return line
}

// wrapped breaks a text into lines at spaces.
func wrapped(s string, columns int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) <= columns:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// Minutes is how dates are shown.
const Minutes = "2006-01-02 15:04"
