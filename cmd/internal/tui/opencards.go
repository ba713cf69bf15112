package tui

import (
	"context"
	"strings"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// openedMsg is what the solver says about the answers to the question that is
// due.
type openedMsg struct {
	turn        int
	wins, might []string
	all         int
	err         error
}

// openNodes is how many card plays the solver may try for each answer.
const openNodes = 300_000

// openCards asks the solver, which sees all cards, what can be chosen without
// losing the round. The first time the person is told what that is; the record
// says that it was asked.
func (m *Model) openCards() tea.Cmd {
	if m.explaining != nil {
		return nil
	}
	if !m.warned {
		m.warned = true
		m.note, m.warning = m.T("tui.open.warn", keyName(m.keys.openCards)), true
		return nil
	}
	if err := m.game.Assist(); err != nil {
		m.note, m.warning = err.Error(), true
		return nil
	}
	m.note = m.T("tui.open.asked")
	ctx, cancel := context.WithCancel(m.ctx)
	m.explaining = cancel
	game, turn, name := m.game.Reveal(), m.turn, m.optionName()
	return func() tea.Msg {
		msg := openedMsg{turn: turn}
		for _, d := range game.Options() {
			after := game.Clone()
			if msg.err = after.Apply(d); msg.err != nil {
				return msg
			}
			var found solver.Result
			if found, msg.err = solver.Solve(ctx, after, solver.Options{Nodes: openNodes}); msg.err != nil {
				return msg
			}
			msg.all++
			switch found.Verdict {
			case solver.Winnable:
				msg.wins = append(msg.wins, name(d))
			case solver.Unknown:
				msg.might = append(msg.might, name(d))
			case solver.Unwinnable:
			}
		}
		return msg
	}
}

// optionName returns how an answer is called.
func (m *Model) optionName() func(chapters.Decision) string {
	view := m.view
	return func(d chapters.Decision) string {
		switch {
		case d.Kind == chapters.PlayCard:
			return d.Move.String()
		case d.Card.Valid() && int(d.To) < len(view.Seats) && d.To != d.Seat && d.To != tricks.NoSeat:
			return d.Card.String() + " (" + m.Who(&view, d.To) + ")"
		case d.Card.Valid():
			return d.Card.String()
		case d.Kind == chapters.Draft:
			for i := range view.Chapter.Roster {
				if c := view.Chapter.Roster[i].Character; c.ID == d.Character {
					return m.ShortName(c)
				}
			}
		}
		return d.String()
	}
}

// opened shows the answer.
func (m *Model) opened(msg openedMsg) {
	if msg.turn != m.turn || m.explaining == nil {
		return
	}
	m.explaining()
	m.explaining = nil
	const most = 12 // names that fit
	list := func(names []string) string {
		if len(names) > most {
			return strings.Join(names[:most], ", ") + ", ..."
		}
		return strings.Join(names, ", ")
	}
	switch {
	case msg.err != nil:
		m.note, m.warning = msg.err.Error(), true
	case len(msg.wins) == msg.all:
		m.note = m.T("tui.open.all")
	case len(msg.wins) > 0 && len(msg.might) > 0:
		m.note = m.T("tui.open.some", list(msg.wins)) + " " + m.T("tui.open.might", list(msg.might))
	case len(msg.wins) > 0:
		m.note = m.T("tui.open.some", list(msg.wins))
	case len(msg.might) > 0:
		m.note = m.T("tui.open.might", list(msg.might))
	default:
		m.note = m.T("tui.open.lost")
	}
}
