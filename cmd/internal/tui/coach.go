package tui

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"
)

// coaching is the coach's line for the decision that is due, empty where it has
// nothing to say, is switched off, or something else is said.
func (m *Model) coaching() string {
	if m.note != "" || m.phase != choosing || m.leaving || m.peek {
		return ""
	}
	if text := cmp.Or(m.toTry(), m.tip); text != "" || !m.coach {
		return text
	}
	return m.Texts.Coach(&m.view)
}

// Coached reports whether the coach has a line now.
func (m *Model) Coached() bool { return m.coaching() != "" }

// Coach switches the coach off and on.
func (m *Model) Coach() tea.Cmd {
	if m.coach = !m.coach; m.coach {
		m.note = m.T("coach.on")
	} else {
		m.note = m.T("coach.off", m.keyOf("coach"))
	}
	return nil
}
