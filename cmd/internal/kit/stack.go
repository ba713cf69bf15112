package kit

import (
	"slices"

	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Stack holds the screens of a session, which lie on each other: the last one is shown. Keys, the
// mouse, the way back, the note and the rules work the same on all of them, at home and on a server.
type Stack struct {
	// Theme draws for the session's terminal.
	Theme *Theme

	// W is the width of the room for sheets, at most [MaxWidth].
	W int
	// H is the height of the room for sheets, at most [MaxHeight].
	H int
	// x is the column of the window where the room for sheets begins.
	x int
	// y is the row of the window where the room for sheets begins.
	y int
	// width is the width of the window.
	width int
	// height is the height of the window.
	height int

	// Screens are the screens the person has opened one after the other.
	Screens []Screen
	// Overlays lie above all Screens until the person leaves them: the rules, or what a script shows.
	Overlays []Screen

	// State returns the end of the headline of a sheet that has no State of its own.
	State func() string
	// Note is shown until the next key.
	Note string
	// Bad reports whether Note is bad news.
	Bad bool
	// Idle returns the text shown while there is no Note; nil shows nothing.
	Idle func() string

	// Rules returns the sheet with the rules for a screen. frame is the screen as it is drawn, and keys are the
	// keys of a [Sheet], none for other screens.
	Rules func(frame *felt.Grid, keys []key.Binding) *Sheet
	// Quit runs for Ctrl-C.
	Quit func() tea.Cmd
	// QuitKey is named on the first screen as the way out.
	QuitKey key.Binding
	// Mouse reports whether the program handles the mouse.
	Mouse bool
}

// Screen is one screen of a [Stack]: a [Sheet] or a [ModelScreen].
type Screen interface {
	// update handles a key, the mouse or a new window size.
	update(s *Stack, msg tea.Msg) tea.Cmd
	// draw draws the screen exactly as large as the window.
	draw(s *Stack) *felt.Grid
}

// DoneMsg reports that background work has finished. [Stack.Update] calls it to apply the result.
type DoneMsg func() tea.Cmd

// T returns the text of a key in the session's language, see [texts.Texts.T].
func (s *Stack) T(key string, args ...any) string { return s.Theme.Texts.T(key, args...) }

// N returns the text for a number of things in the session's language, see [texts.Texts.N].
func (s *Stack) N(key string, n int, args ...any) string { return s.Theme.Texts.N(key, n, args...) }

// Top returns the screen that is shown, nil for none.
func (s *Stack) Top() Screen {
	for _, all := range [][]Screen{s.Overlays, s.Screens} {
		if len(all) > 0 {
			return all[len(all)-1]
		}
	}
	return nil
}

// Push shows a further screen, below the overlays.
func (s *Stack) Push(sc Screen) tea.Cmd {
	s.Screens = append(s.Screens, sc)
	return s.initScreen(sc)
}

// PushOverlay shows a screen above all others.
func (s *Stack) PushOverlay(sc Screen) tea.Cmd {
	s.Overlays = append(s.Overlays, sc)
	return s.initScreen(sc)
}

// initScreen starts the program of a [ModelScreen] and opens the overlay it begins with. Sheets need no start.
func (s *Stack) initScreen(sc Screen) tea.Cmd {
	program, ok := sc.(*ModelScreen)
	if !ok {
		return nil
	}
	cmd := tea.Batch(program.update(s, s.window()), program.Route(program.Model.Init()))
	if program.NewOverlay != nil {
		if overlay := program.NewOverlay(s); overlay != nil {
			s.PushOverlay(overlay)
		}
	}
	return cmd
}

// PushAction returns the control of a row that opens a further sheet.
func (s *Stack) PushAction(newSheet func() *Sheet) Button {
	return func() tea.Cmd { return s.Push(newSheet()) }
}

// Pop closes the last screen that is no overlay, unless it is the only one.
func (s *Stack) Pop() tea.Cmd {
	if len(s.Screens) > 1 {
		s.Screens = s.Screens[:len(s.Screens)-1]
	}
	return nil
}

// PopOverlay closes the last overlay.
func (s *Stack) PopOverlay() tea.Cmd { return s.TrimOverlays(len(s.Overlays) - 1) }

// TrimOverlays keeps the first n overlays and closes the others.
func (s *Stack) TrimOverlays(n int) tea.Cmd {
	s.Overlays = s.Overlays[:n]
	return nil
}

// Remove closes a screen, wherever it lies.
func (s *Stack) Remove(sc Screen) {
	isScreen := func(other Screen) bool { return other == sc }
	s.Screens = slices.DeleteFunc(slices.Clone(s.Screens), isScreen)
	s.Overlays = slices.DeleteFunc(slices.Clone(s.Overlays), isScreen)
}

// Update handles a new window size, a key, the mouse, or the end of background work.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	top := s.Top()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return s.resize(msg)
	case DoneMsg:
		return msg()
	case routedMsg:
		return msg.screen.deliver(s, msg.msg)
	case tea.KeyMsg:
		s.Note = ""
		s.Bad = false
		if msg.Type == tea.KeyCtrlC {
			return s.Quit()
		}
	case tea.MouseMsg:
		if !s.inWindow(msg) && !tea.MouseEvent(msg).IsWheel() {
			return nil
		}
	default:
		return nil
	}
	if top == nil {
		return nil
	}
	return top.update(s, msg)
}

// resize takes a new window size and hands it on to all screens.
func (s *Stack) resize(msg tea.WindowSizeMsg) tea.Cmd {
	s.W = min(msg.Width, MaxWidth)
	s.H = min(msg.Height, MaxHeight)
	s.x = (msg.Width - s.W) / 2
	s.y = (msg.Height - s.H) / 2
	s.width = msg.Width
	s.height = msg.Height
	return s.UpdateAll(msg)
}

// UpdateAll hands a message to all screens.
func (s *Stack) UpdateAll(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, sc := range slices.Concat(s.Screens, s.Overlays) {
		cmds = append(cmds, sc.update(s, msg))
	}
	return tea.Batch(cmds...)
}

// inWindow reports whether the mouse is inside the window.
func (s *Stack) inWindow(msg tea.MouseMsg) bool {
	window := s.window()
	return msg.X >= 0 && msg.Y >= 0 && msg.X < window.Width && msg.Y < window.Height
}

// Grid draws the screen that is shown.
func (s *Stack) Grid() *felt.Grid { return s.Draw(s.Top()) }

// View returns the screen that is shown in the terminal's escape sequences.
func (s *Stack) View() string { return s.Grid().String() }

// Draw draws a screen exactly as large as the window, or an empty window for nil.
func (s *Stack) Draw(sc Screen) *felt.Grid {
	if sc == nil {
		window := s.window()
		return felt.New(s.Theme.Look, window.Width, window.Height)
	}
	return sc.draw(s)
}

// window returns the size of the window, or of the room for sheets before the first size message.
func (s *Stack) window() tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: max(s.width, s.W), Height: max(s.height, s.H)}
}

// Help opens the rules over the screen that is shown.
func (s *Stack) Help() tea.Cmd {
	var keys []key.Binding
	if sh, ok := s.Top().(*Sheet); ok {
		keys = s.activeKeys(sh)
	}
	return s.PushOverlay(s.Rules(s.Draw(s.Top()), keys))
}

// Confirm returns a sheet that asks before something that cannot be undone.
func (s *Stack) Confirm(question string, yes func() tea.Cmd) *Sheet {
	confirm := func() tea.Cmd {
		s.Pop()
		return yes()
	}
	return &Sheet{Build: func() Content {
		return Content{Title: s.T("lobby.sure"), Header: []string{question}, Rows: []Row{
			{Letter: 'n', Label: s.T("lobby.sure.no"), Control: Button(s.Pop)},
			{
				Letter:  []rune(s.T("lobby.sure.letter"))[0],
				Label:   s.T("lobby.sure.yes"),
				Control: Button(confirm),
			},
		}}
	}}
}
