package tui

import (
	"context"
	"errors"
	"reflect"

	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// Window is the full screen of a visit: one program on the terminal, on which screens come
// one after the other. It is opened by the first of them; between two the last frame stays.
// It is not for several goroutines.
type Window struct {
	program *tea.Program // nil while it is closed
	ended   chan struct{}
	err     error // of the program, when it has ended
}

// show shows a screen until it ends, by itself or with the context, whose error it returns
// then, or that of the terminal.
func (w *Window) show(ctx context.Context, t *Terminal, m tea.Model, mouse bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.open(t)
	s := &hosted{Model: cleaned{m}, mouse: mouse, left: make(chan struct{})}
	go w.program.Send(s) // which waits for the program
	select {
	case <-s.left:
		return nil
	case <-ctx.Done():
	case <-w.ended:
	}
	w.Close()
	switch err := w.err; {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return say.Errorf("the screen: %w", err)
	}
	return nil
}

// open begins the program where there is none.
func (w *Window) open(t *Terminal) {
	if w.program != nil {
		return
	}
	w.program = tea.NewProgram(&host{}, tea.WithInput(t.In), tea.WithOutput(texts.Raw(t.Out)), tea.WithAltScreen(), tea.WithoutSignalHandler())
	w.ended = make(chan struct{})
	go func() {
		defer close(w.ended)
		_, w.err = w.program.Run()
	}()
}

// Close gives the terminal back, for lines that are to stay there. The next screen opens the
// window again.
func (w *Window) Close() {
	if w == nil || w.program == nil {
		return
	}
	w.program.Quit()
	<-w.ended
	w.program = nil
}

// hosted is a screen that is shown until left is closed.
type hosted struct {
	tea.Model
	mouse bool
	left  chan struct{}
}

// meant is a message that a command of a screen has brought, for that one alone.
type meant struct {
	to  *hosted
	msg tea.Msg
}

// host shows the screens of a window.
type host struct {
	now   *hosted // nil between two
	frame string
	size  *tea.WindowSizeMsg
	// typed are keys that were pressed while no screen was there.
	typed []tea.KeyMsg
}

// mostTyped is how many keys wait for the next screen.
const mostTyped = 64

// Init has nothing to begin.
func (h *host) Init() tea.Cmd { return nil }

// Update shows another screen, or hands a message to the one that is shown.
func (h *host) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case *hosted:
		return h, h.shows(msg)
	case meant:
		if msg.to != h.now {
			return h, nil // it has gone
		}
		if _, quits := msg.msg.(tea.QuitMsg); quits {
			h.frame = h.now.View()
			close(h.now.left)
			h.now = nil
			return h, nil
		}
		return h, h.hands(msg.msg)
	case tea.WindowSizeMsg:
		h.size = &msg
	case tea.KeyMsg:
		if h.now == nil && len(h.typed) < mostTyped {
			h.typed = append(h.typed, msg)
		}
	}
	return h, h.hands(msg)
}

// shows begins a screen.
func (h *host) shows(s *hosted) tea.Cmd {
	h.now = s
	cmds := []tea.Cmd{s.owns(s.Init())}
	if h.size != nil {
		cmds = append(cmds, h.hands(*h.size))
	}
	if s.mouse || h.frame != "" {
		cmds = append(cmds, mouse(s.mouse))
	}
	for _, key := range h.typed {
		cmds = append(cmds, h.hands(key))
	}
	h.typed = nil
	return tea.Batch(cmds...)
}

// mouse gives the mouse to the program, or back to the terminal.
func mouse(on bool) tea.Cmd {
	if on {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// hands hands a message to the screen that is shown, if there is one.
func (h *host) hands(msg tea.Msg) tea.Cmd {
	if h.now == nil {
		return nil
	}
	next, cmd := h.now.Model.Update(msg)
	h.now.Model = next
	return h.now.owns(cmd)
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

// View draws the screen, or what was there last.
func (h *host) View() string {
	if h.now == nil {
		return h.frame
	}
	return h.now.View()
}

// cleaned is a model of which nothing reaches the terminal but what it can show.
type cleaned struct{ tea.Model }

// Update passes a message on.
func (c cleaned) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := c.Model.Update(msg)
	return cleaned{next}, cmd
}

// View draws the model, cleaned.
func (c cleaned) View() string { return texts.Clean(c.Model.View()) }
