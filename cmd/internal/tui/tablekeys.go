package tui

import "github.com/charmbracelet/bubbles/key"

// listed are the keys as the help tells them: without those that do nothing in this
// game, and with the one for the table that it is played at.
func (m *Model) listed() keyMap {
	k := m.keys
	k.openCards.SetEnabled(m.canOpen)
	if m.table == nil {
		return k
	}
	for _, b := range []*key.Binding{&k.again, &k.another, &k.nextChapter} {
		b.SetEnabled(false)
	}
	for _, b := range []*key.Binding{&k.hint, &k.why} {
		b.SetEnabled(m.table.Hints)
	}
	k.again = key.NewBinding(key.WithKeys(m.table.Key), key.WithHelp(m.table.Key, m.table.Help))
	return k
}
