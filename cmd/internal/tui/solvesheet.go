package tui

import (
	"context"
	"strings"

	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// solveSheet asks for the name of a deal, and solves it.
type solveSheet struct {
	name   string
	answer string
	// solved says that there is an answer, so that the deal can be stepped through.
	solved bool
	// search goes on while the answer is not known.
	search job
}

func newSolveSheet(l *lobby) *kit.Sheet {
	s := &solveSheet{}
	return &kit.Sheet{Build: func() kit.Content {
		c := kit.Content{
			Title: l.T("lobby.solve"), Above: []string{l.T("lobby.solve.above")}, Below: []string{s.answer},
			Enter: func() tea.Cmd { return s.solve(l) }, Does: l.T("lobby.help.pick"),
			Rows: []kit.Row{{Label: l.T("lobby.solve.deal"), Text: &s.name, Most: longestDeal, Wrote: func() {
				s.search.end()
				s.name, s.answer, s.solved = strings.TrimSpace(s.name), "", false
			}}},
		}
		if s.search.on() {
			c.Below = []string{l.T("tui.solving")}
		}
		if s.solved {
			c.Does = l.T("lobby.help.look")
		}
		return c
	}}
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
	name, ask, set := s.name, l.opts.Solve, l.wish.Settings
	search := s.search.do(l.ctx, func(ctx context.Context) func() tea.Cmd {
		text, err := ask(ctx, name, set)
		return func() tea.Cmd {
			if s.answer, s.solved = text, err == nil; err != nil {
				l.Note = l.Problem(err)
			}
			return nil
		}
	})
	return func() tea.Msg {
		done, _ := search().(doneMsg)
		return kit.Then(done)
	}
}
