package tui

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Computer players think beside the screen, which goes on taking keys. What they
// come to counts only if the game has not gone on or back since.

type (
	// thoughtMsg is the decision that a computer player came to.
	thoughtMsg struct {
		turn     int
		thought  *session.Thought
		decision chapters.Decision
		err      error
	}
	// reasonMsg is why a computer player played its last card.
	reasonMsg struct {
		turn int
		play tricks.Play
		// hint says that it is the answer to a person who asked what to do.
		hint   bool
		made   chapters.Decision
		reason players.Reason
		err    error
	}
)

// step sets the computer player that is due thinking.
func (m *Model) step(msg stepMsg) tea.Cmd {
	if msg.turn != m.turn || m.phase != waiting || m.thinking != nil {
		return nil
	}
	thought := m.game.Think()
	if thought == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.thinking = cancel
	turn := m.turn
	return func() tea.Msg {
		d, _, err := thought.Decide(ctx)
		return thoughtMsg{turn, thought, d, err}
	}
}

// follow makes the decision that a computer player came to.
func (m *Model) follow(msg thoughtMsg) tea.Cmd {
	if msg.turn != m.turn || m.thinking == nil {
		return nil
	}
	m.stopThinking()
	err := msg.err
	if err == nil {
		err = m.game.Follow(msg.thought, msg.decision)
	}
	var write *session.WriteError
	switch {
	case err == nil:
		return m.proceed()
	case errors.As(err, &write):
		m.note, m.warning = m.Problem(err), true
		m.phase = stuck
		return nil
	}
	m.err = err
	return tea.Quit
}

// stopThinking ends all thinking; nobody waits for what comes of it.
func (m *Model) stopThinking() {
	if m.thinking != nil {
		m.thinking()
		m.thinking = nil
	}
	if m.explaining != nil {
		m.explaining()
		m.explaining = nil
	}
}

// explain asks the computer player that played last why it played that card. It
// thinks again, which leads to the same card.
func (m *Model) explain() tea.Cmd {
	if m.explaining != nil {
		return nil
	}
	by, why, err := m.game.Why()
	switch {
	case err != nil:
		m.note, m.warning = m.Problem(err), true
		return nil
	case why == nil:
		m.note = m.T("why.none")
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.explaining = cancel
	if m.note = m.T("why.thinking"); by != tricks.NoSeat {
		m.note = m.T("why.asked", m.Who(&m.view, by))
	}
	turn := m.turn
	return func() tea.Msg {
		play, d, reason, err := why(ctx)
		return reasonMsg{turn: turn, play: play, made: d, reason: reason, err: err}
	}
}

// hint asks what a strong player would do in the person's place, knowing no more. The
// record says that it was asked.
func (m *Model) hint() tea.Cmd {
	if m.explaining != nil {
		return nil
	}
	ask, err := m.game.Hint()
	if err != nil {
		m.note, m.warning = m.Problem(err), true
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.explaining = cancel
	m.note = m.T("hint.asked")
	turn := m.turn
	return func() tea.Msg {
		d, reason, err := ask(ctx)
		return reasonMsg{turn: turn, hint: true, made: d, reason: reason, err: err}
	}
}

// explained says in a line why the card was played.
func (m *Model) explained(msg reasonMsg) {
	if msg.turn != m.turn || m.explaining == nil {
		return
	}
	m.explaining()
	m.explaining = nil
	if msg.err != nil {
		m.note, m.warning = m.Problem(msg.err), true
		return
	}
	if !msg.hint && msg.play.Card == tricks.NoCard {
		m.note = m.T("why.none")
		return
	}
	m.said = m.Why(&m.view, msg.play, msg.made, msg.reason)
	if msg.hint {
		m.said = m.Hint(&m.view, msg.made, msg.reason)
	}
	m.note = m.said
	if m.page == noPage && !m.canSay(m.said) {
		m.open(saidPage)
	}
}
