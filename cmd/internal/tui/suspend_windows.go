//go:build windows

package tui

import tea "github.com/charmbracelet/bubbletea"

// stop does nothing: Windows cannot suspend programs.
func (*suspender) stop() {}

// watch does nothing.
func (*suspender) watch(*tea.Program) (end func()) { return func() {} }
