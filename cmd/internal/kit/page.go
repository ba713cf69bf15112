package kit

import (
	tea "github.com/charmbracelet/bubbletea"
)

// Page is a text over a screen, until it is closed.
type Page struct {
	*Theme
	title, state, keys string
	text               string
	reader             Reader
}

// NewPage returns a text with a title; state stands at the end of the title's line, and
// keys are what scrolls it and closes it.
func NewPage(t *Theme, title, state, text, keys string) *Page {
	return &Page{Theme: t, title: title, state: state, text: text, keys: keys, reader: NewReader()}
}

// Key takes a key, and reports whether the page is closed now.
func (p *Page) Key(msg tea.KeyMsg) (closed bool) {
	switch msg.String() {
	case "esc", "q", "enter", "?":
		return true
	}
	if !p.reader.Turns(msg) {
		p.reader.Scroll(msg)
	}
	return false
}

// Draw draws it, exactly as large as a window is.
func (p *Page) Draw(w, h int) string {
	if frame, small := p.TooSmall(w, h); small {
		return frame
	}
	const around = 4 // the title, the keys, and a rule beside each
	p.reader.Text(p.Theme, p.text, w, h-around)
	keys := p.Pieces(p.keys, w-2)
	if !p.reader.Pager.AtBottom() {
		keys = p.WithMore(keys, w-2)
	}
	return p.Frame([]string{p.Headline(p.title, p.state, w)}, p.reader.Draw(p.Theme, w, h-around), []string{keys}, w)
}
