package tui

import (
	"fellowship/cmd/internal/session"

	tea "github.com/charmbracelet/bubbletea"
)

// triedMsg is how a try of the fair players ended.
type triedMsg struct {
	won bool
	err error
}

// tries counts how often the fair players have played the deal again.
type tries struct {
	play         session.Try
	played, wins int
	// job is the try that is being played.
	job
}

// try plays the next one, if there is any.
func (m *Model) try() tea.Cmd {
	t := &m.tries
	if t.play == nil || t.on() || t.played == session.Tries {
		return nil
	}
	ctx := t.begin(m.ctx)
	play, n := t.play, t.played+1
	return func() tea.Msg {
		won, err := play(ctx, n)
		return triedMsg{won, err}
	}
}

// tried counts a try. One that was broken off is played anew when it is asked for
// again, and comes to the same end.
func (m *Model) tried(msg triedMsg) tea.Cmd {
	t := &m.tries
	if !t.end() || msg.err != nil {
		return nil
	}
	t.played++
	if msg.won {
		t.wins++
	}
	return m.try()
}

// triesText says how many tries were won, empty before the first one.
func (m *Model) triesText() string {
	switch t := &m.tries; {
	case t.played == 0:
		return ""
	case t.played < session.Tries:
		return m.T("tries.sofar", t.played, t.wins, session.Tries)
	default:
		return m.T("tries", t.played, t.wins)
	}
}
