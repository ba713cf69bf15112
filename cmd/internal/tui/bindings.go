package tui

import (
	"fellowship/cmd/internal/play"

	"github.com/charmbracelet/bubbles/key"
)

// keysOf returns the keys of actions as the library for screens has them.
func keysOf(bindings []play.Binding) (keys []key.Binding) {
	for _, b := range bindings {
		keys = append(keys, key.NewBinding(key.WithKeys(b.Keys...), key.WithHelp(b.Shown, b.Label)))
	}
	return keys
}

// columnsOfKeys returns the keys of actions in columns as the library for screens has them.
func columnsOfKeys(columns [][]play.Binding) (keys [][]key.Binding) {
	for _, column := range columns {
		keys = append(keys, keysOf(column))
	}
	return keys
}
