//go:build windows

package tui

import tea "github.com/charmbracelet/bubbletea"

// stop does nothing: Windows stops no programs.
func (*stopping) stop() {}

// watch does nothing.
func (*stopping) watch(*tea.Program) (end func()) { return func() {} }
