package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// rulesSheet is the rules on a screen of their own, before a game.
type rulesSheet struct{ book *ruleBook }

// openRules opens the rules, those first that the screen names.
func (l *lobby) openRules() {
	bindings := l.top().bindings(l)
	keys := func(w int) (out []string) {
		l.help.Width = w
		for _, b := range bindings {
			out = append(out, l.fold(l.help.ShortHelpView([]key.Binding{b})))
		}
		return append(append(out, ""), l.wrap(l.T("lobby.legend"), w)...)
	}
	l.open(&rulesSheet{newRuleBook(l.theme, l.opts.Library, l.View(), keys, nil)})
}

func (s *rulesSheet) title(l *lobby) string { return l.T("lobby.rules") }

func (s *rulesSheet) draw(l *lobby, w, h int) []string {
	s.book.lay(w, h+headHeight+footHeight)
	return s.book.reader.draw(l.theme, w, h)
}

func (s *rulesSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	if s.book.key(msg) {
		return l.back()
	}
	return nil
}

func (s *rulesSheet) click(*lobby, int, int) tea.Cmd { return nil }

func (s *rulesSheet) bindings(l *lobby) []key.Binding {
	return []key.Binding{l.keys.move, l.keys.pick, l.keys.back}
}
