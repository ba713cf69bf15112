package plain

import (
	"io"
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
)

// output is where the lines of a game go.
type output struct {
	texts  *texts.Texts
	writer io.Writer
	// ascii limits the lines to ASCII characters.
	ascii bool
	// columns returns the width at which lines are wrapped; 0 or a nil function means no limit.
	columns func() int
	// err is the first error of the writer.
	err error
}

// say prints a text, wrapped at the width of the terminal. Wrapped lines are indented like the first one.
func (o *output) say(line string) {
	columns := 0
	if o.columns != nil {
		columns = o.columns()
	}
	if o.ascii { // Some letters become two, which changes the width.
		line = texts.InASCII(line)
	}
	for _, l := range strings.Split(line, "\n") {
		o.write(strings.Join(wrapLines(l, columns), "\n") + "\n")
	}
}

// wrapLines breaks a text into lines of at most columns cells; 0 leaves it whole.
func wrapLines(text string, columns int) []string {
	words := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(words)]
	if columns <= 0 || cells.Width(text) <= columns || len(indent) >= columns/2 {
		return []string{text}
	}
	lines := cells.Wrap(words, columns-len(indent))
	for i := range lines {
		lines[i] = indent + strings.TrimRight(lines[i], " ")
	}
	return lines
}

// tell prints the text of a key.
func (o *output) tell(key string, args ...any) { o.say(o.texts.T(key, args...)) }

// write writes to the output, unless that has failed before.
func (o *output) write(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.writer, text)
	}
}

// page prints a page. Text beside a label is indented.
func (o *output) page(p page.Page) {
	for i := range p {
		switch b := &p[i]; b.Kind {
		case page.Headline:
			o.say(b.Text + ":")
		case page.Gap:
		case page.Paragraph:
			o.say(strings.Repeat(" ", b.Indent) + b.Text)
		default:
			o.say(strings.TrimRight("  "+strings.TrimSpace(b.Label+" "+b.Text), " "))
		}
	}
}
