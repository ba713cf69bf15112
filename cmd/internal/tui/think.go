package tui

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/action"
	"fellowship/cmd/internal/session"

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

// Ask puts a question of the person's to somebody who thinks about it.
func (m *Model) Ask(q action.Question) tea.Cmd {
	m.note = q.Note
	ctx, turn := m.asking.begin(m.ctx), m.turn
	return func() tea.Msg {
		say, err := q.Think(ctx)
		return answeredMsg{turn, say, q.Title, err}
	}
}

// Asking reports whether somebody thinks about a question of the person's.
func (m *Model) Asking() bool { return m.asking.on() }

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
