package tui

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// Session is everything that a person sees in one sitting, at home and on a server: the screens
// that lie on each other, and the games played from there. A game is a script: a function beside
// the screens that shows one after the other and waits for the end of each.
type Session struct {
	*kit.Stack
	ctx    context.Context
	cancel context.CancelFunc
	// firstCmd is the first command, and mouse reports whether the terminal gives the mouse to the program.
	firstCmd      tea.Cmd
	terminalMouse bool
	// pause lies below the screens of a script while one goes on, nil while none does. Turn
	// brings what it wants, and left hears how the screen has ended that it shows, nil for none.
	pause      *pause
	requests   chan kit.DoneMsg
	shown      kit.Screen
	screenDone chan error
	scripts    sync.WaitGroup
}

// NewSession returns a visit that begins with the screens of a stack, and ends with the context.
func NewSession(ctx context.Context, s *kit.Stack) *Session {
	v := &Session{Stack: s, terminalMouse: s.Mouse, requests: make(chan kit.DoneMsg)}
	v.ctx, v.cancel = context.WithCancel(ctx)
	quit := s.Quit
	s.Quit = func() tea.Cmd {
		switch {
		case v.shown != nil:
			v.endScreen(ErrExit)
		case v.pause != nil:
			v.pause.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
		default:
			return quit()
		}
		return nil
	}
	return v
}

// StartScript lets a script go on until it ends; then goes on with its error. While one goes on,
// there is no other.
func (v *Session) StartScript(script func() error, finish func(error) tea.Cmd) tea.Cmd {
	if v.pause != nil {
		return nil
	}
	v.pause = &pause{frame: v.Draw(v.Top())}
	v.Overlays = []kit.Screen{&kit.ModelScreen{Model: v.pause}}
	v.scripts.Go(func() {
		err := say.Guard(script) // a panic is the end of the script alone
		v.send(func() tea.Cmd {
			typed := v.pause.typed
			v.Overlays, v.pause = nil, nil
			return tea.Batch(finish(err), mouseCmd(v.Mouse), v.replayKeys(typed))
		})
	})
	return v.receive
}

// RunScript lets a script go on on a terminal until it ends.
func (v *Session) RunScript(terminal *Terminal, script func() error) (ended error) {
	begin := v.StartScript(script, func(err error) tea.Cmd {
		ended = err
		return tea.Quit
	})
	return cmp.Or(v.Run(terminal, begin), ended)
}

// Run runs the visit on a terminal, with a first command.
func (v *Session) Run(terminal *Terminal, begin tea.Cmd) error {
	v.firstCmd = begin
	err := terminal.Run(v.ctx, v, v.Mouse)
	v.Shutdown()
	return err
}

// IsScriptRunning reports whether a script goes on.
func (v *Session) IsScriptRunning() bool { return v.pause != nil }

// Shutdown ends the visit, and waits for the end of the script.
func (v *Session) Shutdown() {
	v.cancel()
	v.scripts.Wait()
}

// send tells the visit what the script wants.
func (v *Session) send(request kit.DoneMsg) {
	select {
	case v.requests <- request:
	case <-v.ctx.Done():
	}
}

// receive waits for the next wish of the script.
func (v *Session) receive() tea.Msg {
	select {
	case request := <-v.requests:
		return request
	case <-v.ctx.Done():
		return nil
	}
}

// showScreen shows a screen of the script until the person leaves it, or the context ends, whose error
// it returns then. The error is ErrExit after ctrl-C.
func (v *Session) showScreen(ctx context.Context, sc kit.Screen) error {
	done := make(chan error, 1)
	v.send(func() tea.Cmd {
		typed := v.pause.typed
		v.shown = sc
		v.screenDone = done
		v.pause.typed = nil
		return tea.Batch(v.PushOverlay(sc), mouseCmd(v.Mouse), v.replayKeys(typed), v.receive)
	})
	select {
	case err := <-done:
		return err
	case <-v.ctx.Done():
		return v.ctx.Err()
	case <-ctx.Done():
		v.send(func() tea.Cmd {
			v.endScreen(nil)
			return v.receive
		})
		return ctx.Err()
	}
}

// endScreen ends the screen that the script shows: its last frame stays until the next one.
func (v *Session) endScreen(err error) {
	if v.shown != nil {
		v.pause.frame = v.Draw(v.shown)
		v.Overlays = v.Overlays[:1]
		v.screenDone <- err
		v.shown = nil
	}
}

// mouseCmd gives the mouse to the program, or back to the terminal.
func mouseCmd(enabled bool) tea.Cmd {
	if enabled {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// replayKeys presses the keys that were typed while there was no screen.
func (v *Session) replayKeys(typed []tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, key := range typed {
		_, cmd := v.Update(key)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// Init begins.
func (v *Session) Init() tea.Cmd { return v.firstCmd }

// Update takes a message, and tells the script that its screen has ended.
func (v *Session) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := v.Stack.Update(msg)
	if !slices.Contains(v.Overlays, v.shown) {
		v.endScreen(nil)
	}
	if v.Mouse != v.terminalMouse {
		v.terminalMouse = v.Mouse
		cmd = tea.Batch(cmd, mouseCmd(v.terminalMouse))
	}
	return v, cmd
}

// pause is between two screens of a script: the last frame stays, and the keys that are typed
// wait for the next one.
type pause struct {
	frame *felt.Grid
	typed []tea.KeyMsg
}

// maxTypedKeys is how many keys wait for the next screen.
const maxTypedKeys = 64

// Init has nothing to begin.
func (p *pause) Init() tea.Cmd { return nil }

// Update takes a key.
func (p *pause) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, typed := msg.(tea.KeyMsg); typed && len(p.typed) < maxTypedKeys {
		p.typed = append(p.typed, key)
	}
	return p, nil
}

// View is the last frame for a terminal.
func (p *pause) View() string { return p.frame.String() }

// Grid draws the last frame.
func (p *pause) Grid() *felt.Grid { return p.frame }

// ChooseRound lets a person choose the next round of a campaign, as at a table of a server, and
// reports whether that was done. The error is ErrExit after ctrl-C.
func (v *Session) ChooseRound(setup *choose.Setup) (ok bool, err error) {
	err = v.showScreen(v.ctx, chooseRound(v.Stack, setup, func() { ok = true }))
	return ok, err
}

func chooseRound(s *kit.Stack, setup *choose.Setup, chosen func()) *kit.Sheet {
	return &kit.Sheet{Back: s.PopOverlay, Build: func() kit.Content {
		c := kit.Content{
			Title: s.Theme.T("serve.next"), Rows: FieldRows(setup.ModeFields()),
			EnterLabel: s.Theme.T("lobby.help.begin"), Enter: func() tea.Cmd {
				chosen()
				return s.PopOverlay()
			},
		}
		if setup.AfterLoss != "" {
			c.Header = []string{s.Theme.T("campaign.ask.after")}
		}
		return c
	}}
}

// Ask shows a question with answers, and returns the number of the one that was taken, -1 for none.
func (v *Session) Ask(question string, answers []string) (taken int, err error) {
	taken = -1
	err = v.showScreen(v.ctx, &kit.Sheet{Back: v.PopOverlay, Build: func() kit.Content {
		c := kit.Content{Title: question}
		for i, answer := range answers {
			c.Rows = append(c.Rows, kit.Row{Label: answer, OnEnter: func() tea.Cmd {
				taken = i
				return v.PopOverlay()
			}})
		}
		return c
	}})
	return taken, err
}

// progressDelay is how long something may take before the screen says that it is being done.
const progressDelay = 200 * time.Millisecond

// ShowProgress shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context: the error is ErrStopped where the work ends with that, and
// ErrExit after ctrl-C.
func (v *Session) ShowProgress(text string, work func(context.Context) error) (err error) {
	workCtx, stop := context.WithCancel(v.ctx)
	doneCtx, finish := context.WithCancel(context.WithoutCancel(v.ctx))
	defer stop()
	var workErr error
	stopped := false
	go func() {
		workErr = work(workCtx)
		finish()
	}()
	select {
	case <-doneCtx.Done(): // before anybody sees it
	case <-time.After(progressDelay):
		err = v.showScreen(doneCtx, &kit.Sheet{
			Back: func() tea.Cmd {
				stopped = true
				stop() // the work ends soon, and the screen with it
				return nil
			},
			Build: func() kit.Content { return kit.Content{Title: v.Theme.T("lobby.wait"), Header: []string{text}} },
		})
	}
	stop() // the screen may have ended without it
	<-doneCtx.Done()
	switch {
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	case stopped && errors.Is(workErr, context.Canceled):
		return ErrStopped
	}
	return workErr
}
