package cli

import (
	"fmt"
	"io"
	"strings"

	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/ansi"
)

// width is the number of columns that text for people fits in.
const width = 80

// text collects lines for people and writes them at once.
type text struct {
	*texts.Texts
	w     io.Writer
	color bool
	ascii bool
	// columns is how wide it is, [width] if 0.
	columns int
	b       strings.Builder
}

func newText(w io.Writer, root *rootOptions) *text {
	return &text{Texts: root.texts(), w: w, color: root.colors(w), ascii: root.ASCII}
}

// line adds a line, in the language.
func (t *text) line(format string, args ...any) {
	s := t.Sprintf(format, args...)
	if t.ascii {
		s = texts.InASCII(s)
	}
	t.b.WriteString(s)
	t.b.WriteByte('\n')
}

// wide is the number of columns there are.
func (t *text) wide() int {
	if t.columns > 0 {
		return t.columns
	}
	return width
}

// head adds the head of a table.
func (t *text) head(s string) { t.line("%s", t.paint("1", strings.TrimRight(s, " "))) }

// bold adds a headline, broken into lines.
func (t *text) bold(s string) {
	for _, l := range wrapped(s, t.wide()) {
		t.line("%s", t.paint("1", l))
	}
}

// wrap adds a text, broken into lines, indented by so many columns.
func (t *text) wrap(indent int, s string) { t.wrapTo("", indent, s) }

// wrapTo is wrap with a word in front of the first line.
func (t *text) wrapTo(label string, indent int, s string) {
	if columns := t.wide(); columns < width && indent > columns/2 { // the label has a line of its own
		t.line("%s", strings.TrimRight(label, " "))
		label, indent = "", 4
	}
	for line := range strings.Lines(brokenTo(label, indent, s, t.wide())) {
		t.line("%s", strings.TrimSuffix(line, "\n"))
	}
}

// wrappedTo breaks a text into lines, with a word in front of the first.
func wrappedTo(label string, indent int, s string) string { return brokenTo(label, indent, s, width) }

func brokenTo(label string, indent int, s string, columns int) string {
	var b strings.Builder
	for _, l := range wrapped(s, columns-indent) {
		fmt.Fprintln(&b, strings.TrimRight(pad(label, indent)+l, " "))
		label = ""
	}
	return b.String()
}

// beside writes a text at a column, behind a label, or below one that is too
// long.
func (t *text) beside(label string, column int, s string) {
	if ansi.StringWidth(label) >= column || t.wide() < width && column+ansi.StringWidth(s) > t.wide() {
		t.line("%s", label)
		label, column = "", min(column, max(t.wide()-ansi.StringWidth(s), 4))
	}
	t.line("%s", pad(label, column)+s)
}

// paint colours a text with an ANSI code.
func (t *text) paint(code, s string) string {
	if !t.color {
		return s
	}
	return texts.Paint(code, s)
}

// flush writes everything in one call.
func (t *text) flush() error {
	_, err := io.WriteString(t.w, t.b.String())
	t.b.Reset()
	return err
}

// pad fills a text up to n columns, or cuts it to leave one of them empty.
func pad(s string, n int) string {
	if n > 0 && ansi.StringWidth(s) >= n {
		s = ansi.Truncate(s, n-1, "")
	}
	return s + strings.Repeat(" ", max(n-ansi.StringWidth(s), 0))
}

// listed begins a list of games or campaigns with its head, and returns what lays out
// the cells of a line. The first column has room for all names, the second for a time,
// the others but the last are as wide as their heads.
func (t *text) listed(head, names []string) (line func(cells ...string) string) {
	wide := make([]int, len(head))
	for i := range head {
		wide[i] = ansi.StringWidth(head[i])
	}
	for _, name := range names {
		wide[0] = max(wide[0], ansi.StringWidth(name))
	}
	wide[1] = max(wide[1], len(minutes))
	line = func(cells ...string) string {
		out := ""
		for i, cell := range cells[:len(cells)-1] {
			out += pad(cell, wide[i]+2)
		}
		return out + cells[len(cells)-1]
	}
	t.head(line(head...))
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
