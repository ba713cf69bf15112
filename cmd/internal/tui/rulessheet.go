package tui

import (
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// rulesSheet is the rules on a screen of their own, before a game.
type rulesSheet struct {
	titled
	book *ruleBook
}

// rulesOver is the rules over a screen, those first that it names.
func rulesOver(l *lobby) sheet {
	bindings := l.top().bindings(l)
	keys := func(w int) []string {
		return append(append(keysOf(l.Theme, bindings, w), ""), l.Wrap(l.T("lobby.legend"), w)...)
	}
	return &rulesSheet{"lobby.rules", newRuleBook(l.Theme, l.opts.Library, l.View(), keys, nil)}
}

func (s *rulesSheet) draw(l *lobby, w, h int) []string {
	s.book.lay(w, h+kit.HeadHeight+kit.FootHeight)
	return s.book.reader.Draw(l.Theme, w, h)
}

func (s *rulesSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	if s.book.key(msg) {
		return l.back()
	}
	return nil
}

func (s *rulesSheet) bindings(l *lobby) []key.Binding {
	return []key.Binding{l.keys.move, l.keys.pick, l.keys.back}
}
