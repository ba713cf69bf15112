package tui

import (
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// click takes the mouse: the wheel is up and down, a click goes to the sheet, or
// presses the key that is named in the last line.
func (l *lobby) click(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !l.mouse || kit.SizeOf(l.w, l.h) == kit.Tiny:
		return nil
	case msg.Button == tea.MouseButtonWheelUp:
		return l.top().key(l, tea.KeyMsg{Type: tea.KeyUp})
	case msg.Button == tea.MouseButtonWheelDown:
		return l.top().key(l, tea.KeyMsg{Type: tea.KeyDown})
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	}
	line, name := l.Clicked(l.around(), msg.X, msg.Y, l.w, l.h)
	l.note = ""
	switch {
	case line >= 0:
		return l.top().click(l, msg.X, line)
	case name == "enter":
		return l.top().key(l, tea.KeyMsg{Type: tea.KeyEnter})
	case name == "esc", name == "q":
		return l.back()
	case name == "?":
		return l.open(rulesOver(l))
	}
	return nil
}

// switchMouse makes the terminal do what the settings say, beside a command.
func (l *lobby) switchMouse(cmd tea.Cmd) tea.Cmd {
	want := l.wish.Settings.Mouse
	if want == l.mouse {
		return cmd
	}
	l.mouse = want
	turn := tea.DisableMouse
	if want {
		turn = tea.EnableMouseCellMotion
	}
	if cmd == nil {
		return turn
	}
	return tea.Batch(cmd, turn)
}
