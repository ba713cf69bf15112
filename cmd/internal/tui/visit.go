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

// Visit is everything that a person sees in one sitting, at home and on a server: the screens
// that lie on each other, and the games played from there. A game is a script: a function beside
// the screens that shows one after the other and waits for the end of each.
type Visit struct {
	*kit.Stack
	ctx context.Context
	end context.CancelFunc
	// begin is the first command, and mouse reports whether the terminal gives the mouse to the program.
	begin tea.Cmd
	mouse bool
	// pause lies below the screens of a script while one goes on, nil while none does. Turn
	// brings what it wants, and left hears how the screen has ended that it shows, nil for none.
	pause   *pause
	turn    chan kit.Then
	shown   kit.Screen
	left    chan error
	scripts sync.WaitGroup
}

// NewVisit returns a visit that begins with the screens of a stack, and ends with the context.
func NewVisit(ctx context.Context, s *kit.Stack) *Visit {
	v := &Visit{Stack: s, mouse: s.Mouse, turn: make(chan kit.Then)}
	v.ctx, v.end = context.WithCancel(ctx)
	quit := s.Quit
	s.Quit = func() tea.Cmd {
		switch {
		case v.shown != nil:
			v.ends(ErrExit)
		case v.pause != nil:
			v.pause.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
		default:
			return quit()
		}
		return nil
	}
	return v
}

// Does lets a script go on until it ends; then goes on with its error. While one goes on,
// there is no other.
func (v *Visit) Does(script func() error, finish func(error) tea.Cmd) tea.Cmd {
	if v.pause != nil {
		return nil
	}
	v.pause = &pause{frame: v.Draw(v.Top())}
	v.Over = []kit.Screen{&kit.Hosted{Model: v.pause}}
	v.scripts.Go(func() {
		err := say.Guard(script) // a panic is the end of the script alone
		v.wants(func() tea.Cmd {
			typed := v.pause.typed
			v.Over, v.pause = nil, nil
			return tea.Batch(finish(err), mouse(v.Mouse), v.presses(typed))
		})
	})
	return v.next
}

// Plays lets a script go on on a terminal until it ends.
func (v *Visit) Plays(terminal *Terminal, script func() error) (ended error) {
	begin := v.Does(script, func(err error) tea.Cmd {
		ended = err
		return tea.Quit
	})
	return cmp.Or(v.Begins(terminal, begin), ended)
}

// Begins runs the visit on a terminal, with a first command.
func (v *Visit) Begins(terminal *Terminal, begin tea.Cmd) error {
	v.begin = begin
	err := terminal.Run(v.ctx, v, v.Mouse)
	v.Wait()
	return err
}

// Scripted reports whether a script goes on.
func (v *Visit) Scripted() bool { return v.pause != nil }

// Wait ends the visit, and waits for the end of the script.
func (v *Visit) Wait() {
	v.end()
	v.scripts.Wait()
}

// wants tells the visit what the script wants.
func (v *Visit) wants(request kit.Then) {
	select {
	case v.turn <- request:
	case <-v.ctx.Done():
	}
}

// next waits for the next wish of the script.
func (v *Visit) next() tea.Msg {
	select {
	case request := <-v.turn:
		return request
	case <-v.ctx.Done():
		return nil
	}
}

// show shows a screen of the script until the person leaves it, or the context ends, whose error
// it returns then. The error is ErrExit after ctrl-C.
func (v *Visit) show(ctx context.Context, sc kit.Screen) error {
	done := make(chan error, 1)
	v.wants(func() tea.Cmd {
		typed := v.pause.typed
		v.shown = sc
		v.left = done
		v.pause.typed = nil
		return tea.Batch(v.Covers(sc), mouse(v.Mouse), v.presses(typed), v.next)
	})
	select {
	case err := <-done:
		return err
	case <-v.ctx.Done():
		return v.ctx.Err()
	case <-ctx.Done():
		v.wants(func() tea.Cmd {
			v.ends(nil)
			return v.next
		})
		return ctx.Err()
	}
}

// ends ends the screen that the script shows: its last frame stays until the next one.
func (v *Visit) ends(err error) {
	if v.shown != nil {
		v.pause.frame = v.Draw(v.shown)
		v.Over = v.Over[:1]
		v.left <- err
		v.shown = nil
	}
}

// mouse gives the mouse to the program, or back to the terminal.
func mouse(enabled bool) tea.Cmd {
	if enabled {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// presses presses the keys that were typed while there was no screen.
func (v *Visit) presses(typed []tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, key := range typed {
		_, cmd := v.Update(key)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// Init begins.
func (v *Visit) Init() tea.Cmd { return v.begin }

// Update takes a message, and tells the script that its screen has ended.
func (v *Visit) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := v.Stack.Update(msg)
	if !slices.Contains(v.Over, v.shown) {
		v.ends(nil)
	}
	if v.Mouse != v.mouse {
		v.mouse = v.Mouse
		cmd = tea.Batch(cmd, mouse(v.mouse))
	}
	return v, cmd
}

// pause is between two screens of a script: the last frame stays, and the keys that are typed
// wait for the next one.
type pause struct {
	frame *felt.Grid
	typed []tea.KeyMsg
}

// mostTyped is how many keys wait for the next screen.
const mostTyped = 64

// Init has nothing to begin.
func (p *pause) Init() tea.Cmd { return nil }

// Update takes a key.
func (p *pause) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, typed := msg.(tea.KeyMsg); typed && len(p.typed) < mostTyped {
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
func (v *Visit) ChooseRound(setup *choose.Setup) (ok bool, err error) {
	err = v.show(v.ctx, chooseRound(v.Stack, setup, func() { ok = true }))
	return ok, err
}

func chooseRound(s *kit.Stack, setup *choose.Setup, chosen func()) *kit.Sheet {
	return &kit.Sheet{Back: s.Uncover, Build: func() kit.Content {
		c := kit.Content{Title: s.Theme.T("serve.next"), Rows: Rows(setup.What()), Does: s.Theme.T("lobby.help.begin"), Enter: func() tea.Cmd {
			chosen()
			return s.Uncover()
		}}
		if setup.After != "" {
			c.Above = []string{s.Theme.T("campaign.ask.after")}
		}
		return c
	}}
}

// Ask shows a question with answers, and returns the number of the one that was taken, -1 for none.
func (v *Visit) Ask(question string, answers []string) (taken int, err error) {
	taken = -1
	err = v.show(v.ctx, &kit.Sheet{Back: v.Uncover, Build: func() kit.Content {
		c := kit.Content{Title: question}
		for i, answer := range answers {
			c.Rows = append(c.Rows, kit.Row{Label: answer, Do: func() tea.Cmd {
				taken = i
				return v.Uncover()
			}})
		}
		return c
	}})
	return taken, err
}

// unseen is how long something may take before the screen says that it is being done.
const unseen = 200 * time.Millisecond

// Waits shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context: the error is ErrStopped where the work ends with that, and
// ErrExit after ctrl-C.
func (v *Visit) Waits(text string, work func(context.Context) error) (err error) {
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
	case <-time.After(unseen):
		err = v.show(doneCtx, &kit.Sheet{
			Back: func() tea.Cmd {
				stopped = true
				stop() // the work ends soon, and the screen with it
				return nil
			},
			Build: func() kit.Content { return kit.Content{Title: v.Theme.T("lobby.wait"), Above: []string{text}} },
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
