package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fellowship/cmd/internal/texts"
)

// width is the number of columns that text for people fits in.
const width = 80

// text collects lines for people and writes them at once.
type text struct {
	*texts.Texts
	w     io.Writer
	color bool
	ascii bool
	b     strings.Builder
}

func newText(w io.Writer, root *rootOptions) *text {
	return &text{Texts: root.texts(), w: w, color: root.colors(w), ascii: root.ASCII}
}

// line adds a line.
func (t *text) line(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if t.ascii {
		s = toASCII(s)
	}
	t.b.WriteString(s)
	t.b.WriteByte('\n')
}

// head adds the head of a table.
func (t *text) head(s string) { t.line("%s", t.paint("1", strings.TrimRight(s, " "))) }

// bold adds a headline, broken into lines.
func (t *text) bold(s string) {
	for _, l := range wrapped(s, width) {
		t.line("%s", t.paint("1", l))
	}
}

// wrap adds a text, broken into lines, indented by so many columns.
func (t *text) wrap(indent int, s string) { t.wrapTo("", indent, s) }

// wrapTo is wrap with a word in front of the first line.
func (t *text) wrapTo(label string, indent int, s string) {
	for line := range strings.Lines(wrappedTo(label, indent, s)) {
		t.line("%s", strings.TrimSuffix(line, "\n"))
	}
}

// wrappedTo breaks a text into lines, with a word in front of the first.
func wrappedTo(label string, indent int, s string) string {
	var b strings.Builder
	for _, l := range wrapped(s, width-indent) {
		fmt.Fprintln(&b, strings.TrimRight(pad(label, indent)+l, " "))
		label = ""
	}
	return b.String()
}

// beside writes a text at a column, behind a label, or below one that is too
// long.
func (t *text) beside(label string, column int, s string) {
	if utf8.RuneCountInString(label) >= column {
		t.line("%s", label)
		label = ""
	}
	t.line("%s", pad(label, column)+s)
}

// paint colours a text with an ANSI code.
func (t *text) paint(code, s string) string {
	if !t.color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// flush writes everything in one call.
func (t *text) flush() error {
	_, err := io.WriteString(t.w, t.b.String())
	t.b.Reset()
	return err
}

// pad fills a text up to n columns, or cuts it to leave one of them empty.
func pad(s string, n int) string {
	if l := utf8.RuneCountInString(s); l < n {
		return s + strings.Repeat(" ", n-l)
	} else if n > 0 && l >= n {
		return string([]rune(s)[:n-1]) + " "
	}
	return s
}

// wrapped breaks a text into lines at spaces.
func wrapped(s string, columns int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= columns:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// inASCII writes the letters of our names and texts without their marks.
var inASCII = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss",
	"á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "û", "u", "â", "a", "ë", "e",
	"–", "-", "—", "-", "’", "'", "“", `"`, "”", `"`, "„", `"`, "…", "...", "·", "-",
)

// toASCII replaces everything that is not ASCII.
func toASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > maxASCII {
			return '?'
		}
		return r
	}, inASCII.Replace(s))
}

// maxASCII is the last ASCII character.
const maxASCII = 127
