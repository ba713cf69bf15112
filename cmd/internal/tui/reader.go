package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
	tea "github.com/charmbracelet/bubbletea"
)

// reader is a page that covers the board: a title, and lines that scroll.
type reader struct{ pager viewport.Model }

// newReader returns a reader at the beginning of its page.
func newReader() reader {
	r := reader{pager: viewport.New(0, 0)}
	r.pager.MouseWheelEnabled = false
	return r
}

// lay fits a page into a window.
func (r *reader) lay(t *theme, title string, lines []string, w, h int) {
	r.fill(t, append([]string{t.strong(title), ""}, lines...), w, h-headHeight-footHeight)
}

// fill gives the page its lines, and so many cells.
func (r *reader) fill(t *theme, lines []string, w, h int) {
	r.pager.Width, r.pager.Height = max(w, 1), max(h, 1)
	r.pager.SetContent(strings.Join(t.margin(lines, w), "\n"))
}

// text gives the page a text. What is too wide for it goes on below, under its own
// beginning.
func (r *reader) text(t *theme, text string, w, h int) {
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		words := strings.TrimLeft(line, " ")
		by := line[:len(line)-len(words)]
		if len(by) > w/2 {
			by = ""
		}
		lines = append(lines, indent(t.wrap(words, w-2-len(by)), by)...)
	}
	r.fill(t, lines, w, h)
}

// draw draws what is seen of the page.
func (r *reader) draw(t *theme, w, h int) []string {
	return t.fill(strings.Split(r.pager.View(), "\n"), w, h)
}

// turns takes a space with more to read below: it turns the page, as in other
// programs that show texts, and closes only the last.
func (r *reader) turns(msg tea.KeyMsg) bool {
	if msg.String() != " " || r.pager.AtBottom() {
		return false
	}
	r.pager.PageDown()
	return true
}

// scroll takes the keys that scroll.
func (r *reader) scroll(msg tea.KeyMsg) (cmd tea.Cmd) {
	switch msg.String() {
	case "home":
		r.pager.GotoTop()
	case "end":
		r.pager.GotoBottom()
	default:
		r.pager, cmd = r.pager.Update(msg)
	}
	return cmd
}
