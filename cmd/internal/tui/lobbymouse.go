package tui

import (
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// The lines around a sheet: the title and a rule above it, a note and a rule below.
const (
	lobbyHead  = 2
	lobbyFrame = 4 // and the lines of keys
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
	l.note = ""
	rows := l.footRows()
	switch y := msg.Y - lobbyHead; {
	case msg.Y >= l.h-len(rows) && msg.Y < l.h:
		return l.pressed(rows[msg.Y-(l.h-len(rows))], msg.X-1)
	case y >= 0 && y < l.bodyHeight():
		return l.top().click(l, msg.X, y)
	}
	return nil
}

// pressed presses the key whose name stands at a column of a line of keys: the
// ones that are no arrows and no letters to be typed.
func (l *lobby) pressed(row []key.Binding, x int) tea.Cmd {
	at := 0
	for _, b := range row {
		wide := l.KeyWidth(&b)
		if x >= at && x < at+wide {
			switch b.Keys()[0] {
			case "enter":
				return l.top().key(l, tea.KeyMsg{Type: tea.KeyEnter})
			case "esc", "q":
				return l.back()
			case "?":
				return l.open(rulesOver(l))
			}
			return nil
		}
		at += wide + len(kit.KeyGap)
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

// side is which way a click turns a line that says < this >: back in front of it,
// on behind it.
func side(x, from int) int {
	if x <= from+1 {
		return -1
	}
	return 1
}

// click takes an entry, or changes the one that the cursor is on.
func (s *menuSheet) click(l *lobby, x, y int) tea.Cmd {
	all := s.entries(l)
	i := -1
	if y < len(s.drawn) {
		i = s.drawn[y]
	}
	if i < 0 || i >= len(all) {
		return nil
	}
	switch e := &all[i]; {
	case e.enter != nil:
		s.cursor = i
		return e.enter(l)
	case i == s.cursor:
		e.turn(l, side(x, s.notes))
	default:
		s.cursor = i
	}
	return nil
}

// click goes to a line, and changes the one that the cursor is on.
func (s *tableSheet) click(l *lobby, x, y int) tea.Cmd {
	if y >= len(s.drawn) || s.drawn[y] < 0 {
		return nil
	}
	if i := s.drawn[y]; i != s.cursor {
		s.cursor = i
		return nil
	}
	s.turn(l, s.rows(l)[s.cursor], side(x, s.values))
	return nil
}
