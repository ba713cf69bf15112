package tui

import (
	"context"
	"time"

	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// Wait shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context. The error is that of the work, or ErrExit after ctrl-C.
func Wait(ctx context.Context, on Terminal, text string, work func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan struct{})
	w := newWaiter(ctx, &on, text, stop, ended)
	done := make(chan error, 1)
	go func() {
		done <- work(ctx)
		close(ended)
	}()
	var err error
	select {
	case <-ended: // before anybody sees it
	case <-time.After(unseen):
		err = on.show(context.WithoutCancel(ctx), w, false)
	}
	stop() // the screen may have ended without it
	worked := <-done
	switch {
	case err != nil:
		return err
	case w.exit:
		return ErrExit
	}
	return worked
}

// unseen is how long something may take before the screen says that it is being done.
const unseen = 200 * time.Millisecond

// waiter is a lobby that ends when something is done.
type waiter struct {
	*lobby
	done chan struct{}
}

func newWaiter(ctx context.Context, on *Terminal, text string, stop context.CancelFunc, done chan struct{}) *waiter {
	w := &waiter{done: done}
	w.lobby = lobbyOn(ctx, on, &kit.Sheet{
		Back: func() tea.Cmd {
			stop() // the work ends soon, and the screen with it
			return nil
		},
		Build: func() kit.Content {
			return kit.Content{Title: w.T("lobby.wait"), Above: []string{text}}
		},
	})
	return w
}

// Init waits for the end of the work.
func (w *waiter) Init() tea.Cmd {
	return func() tea.Msg {
		<-w.done
		return kit.Then(func() tea.Cmd { return tea.Quit })
	}
}
