package tui

import (
	"slices"

	"fellowship/cmd/internal/scene"

	tea "github.com/charmbracelet/bubbletea"
)

// coaching is the advice for the decision that is due, empty where something else is said.
func (m *Model) coaching() string {
	if m.note != "" || m.phase != choosing || m.leaving {
		return ""
	}
	return m.opts.Advice.Line(m.Texts, &m.view, slices.ContainsFunc(m.choice.Items, func(it scene.Item) bool { return !it.Ok }))
}

// Coach switches the coach off and on.
func (m *Model) Coach() tea.Cmd {
	m.note = m.opts.Advice.Switch(m.Texts, m.keyOf("coach"))
	return nil
}

// newTip keeps that the person has had a tip with the decision that is due.
func (m *Model) newTip() tea.Cmd {
	if tip := m.opts.Advice.Due(&m.view); tip != "" && m.opts.Told != nil {
		return m.opts.Told(tip)
	}
	return nil
}
