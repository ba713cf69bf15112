package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// typed changes a line of text by a key: letters and digits are added, backspace
// takes the last one away. It is false for any other key.
func typed(s string, msg tea.KeyMsg, longest int) (string, bool) {
	switch {
	case msg.Type == tea.KeyBackspace:
		if r := []rune(s); len(r) > 0 {
			s = string(r[:len(r)-1])
		}
		return s, true
	case msg.Type == tea.KeySpace && s != "":
		s += " "
	case msg.Type == tea.KeyRunes && !msg.Alt:
		for _, r := range msg.Runes {
			if r >= ' ' {
				s += string(r)
			}
		}
	default:
		return s, false
	}
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest])
	}
	return s, true
}

// solveSheet asks for the name of a deal, and solves it.
type solveSheet struct {
	titled
	name   string
	answer string
	// solved says that there is an answer, so that the deal can be stepped through.
	solved bool
	// search goes on while the answer is not known.
	search job
}

// dealMsg is what the search found about a deal.
type dealMsg struct {
	name, text string
	err        error
}

func (s *solveSheet) draw(l *lobby, w, h int) []string {
	t := l.Theme
	lines := []string{""}
	lines = append(lines, t.Text(l.T("lobby.solve.above"), w)...)
	lines = append(lines, "", "   "+l.T("lobby.solve.deal", s.name+"_"), "")
	if s.search.on() {
		lines = append(lines, "   "+l.T("tui.solving"))
	}
	return append(lines, t.Text(s.answer, w)...)
}

func (s *solveSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyEnter {
		if s.name == "" || s.search.on() {
			return nil
		}
		if s.solved {
			l.wish.Name = s.name
			return l.leave(StepThrough)
		}
		s.answer = ""
		ctx := s.search.begin(l.ctx)
		name, ask, set := s.name, l.opts.Solve, l.wish.Settings
		return func() tea.Msg {
			text, err := ask(ctx, name, set)
			return dealMsg{name, text, err}
		}
	}
	if text, ok := typed(s.name, msg, 20); ok {
		s.search.end()
		s.name, s.answer, s.solved = strings.TrimSpace(text), "", false
	}
	return nil
}

// found shows the answer, unless another deal was typed since.
func (s *solveSheet) found(l *lobby, msg dealMsg) {
	if msg.name != s.name || !s.search.end() {
		return
	}
	s.answer, s.solved = msg.text, msg.err == nil
	if msg.err != nil {
		l.note = l.Problem(msg.err)
	}
}

func (s *solveSheet) bindings(l *lobby) []key.Binding {
	if s.solved {
		return []key.Binding{l.keys.look, l.keys.typing, l.keys.back}
	}
	return []key.Binding{l.keys.typing, l.keys.pick, l.keys.back}
}
