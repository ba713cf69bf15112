package command

import (
	"fmt"
	"io"

	"fellowship/cmd/internal/pages/page"
)

// Note prints a line for the person that begins with the program's name.
func Note(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "fellowship: "+format+"\n", args...)
}

// Text is a page that a command writes to people, whole or part by part.
type Text struct {
	page.Page
	out page.Writer
}

// NewText returns a page for people that goes to w.
func NewText(w io.Writer, root *Root) *Text {
	return &Text{out: page.Writer{W: w, Style: root.Console.PageStyle(w)}}
}

// Line adds a line.
func (t *Text) Line(format string, args ...any) { t.Page.Line(fmt.Sprintf(format, args...)) }

// Flush writes what was added since the last time.
func (t *Text) Flush() error {
	p := t.Page
	t.Page = nil
	return t.out.Print(p)
}
