package tui

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Wait shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context. The error is that of the work, or ErrExit after ctrl-C.
func Wait(ctx context.Context, on Terminal, text string, work func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &waitSheet{titled: "lobby.wait", text: text, stop: stop, done: make(chan struct{})}
	l := &waiter{lobbyOn(ctx, &on, s), s}
	done := make(chan error, 1)
	go func() {
		done <- work(ctx)
		close(s.done)
	}()
	err := on.show(context.WithoutCancel(ctx), l, false)
	stop() // the screen may have ended without it
	worked := <-done
	switch {
	case err != nil:
		return err
	case l.exit:
		return ErrExit
	}
	return worked
}

// waitSheet says what is being done.
type waitSheet struct {
	titled
	text string
	stop context.CancelFunc
	done chan struct{}
}

// waitedMsg says that it is done.
type waitedMsg struct{}

// waiter is a lobby that ends when something is done.
type waiter struct {
	*lobby
	sheet *waitSheet
}

// Init waits for the end of the work.
func (w *waiter) Init() tea.Cmd {
	return func() tea.Msg {
		<-w.sheet.done
		return waitedMsg{}
	}
}

// Update takes a key, a new size, or the end of the work.
func (w *waiter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, done := msg.(waitedMsg); done {
		return w, tea.Quit
	}
	if msg, ok := msg.(tea.KeyMsg); ok && key.Matches(msg, w.keys.stop) {
		w.sheet.stop() // the work ends soon, and the screen with it
		return w, nil
	}
	_, cmd := w.lobby.Update(msg)
	return w, cmd
}

func (s *waitSheet) draw(l *lobby, w, _ int) []string {
	return append([]string{""}, l.Text(s.text, w)...)
}

func (s *waitSheet) key(*lobby, tea.KeyMsg) tea.Cmd  { return nil }
func (s *waitSheet) bindings(l *lobby) []key.Binding { return []key.Binding{l.keys.stop, l.keys.help} }
