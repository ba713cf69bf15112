package tui

import (
	"context"

	"fellowship/cmd/internal/session"

	tea "github.com/charmbracelet/bubbletea"
)

// openedMsg is what the solver says about the answers to the question that is
// due.
type openedMsg struct {
	turn   int
	opened session.Opened
	err    error
}

// openCards asks the solver, which sees all cards, what can be chosen without
// losing the round. The first time the person is told what that is; the record
// says that it was asked.
func (m *Model) openCards() tea.Cmd {
	if m.explaining != nil {
		return nil
	}
	ask, err := m.game.OpenCards()
	if err != nil {
		m.note, m.warning = m.Problem(err), true
		return nil
	}
	if ask == nil {
		m.note, m.warning = m.T("open.warn", keyName(m.keys.openCards)), true
		return nil
	}
	m.note = m.T("open.asked")
	ctx, cancel := context.WithCancel(m.ctx)
	m.explaining = cancel
	turn := m.turn
	return func() tea.Msg {
		opened, err := ask(ctx)
		return openedMsg{turn, opened, err}
	}
}

// opened shows the answer.
func (m *Model) opened(msg openedMsg) {
	if msg.turn != m.turn || m.explaining == nil {
		return
	}
	m.explaining()
	m.explaining = nil
	if msg.err != nil {
		m.note, m.warning = m.Problem(msg.err), true
		return
	}
	m.note = m.OpenCards(&m.view, msg.opened.Wins, msg.opened.Unknown, msg.opened.All)
}
