package tui

import (
	"io"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
)

// stopping lets ctrl-Z set a program aside: it stops, until the shell lets it go on.
type stopping struct {
	// on reports whether the program stops of itself; again is told when it goes on.
	on    atomic.Bool
	again chan struct{}
	// mouse reports whether the program had the mouse, and is to have it again.
	mouse bool
}

// suspend is the message that the program stops, or has been stopped: it gives the terminal back,
// waits, and takes the terminal again, with all that is on it. It is a command of bubbletea, which
// does both.
type suspend struct{ wait func() }

// set ends with [tea.ResumeMsg].
func (s suspend) set() tea.Cmd {
	return tea.Exec(s, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// Run waits until the program goes on.
func (s suspend) Run() error {
	s.wait()
	return nil
}

// SetStdin does nothing: no other program has the terminal.
func (suspend) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (suspend) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (suspend) SetStderr(io.Writer) {}
