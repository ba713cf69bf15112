package tui

import (
	"context"
	"reflect"
	"sync"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// Visit is everything that a person sees in one sitting, at home and on a server: the sheets
// that lie on each other, and the games played from there. A game is a script: a function beside
// the screens that shows one after the other and waits for the end of each. Between two the
// last frame stays.
type Visit struct {
	*kit.Stack
	ctx context.Context
	// mouse says that the terminal gives the mouse to the program.
	mouse bool
	// scripted says that a script goes on, turn brings what it wants, and shown is the screen
	// that it shows, nil for none: then frame is drawn, and typed are the keys for the next one.
	scripted bool
	turn     chan kit.Then
	shown    *hosted
	frame    string
	typed    []tea.KeyMsg
	scripts  sync.WaitGroup
}

// NewVisit returns a visit that begins with the sheets of a stack, and ends with the context.
// Mouse says that the terminal gives the mouse to the program.
func NewVisit(ctx context.Context, s *kit.Stack, mouse bool) *Visit {
	return &Visit{Stack: s, ctx: ctx, mouse: mouse, turn: make(chan kit.Then)}
}

// Does lets a script go on until it ends; then goes on with its error. While one goes on,
// there is no other.
func (v *Visit) Does(script func() error, then func(error) tea.Cmd) tea.Cmd {
	if v.scripted {
		return nil
	}
	v.frame, v.scripted = v.View(), true
	v.scripts.Go(func() {
		err := hindsight.Unharmed(script) // a panic is the end of the script alone
		v.wants(func() tea.Cmd {
			v.scripted = false
			return tea.Batch(then(err), mouse(v.Mouse), v.replay())
		})
	})
	return v.next
}

// Scripted reports whether a script goes on.
func (v *Visit) Scripted() bool { return v.scripted }

// Wait waits for the end of the script after the end of the visit.
func (v *Visit) Wait() { v.scripts.Wait() }

// wants tells the visit what the script wants.
func (v *Visit) wants(then kit.Then) {
	select {
	case v.turn <- then:
	case <-v.ctx.Done():
	}
}

// next waits for the next wish of the script.
func (v *Visit) next() tea.Msg {
	select {
	case then := <-v.turn:
		return then
	case <-v.ctx.Done():
		return nil
	}
}

// show shows a screen of the script until it ends, by itself or with the context, whose error
// it returns then.
func (v *Visit) show(ctx context.Context, m tea.Model, on bool) error {
	s := &hosted{Model: m, left: make(chan struct{})}
	v.wants(func() tea.Cmd {
		v.shown = s
		return tea.Batch(s.owns(m.Init()), s.hands(tea.WindowSizeMsg{Width: v.W, Height: v.H}), mouse(on), v.replay(), v.next)
	})
	select {
	case <-s.left:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-v.ctx.Done():
		return v.ctx.Err()
	}
}

// mouse gives the mouse to the program, or back to the terminal.
func mouse(on bool) tea.Cmd {
	if on {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// mostTyped is how many keys wait for the next screen.
const mostTyped = 64

// replay presses the keys that were pressed while there was no screen.
func (v *Visit) replay() tea.Cmd {
	var cmds []tea.Cmd
	typed := v.typed
	v.typed = nil
	for _, key := range typed {
		_, cmd := v.Update(key)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// Init has nothing to begin.
func (v *Visit) Init() tea.Cmd { return nil }

// Update hands a message to the screen of the script, or to the sheets.
func (v *Visit) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	own, meant := msg.(meant)
	_, then := msg.(kit.Then)
	key, typed := msg.(tea.KeyMsg)
	size, sized := msg.(tea.WindowSizeMsg)
	if sized {
		v.W, v.H = size.Width, size.Height
	}
	switch {
	case meant && own.to != v.shown: // it has gone
		return v, nil
	case meant:
		if _, quits := own.msg.(tea.QuitMsg); quits {
			v.frame = v.shown.View()
			close(v.shown.left)
			v.shown = nil
			return v, nil
		}
		return v, v.shown.hands(own.msg)
	case v.scripted && !then && v.shown != nil:
		return v, v.shown.hands(msg)
	case v.scripted && typed:
		if len(v.typed) < mostTyped {
			v.typed = append(v.typed, key)
		}
		return v, nil
	}
	cmd := v.Stack.Update(msg)
	if v.Mouse != v.mouse {
		v.mouse = v.Mouse
		cmd = tea.Batch(cmd, mouse(v.mouse))
	}
	return v, cmd
}

// View draws the screen.
func (v *Visit) View() string {
	switch {
	case v.shown != nil:
		return v.shown.View()
	case v.scripted:
		return v.frame
	}
	return v.Stack.View()
}

// hosted is a screen of a script, which is shown until left is closed.
type hosted struct {
	tea.Model
	left chan struct{}
}

// meant is a message that a command of a screen has brought, for that one alone.
type meant struct {
	to  *hosted
	msg tea.Msg
}

// hands hands a message to the screen.
func (s *hosted) hands(msg tea.Msg) (cmd tea.Cmd) {
	s.Model, cmd = s.Model.Update(msg)
	return s.owns(cmd)
}

// owns is a command whose message is for the screen alone: it may come when another one is
// shown.
func (s *hosted) owns(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		switch m := msg.(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i := range m {
				m[i] = s.owns(m[i])
			}
			return m
		case tea.QuitMsg:
			return meant{s, m}
		}
		if reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.QuitMsg]().PkgPath() {
			return msg // for the terminal
		}
		return meant{s, msg}
	}
}
