package kit

import (
	"reflect"
	"slices"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
)

// Hosted is a screen of a [Stack] that is a program of its own, such as a round. When that
// quits, the screen is taken away.
type Hosted struct {
	Model Drawn
	// Cover makes the sheet that lies over it from the beginning, nil for none.
	Cover func(*Stack) *Sheet
	// Left goes on when it has quit, nil for nothing.
	Left func() tea.Cmd
}

// Drawn is a program that is drawn on a grid.
type Drawn interface {
	tea.Model
	Grid() *felt.Grid
}

func (h *Hosted) draw(*Stack) *felt.Grid { return h.Model.Grid() }

func (h *Hosted) takes(_ *Stack, msg tea.Msg) tea.Cmd {
	next, cmd := h.Model.Update(msg)
	if d, ok := next.(Drawn); ok {
		h.Model = d
	}
	return h.Owns(cmd)
}

// hears takes what a command of the screen has brought, as long as the screen is there.
func (h *Hosted) hears(s *Stack, msg tea.Msg) tea.Cmd {
	_, isQuit := msg.(tea.QuitMsg)
	done, isDone := msg.(On)
	switch {
	case !slices.Contains(slices.Concat(s.Screens, s.Over), Screen(h)):
		return nil
	case isDone:
		return done(s, h)
	case !isQuit:
		return h.takes(s, msg)
	}
	s.Remove(h)
	if h.Left == nil {
		return nil
	}
	return h.Left()
}

// meant is a message that a command of a screen has brought, for that one alone.
type meant struct {
	to  *Hosted
	msg tea.Msg
}

// Owns is a command whose message is for the screen alone: it may come when another one is
// shown.
func (h *Hosted) Owns(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		switch m := msg.(type) {
		case nil, meant:
			return m
		case Then:
			return Then(func() tea.Cmd { return h.Owns(m()) })
		case tea.BatchMsg:
			for i := range m {
				m[i] = h.Owns(m[i])
			}
			return m
		case tea.QuitMsg:
			return meant{h, m}
		}
		if reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.QuitMsg]().PkgPath() {
			return msg // for the terminal
		}
		return meant{h, msg}
	}
}
