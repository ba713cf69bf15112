package command

import (
	"fmt"
	"io"
	"strings"

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

// Quoted returns a word as a shell reads it.
func Quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_./:=,+@%-", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
