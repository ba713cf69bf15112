package tui

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/action"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Computer players think beside the screen, which goes on taking keys. What they
// come to counts only if the game has not gone on or back since.

// newsMsg is that something has happened in the game without the person.
type newsMsg struct {
	turn int
	err  error
}

// await waits for what happens without the person.
func (m *Model) await() tea.Cmd {
	wait := m.game.Wait()
	if wait == nil {
		return nil
	}
	ctx, turn := m.thinking.begin(m.ctx), m.turn
	return func() tea.Msg {
		return newsMsg{turn, wait(ctx)}
	}
}

// news goes on with what has happened.
func (m *Model) news(msg newsMsg) tea.Cmd {
	if msg.turn != m.turn || !m.thinking.on() {
		return nil
	}
	m.stopThinking()
	var write *table.WriteError
	switch {
	case msg.err == nil:
		return m.proceed()
	case errors.As(msg.err, &write):
		m.phase = stuck
		return m.trouble(msg.err)
	}
	m.err = msg.err
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

// Advised puts the cursor on what a strong player would do.
func (m *Model) Advised(d chapters.Decision) {
	m.advice = &d
	m.hasTried(lesson.TryHint)
	m.question(board.Opening, tricks.NoSeat)
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
