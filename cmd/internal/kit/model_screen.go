package kit

import (
	"reflect"
	"slices"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
)

// ModelScreen is a screen of a [Stack] that runs a program of its own, such as a round. When the program
// quits, the screen is closed.
type ModelScreen struct {
	Model GridModel
	// NewOverlay returns the sheet that lies over the screen from the beginning. The function and its
	// result may be nil.
	NewOverlay func(*Stack) *Sheet
	// OnQuit runs after the program has quit, nil for nothing.
	OnQuit func() tea.Cmd
}

// GridModel is a program that is drawn on a grid.
type GridModel interface {
	tea.Model
	Grid() *felt.Grid
}

// ModelDoneMsg is a [DoneMsg] of a [ModelScreen]. It gets the screen and its stack.
type ModelDoneMsg func(*Stack, *ModelScreen) tea.Cmd

func (screen *ModelScreen) draw(*Stack) *felt.Grid { return screen.Model.Grid() }

func (screen *ModelScreen) update(_ *Stack, msg tea.Msg) tea.Cmd {
	next, cmd := screen.Model.Update(msg)
	if model, ok := next.(GridModel); ok {
		screen.Model = model
	}
	return screen.Route(cmd)
}

// deliver handles the message of a command of the screen, if the screen is still open.
func (screen *ModelScreen) deliver(s *Stack, msg tea.Msg) tea.Cmd {
	_, isQuit := msg.(tea.QuitMsg)
	done, isDone := msg.(ModelDoneMsg)
	switch {
	case !slices.Contains(slices.Concat(s.Screens, s.Overlays), Screen(screen)):
		return nil
	case isDone:
		return done(s, screen)
	case !isQuit:
		return screen.update(s, msg)
	}
	s.Remove(screen)
	if screen.OnQuit == nil {
		return nil
	}
	return screen.OnQuit()
}

// routedMsg is the message of a command that one screen started. Only that screen gets it.
type routedMsg struct {
	screen *ModelScreen
	msg    tea.Msg
}

// Route wraps a command of the screen so that its message reaches this screen, and no other, even if another
// one is shown when it arrives. Messages of bubbletea itself, such as the one that switches the mouse on, and
// [CopyMsg] are not wrapped: they are for the terminal.
func (screen *ModelScreen) Route(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		switch m := msg.(type) {
		case nil, routedMsg, CopyMsg:
			return m
		case DoneMsg:
			return DoneMsg(func() tea.Cmd { return screen.Route(m()) })
		case tea.BatchMsg:
			for i := range m {
				m[i] = screen.Route(m[i])
			}
			return m
		case tea.QuitMsg:
			return routedMsg{screen, m}
		}
		if reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.QuitMsg]().PkgPath() {
			return msg // bubbletea handles it for the terminal
		}
		return routedMsg{screen, msg}
	}
}
