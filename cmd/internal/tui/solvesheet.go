package tui

import (
	"strings"

	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// solveSheet asks for the name of a deal, and solves it.
type solveSheet struct {
	titled
	kit.Form
	name   string
	answer string
	// solved says that there is an answer, so that the deal can be stepped through.
	solved bool
	// search goes on while the answer is not known.
	search job
}

func newSolveSheet(l *lobby) sheet {
	s := &solveSheet{titled: "lobby.solve"}
	s.Form = kit.Form{
		Above: func() []string { return []string{l.T("lobby.solve.above")} },
		Rows: func() []kit.Row {
			return []kit.Row{{Label: l.T("lobby.solve.deal"), Text: &s.name, Most: longestDeal, Do: func() tea.Cmd { return s.solve(l) }, Wrote: func() {
				s.search.end()
				s.name, s.answer, s.solved = strings.TrimSpace(s.name), "", false
			}}}
		},
		Below: func() []string {
			if s.search.on() {
				return []string{l.T("tui.solving")}
			}
			return []string{s.answer}
		},
	}
	return s
}

// dealMsg is what the search found about a deal.
type dealMsg struct {
	name, text string
	err        error
}

func (s *solveSheet) draw(l *lobby, w, h int) []string { return s.Draw(l.Theme, w, h) }

func (s *solveSheet) click(_ *lobby, x, y int) tea.Cmd { return s.Click(x, y) }

func (s *solveSheet) key(_ *lobby, msg tea.KeyMsg) tea.Cmd {
	cmd, _ := s.Key(msg)
	return cmd
}

// solve begins to search, or steps through what was found.
func (s *solveSheet) solve(l *lobby) tea.Cmd {
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
