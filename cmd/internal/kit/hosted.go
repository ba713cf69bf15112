package kit

import (
	"reflect"
	"slices"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
)

// ModelScreen is a screen of a [Stack] that is a program of its own, such as a round. When that
// quits, the screen is taken away.
type ModelScreen struct {
	Model GridModel
	// NewOverlay makes the sheet that lies over it from the beginning, nil for none.
	NewOverlay func(*Stack) *Sheet
	// OnQuit goes on when it has quit, nil for nothing.
	OnQuit func() tea.Cmd
}

// GridModel is a program that is drawn on a grid.
type GridModel interface {
	tea.Model
	Grid() *felt.Grid
}

func (h *ModelScreen) draw(*Stack) *felt.Grid { return h.Model.Grid() }

func (h *ModelScreen) update(_ *Stack, msg tea.Msg) tea.Cmd {
	next, cmd := h.Model.Update(msg)
	if d, ok := next.(GridModel); ok {
		h.Model = d
	}
	return h.Route(cmd)
}

// deliver takes what a command of the screen has brought, as long as the screen is there.
func (h *ModelScreen) deliver(s *Stack, msg tea.Msg) tea.Cmd {
	_, isQuit := msg.(tea.QuitMsg)
	done, isDone := msg.(ModelDoneMsg)
	switch {
	case !slices.Contains(slices.Concat(s.Screens, s.Overlays), Screen(h)):
		return nil
	case isDone:
		return done(s, h)
	case !isQuit:
		return h.update(s, msg)
	}
	s.Remove(h)
	if h.OnQuit == nil {
		return nil
	}
	return h.OnQuit()
}

// routedMsg is a message that a command of a screen has brought, for that one alone.
type routedMsg struct {
	screen *ModelScreen
	msg    tea.Msg
}

// Route is a command whose message is for the screen alone: it may come when another one is
// shown.
func (h *ModelScreen) Route(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		switch m := msg.(type) {
		case nil, routedMsg:
			return m
		case DoneMsg:
			return DoneMsg(func() tea.Cmd { return h.Route(m()) })
		case tea.BatchMsg:
			for i := range m {
				m[i] = h.Route(m[i])
			}
			return m
		case tea.QuitMsg:
			return routedMsg{h, m}
		}
		if reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.QuitMsg]().PkgPath() {
			return msg // for the terminal
		}
		return routedMsg{h, msg}
	}
}
