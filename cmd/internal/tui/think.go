package tui

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Computer players think beside the screen, which goes on taking keys. What they
// come to counts only if the game has not gone on or back since.

// thoughtMsg is the decision that a computer player came to.
type thoughtMsg struct {
	turn     int
	thought  *session.Thought
	decision chapters.Decision
	err      error
}

// step sets the computer player that is due thinking.
func (m *Model) step(msg stepMsg) tea.Cmd {
	if msg.turn != m.turn || m.phase != waiting || m.thinking.on() {
		return nil
	}
	thought := m.game.Think()
	if thought == nil {
		return nil
	}
	ctx, turn := m.thinking.begin(m.ctx), m.turn
	return func() tea.Msg {
		d, _, err := thought.Decide(ctx)
		return thoughtMsg{turn, thought, d, err}
	}
}

// follow makes the decision that a computer player came to.
func (m *Model) follow(msg thoughtMsg) tea.Cmd {
	if msg.turn != m.turn || !m.thinking.on() {
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
		m.phase = stuck
		return m.trouble(err)
	}
	m.err = err
	return tea.Quit
}

// stopThinking ends all thinking; nobody waits for what comes of it.
func (m *Model) stopThinking() {
	m.thinking.end()
	m.asking.end()
}

// answeredMsg is the answer to a question that a person asked beside the game.
type answeredMsg struct {
	turn int
	// say tells it, title is the key of its headline where it needs a page.
	say   func() string
	title string
	err   error
}

// asks puts a question of the person's to somebody who thinks about it; note is said
// meanwhile. The answer tells itself.
func (m *Model) asks(note, title string, question func(context.Context) (say func() string, err error)) tea.Cmd {
	m.note = note
	ctx, turn := m.asking.begin(m.ctx), m.turn
	return func() tea.Msg {
		say, err := question(ctx)
		return answeredMsg{turn, say, title, err}
	}
}

// answered tells the answer in a line, or on a page where there is no room for it.
func (m *Model) answered(msg answeredMsg) {
	switch {
	case msg.turn != m.turn || !m.asking.end():
		return
	case msg.err != nil:
		m.trouble(msg.err)
		return
	}
	m.note = msg.say()
	if m.page == noPage && !m.canSay(m.note) {
		m.said, m.saidTitle = m.note, msg.title
		m.open(saidPage)
	}
}

// Why asks the computer player that played last why it played that card. It
// thinks again, which leads to the same card.
func (m *Model) Why() tea.Cmd {
	if m.asking.on() {
		return nil
	}
	by, why, err := m.game.Why()
	switch {
	case err != nil:
		return m.trouble(err)
	case why == nil:
		m.note = m.T("why.none")
		return nil
	}
	note := m.T("why.thinking")
	if by != tricks.NoSeat {
		note = m.T("why.asked", m.Who(&m.view, by))
	}
	return m.asks(note, "tui.page.said", func(ctx context.Context) (func() string, error) {
		play, made, reason, err := why(ctx)
		return func() string {
			if play.Card == tricks.NoCard {
				return m.T("why.none")
			}
			return m.Texts.Why(&m.view, play, made, reason)
		}, err
	})
}

// Hint asks what a strong player would do in the person's place, knowing no more. The
// record says that it was asked.
func (m *Model) Hint() tea.Cmd {
	if m.asking.on() {
		return nil
	}
	ask, err := m.game.Hint()
	if err != nil {
		return m.trouble(err)
	}
	return m.asks(m.T("hint.asked"), "tui.page.said", func(ctx context.Context) (func() string, error) {
		made, reason, err := ask(ctx)
		return func() string { return m.Texts.Hint(&m.view, made, reason) }, err
	})
}

// OpenCards asks the solver, which sees all cards, what can be chosen without
// losing the round. The first time the person is told what that is; the record
// says that it was asked.
func (m *Model) OpenCards() tea.Cmd {
	if m.asking.on() {
		return nil
	}
	ask, err := m.game.OpenCards()
	switch {
	case err != nil:
		return m.trouble(err)
	case ask == nil:
		m.Note(m.T("open.warn", m.keyOf("opencards")), true)
		return nil
	}
	return m.asks(m.T("open.asked"), "tui.page.opened", func(ctx context.Context) (func() string, error) {
		opened, err := ask(ctx)
		return func() string { return m.Texts.OpenCards(&m.view, opened.Wins, opened.Unknown, opened.All) }, err
	})
}
