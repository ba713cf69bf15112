package tui

import (
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// state tells apart what a person sees of a round: two views are the same where it is.
type state struct {
	decisions, undos int
	eyes             tricks.Seat
}

func stateOf(s *table.Sight) state { return state{s.Decisions, s.Undos, s.Eyes} }

// Refresh looks at the game anew: something has happened elsewhere. The person's cursor stays if
// the round has not changed, and a finished trick stays until the person goes on.
func (m *Model) Refresh() tea.Cmd {
	if s := m.chair.Look(); s.Now == m.phase && (s.Now == trickEnd || stateOf(&s) == m.state) {
		return nil
	}
	return m.proceed()
}

// Note says something to the person, as bad news or not, until the next key.
func (m *Model) Note(text string, warning bool) { m.note, m.warning = text, warning }

// Busy says that the next key is for something that lies on top of the game.
func (m *Model) Busy() bool { return m.leaving }
