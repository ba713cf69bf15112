package tui

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"fellowship/characters/say"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

// Session is everything a person sees in one sitting, at home or on a server: the screens that lie on each
// other, and the games started from there. A game is a script: a function that runs in the background, shows
// one screen after the other, and waits for the end of each.
type Session struct {
	// Stack has the screens that lie on each other.
	Stack *kit.Stack
	// ctx ends with the session.
	ctx context.Context
	// cancel ends ctx.
	cancel context.CancelFunc
	// firstCmd is the command that the session begins with.
	firstCmd tea.Cmd
	// terminalMouse reports whether the terminal gives the mouse to the program.
	terminalMouse bool

	// pause lies below the screens of the running script, nil if no script runs.
	pause *pause
	// requests has what the script wants done on the screen.
	requests chan kit.DoneMsg
	// shown is the screen that the script shows, nil for none.
	shown kit.Screen
	// screenDone gets the error with which shown ends.
	screenDone chan error
	// scripts counts the running scripts.
	scripts sync.WaitGroup
}

// NewSession returns a session that begins with the screens of a stack and ends with the context. It replaces the
// stack's Quit: while a script shows a screen, ctrl-C ends only this screen, with [play.ErrExit], and between two
// screens it is kept for the next one.
func NewSession(ctx context.Context, s *kit.Stack) *Session {
	session := &Session{Stack: s, terminalMouse: s.Mouse, requests: make(chan kit.DoneMsg)}
	session.ctx, session.cancel = context.WithCancel(ctx)
	quit := s.Quit
	s.Quit = func() tea.Cmd {
		switch {
		case session.shown != nil:
			session.endScreen(play.ErrExit)
		case session.pause != nil:
			session.pause.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
		default:
			return quit()
		}
		return nil
	}
	return session
}

// StartScript starts a script in the background, and calls finish with its error when it ends. While a script
// runs no other is started.
func (s *Session) StartScript(script func() error, finish func(error) tea.Cmd) tea.Cmd {
	if s.pause != nil {
		return nil
	}
	s.pause = &pause{frame: s.Stack.Draw(s.Stack.Top())}
	s.Stack.Overlays = []kit.Screen{&kit.ModelScreen{Model: s.pause}}
	s.scripts.Go(func() {
		err := say.Guard(script) // a panic ends only the script
		s.send(func() tea.Cmd {
			typed := s.pause.typed
			s.Stack.Overlays = nil
			s.pause = nil
			return tea.Batch(finish(err), mouseCmd(s.Stack.Mouse), s.replayKeys(typed))
		})
	})
	return s.receive
}

// RunScript runs a script on a terminal until it ends.
func (s *Session) RunScript(terminal *Terminal, script func() error) (ended error) {
	begin := s.StartScript(script, func(err error) tea.Cmd {
		ended = err
		return tea.Quit
	})
	return cmp.Or(s.Run(terminal, begin), ended)
}

// Run runs the session on a terminal; begin is its first command.
func (s *Session) Run(terminal *Terminal, begin tea.Cmd) error {
	s.firstCmd = begin
	err := terminal.Run(s.ctx, s, s.Stack.Mouse)
	s.Shutdown()
	return err
}

// IsScriptRunning reports whether a script runs.
func (s *Session) IsScriptRunning() bool { return s.pause != nil }

// Shutdown ends the session, and waits for the end of the script.
func (s *Session) Shutdown() {
	s.cancel()
	s.scripts.Wait()
}

// send hands a request of the script to the screen.
func (s *Session) send(request kit.DoneMsg) {
	select {
	case s.requests <- request:
	case <-s.ctx.Done():
	}
}

// receive waits for the next request of the script. It is the command that each request but the last returns
// again, so that the session hears the following one.
func (s *Session) receive() tea.Msg {
	select {
	case request := <-s.requests:
		return request
	case <-s.ctx.Done():
		return nil
	}
}

// showScreen shows a screen of the script until the person leaves it, or a context ends, whose error it
// then returns. The error is [play.ErrExit] after ctrl-C.
func (s *Session) showScreen(ctx context.Context, sc kit.Screen) error {
	done := make(chan error, 1)
	s.send(func() tea.Cmd {
		typed := s.pause.typed
		s.shown = sc
		s.screenDone = done
		s.pause.typed = nil
		return tea.Batch(s.Stack.PushOverlay(sc), mouseCmd(s.Stack.Mouse), s.replayKeys(typed), s.receive)
	})
	select {
	case err := <-done:
		return err
	case <-s.ctx.Done():
		return s.ctx.Err()
	case <-ctx.Done():
		s.send(func() tea.Cmd {
			s.endScreen(nil)
			return s.receive
		})
		return ctx.Err()
	}
}

// endScreen ends the screen that the script shows. Its last frame stays until the next screen.
func (s *Session) endScreen(err error) {
	if s.shown != nil {
		s.pause.frame = s.Stack.Draw(s.shown)
		s.Stack.Overlays = s.Stack.Overlays[:1]
		s.screenDone <- err
		s.shown = nil
	}
}

// replayKeys presses the keys that were typed between two screens.
func (s *Session) replayKeys(typed []tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, key := range typed {
		_, cmd := s.Update(key)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// Init returns the first command.
func (s *Session) Init() tea.Cmd { return s.firstCmd }

// Update handles a message, and tells the script if its screen has ended.
func (s *Session) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.Stack.Update(msg)
	if !slices.Contains(s.Stack.Overlays, s.shown) {
		s.endScreen(nil)
	}
	if s.Stack.Mouse != s.terminalMouse {
		s.terminalMouse = s.Stack.Mouse
		cmd = tea.Batch(cmd, mouseCmd(s.terminalMouse))
	}
	return s, cmd
}

// View returns the screen that is shown in the terminal's escape sequences.
func (s *Session) View() string { return s.Stack.View() }

// Grid draws the screen that is shown.
func (s *Session) Grid() *felt.Grid { return s.Stack.Grid() }

// mouseCmd gives the mouse to the program, or back to the terminal.
func mouseCmd(enabled bool) tea.Cmd {
	if enabled {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// pause is the screen between two screens of a script. It keeps the last frame, and the keys that are typed for
// the next screen.
type pause struct {
	frame *felt.Grid
	typed []tea.KeyMsg
}

// maxTypedKeys is how many keys are kept for the next screen.
const maxTypedKeys = 64

// Init does nothing.
func (p *pause) Init() tea.Cmd { return nil }

// Update keeps a key for the next screen.
func (p *pause) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, typed := msg.(tea.KeyMsg); typed && len(p.typed) < maxTypedKeys {
		p.typed = append(p.typed, key)
	}
	return p, nil
}

// View returns the last frame for a terminal.
func (p *pause) View() string { return p.frame.String() }

// Grid draws the last frame.
func (p *pause) Grid() *felt.Grid { return p.frame }
