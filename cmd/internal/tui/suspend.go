package tui

import (
	"io"
	"sync/atomic"

	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// suspendable is a program that ctrl-Z suspends.
type suspendable struct {
	kit.GridModel
	suspender *suspender
	// out is the terminal.
	out io.Writer
}

// copyCmd returns the command that puts a text on the clipboard of the terminal. A terminal that does not know the
// sequence (OSC 52) ignores it.
func (c suspendable) copyCmd(text string) tea.Cmd {
	return func() tea.Msg {
		_, _ = io.WriteString(c.out, ansi.SetSystemClipboard(text))
		return nil
	}
}

// Update handles ctrl-Z, and hands other messages on. It notes whether the program has the mouse.
func (c suspendable) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg {
	case tea.EnableMouseCellMotion():
		c.suspender.mouse = true
	case tea.DisableMouse():
		c.suspender.mouse = false
	}
	switch msg := msg.(type) {
	case kit.CopyMsg:
		return c, c.copyCmd(string(msg))
	case suspend:
		return c, msg.command()
	case tea.ResumeMsg:
		return c, mouseCmd(c.suspender.mouse)
	case tea.KeyMsg:
		if msg.Type == tea.KeyCtrlZ {
			return c, suspend{c.suspender.stop}.command()
		}
	}
	next, cmd := c.GridModel.Update(msg)
	if d, ok := next.(kit.GridModel); ok {
		c.GridModel = d
	}
	return c, cmd
}

// View draws the model from its grid, so that no escape sequence in a text reaches the terminal.
func (c suspendable) View() string { return c.Grid().String() }

// suspender suspends a program: it stops until the shell continues it.
type suspender struct {
	// isStopping reports whether the program is stopping itself.
	isStopping atomic.Bool
	// resumed gets a value when the program continues after it has stopped itself.
	resumed chan struct{}
	// mouse reports whether the program has the mouse, and gets it again when it continues.
	mouse bool
}

// suspend is the message that the program stops or has been stopped. It gives the terminal back, waits, and
// takes the terminal again. It is a [tea.ExecCommand], since bubbletea does both around such a command.
type suspend struct{ wait func() }

// command returns the command that suspends the program. Its message is [tea.ResumeMsg].
func (s suspend) command() tea.Cmd {
	return tea.Exec(s, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// Run waits until the program continues.
func (s suspend) Run() error {
	s.wait()
	return nil
}

// SetStdin does nothing: no other program gets the terminal.
func (suspend) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (suspend) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (suspend) SetStderr(io.Writer) {}
