package room

import (
	"context"
	"time"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// replay is the replay of a finished round: for the person alone, or together with the others at the
// table, where everybody can turn the page for all.
type replay struct {
	*tui.ReplayScreen

	screen *kit.ModelScreen
	room   *Room
	// together reports whether the others see the same page.
	together bool
	// sending reports whether a page is being sent to the others.
	sending bool
	// sentIndex is the page that was sent last, -1 for none.
	sentIndex int
}

// pageInterval is the shortest time between two pages sent to the others. A visitor who holds a key down
// turns many pages, and the others need not see all of them.
const pageInterval = 150 * time.Millisecond

// startReplay opens the replay of the finished round.
func (r *Room) startReplay(together bool) tea.Cmd {
	rec, err := r.client.Record()
	if err != nil {
		r.showError(err)
		return nil
	}
	client := r.client
	return r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		walk, err := hindsight.New(r.opts.Library, rec)
		return func() tea.Cmd {
			if client != r.client || r.tableView.Playing {
				return nil
			}
			return r.openReplay(walk, together, r.deal.Lost())
		}, err
	})
}

// openReplay shows the replay, starting at a decision; 0 is the beginning.
func (r *Room) openReplay(walk *hindsight.Walk, together bool, start int) tea.Cmd {
	opts := tui.ReplayOptions{
		Terminal: r.terminal(),
		Judge:    hindsight.QueuedJudge(r.opts.Service.WithSolver),
		Start:    start,
	}
	if together {
		opts.State = r.replayState
	}
	r.endReplay()
	r.replay = &replay{
		ReplayScreen: tui.NewReplay(r.ctx, walk, opts),
		room:         r,
		together:     together,
		sentIndex:    -1,
	}
	r.replay.screen = &kit.ModelScreen{Model: r.replay, OnQuit: r.endReplay}
	cmds := []tea.Cmd{r.shell.Stack.Push(r.replay.screen)}
	switch {
	case !together:
	case r.tableView.Replay == nil:
		cmds = append(cmds, r.sharePage())
	default:
		cmds = append(cmds, r.showSharedPage())
	}
	return tea.Batch(cmds...)
}

// endReplay closes the replay.
func (r *Room) endReplay() tea.Cmd {
	if r.replay != nil {
		r.replay.Stop()
		r.shell.Stack.Remove(r.replay.screen)
		r.replay = nil
	}
	return nil
}

// Update handles a message. If it turns the page, the others get the new one.
func (current *replay) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	previous := current.Index()
	_, cmd := current.ReplayScreen.Update(msg)
	if !current.together || current.Index() == previous || current.room.replay != current {
		return current, cmd
	}
	return current, tea.Batch(cmd, current.room.sharePage())
}

// sharePage sends the page to the others, unless another page is still being sent; pageSent then sends the
// newest.
func (r *Room) sharePage() tea.Cmd {
	current := r.replay
	client := r.client
	ctx := r.ctx
	if current.sending {
		return nil
	}
	current.sending = true
	current.sentIndex = current.Index()
	index := current.sentIndex
	return func() tea.Msg {
		next := time.After(pageInterval)
		err := client.TurnPage(ctx, index)
		select {
		case <-next:
		case <-ctx.Done():
		}
		return kit.DoneMsg(func() tea.Cmd { return r.pageSent(current, err) })
	}
}

// pageSent handles the end of sending a page.
func (r *Room) pageSent(current *replay, err error) tea.Cmd {
	if current != r.replay {
		return nil
	}
	current.sending = false
	switch {
	case err != nil:
		if r.ctx.Err() == nil {
			r.showError(err)
		}
		return nil
	case current.Index() != current.sentIndex: // the person has turned the page meanwhile
		return r.sharePage()
	}
	r.tableView = r.client.TableView()
	return r.showSharedPage()
}

// showSharedPage turns to the page that the others see.
func (r *Room) showSharedPage() tea.Cmd {
	current := r.replay
	if current == nil || !current.together || current.sending {
		return nil
	}
	shared := r.tableView.Replay
	if shared == nil || shared.Decisions == current.Index() {
		return nil
	}
	return current.screen.Route(current.GoTo(shared.Decisions))
}

// replayState returns the text at the end of the replay's headline.
func (r *Room) replayState() string {
	switch {
	case r.shell.Stack.Bad && r.shell.Stack.Note != "":
		return r.shell.Stack.Note
	case r.tableView.Replay == nil || r.tableView.Replay.Name == r.tableView.Name:
		return r.shell.T("serve.look.together")
	}
	return r.shell.T("serve.look.turned", r.tableView.Replay.Name)
}
