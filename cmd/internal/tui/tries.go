package tui

import (
	"context"

	"fellowship/cmd/internal/hindsight"

	tea "github.com/charmbracelet/bubbletea"
)

// tries counts how often the fair players have played the deal again.
type tries struct {
	play         hindsight.Try
	played, wins int
	// job is the try that is being played.
	job
}

// try plays the next one, if there is any. One that is broken off is played anew when it is
// asked for again, and comes to the same end.
func (m *Model) try() tea.Cmd {
	t := &m.tries
	if t.play == nil || t.on() || t.played == hindsight.Tries {
		return nil
	}
	play, n := t.play, t.played+1
	return t.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		won, err := play(ctx, n)
		return func() tea.Cmd {
			if err != nil {
				return nil
			}
			if t.played++; won {
				t.wins++
			}
			return m.try()
		}
	})
}

func (m *Model) triesText() string {
	switch t := &m.tries; {
	case t.played == 0:
		return ""
	case t.played < hindsight.Tries:
		return m.T("tries.sofar", t.played, t.wins, hindsight.Tries)
	default:
		return m.T("tries", t.played, t.wins)
	}
}
