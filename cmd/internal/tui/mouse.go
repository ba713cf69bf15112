package tui

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// click takes the mouse: a click on an answer moves the cursor there, a second
// one takes it; the wheel scrolls pages. A curtain is never lifted by a click.
func (m *Model) click(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !m.mouse || m.leaving || kit.Tiny(m.w, m.h):
		return nil
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	}
	m.note, m.warning = "", false
	switch m.phase {
	case choosing:
		c := &m.choice
		hit := felt.SpotAt(m.hits, msg.X, msg.Y)
		switch {
		case hit >= 0 && hit == c.Cursor:
			return m.pick()
		case hit >= 0:
			c.Cursor = hit
		}
	case trickEnd, notice:
		return m.goOn()
	}
	return nil
}
