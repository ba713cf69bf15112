package command

import (
	"fmt"
	"io"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
)

// Note tells the person something on a line of its own that begins with the program's name.
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
	return &Text{out: page.Writer{W: w, Style: root.PageStyle(w)}}
}

// Line adds a line.
func (t *Text) Line(format string, args ...any) { t.Page.Line(fmt.Sprintf(format, args...)) }

// List begins a list of games or campaigns with its heads. The first column has room for
// all names, the second for a time, the others are as wide as their heads.
func (t *Text) List(heads, names []string) {
	columns := make([]page.Column, len(heads))
	for i, head := range heads {
		columns[i] = page.Column{Head: head, Width: cells.Width(head) + 2}
	}
	for _, name := range names {
		columns[0].Width = max(columns[0].Width, cells.Width(name)+2)
	}
	columns[1].Width = max(columns[1].Width, len(book.Minutes)+2)
	columns[len(columns)-1].Width = 0
	t.Columns(columns...)
}

// Cells adds a row to the list.
func (t *Text) Cells(cells ...string) { t.Row(page.Cells(cells...)...) }

// Flush writes what was added since the last time.
func (t *Text) Flush() error {
	p := t.Page
	t.Page = nil
	return t.out.Print(p)
}
