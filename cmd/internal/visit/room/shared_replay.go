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
	cmds := []tea.Cmd{r.shell.Push(r.replay.screen)}
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
		r.shell.Remove(r.replay.screen)
		r.replay = nil
	}
	return nil
}

// Update handles a message. If it turns the page, the others get the new one.
func (l *replay) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	previous := l.Index()
	_, cmd := l.ReplayScreen.Update(msg)
	if !l.together || l.Index() == previous || l.room.replay != l {
		return l, cmd
	}
	return l, tea.Batch(cmd, l.room.sharePage())
}

// sharePage sends the page to the others, unless another page is still being sent; pageSent then sends the
// newest.
func (r *Room) sharePage() tea.Cmd {
	l := r.replay
	client := r.client
	ctx := r.ctx
	if l.sending {
		return nil
	}
	l.sending = true
	l.sentIndex = l.Index()
	index := l.sentIndex
	return func() tea.Msg {
		next := time.After(pageInterval)
		err := client.TurnPage(ctx, index)
		select {
		case <-next:
		case <-ctx.Done():
		}
		return kit.DoneMsg(func() tea.Cmd { return r.pageSent(l, err) })
	}
}

// pageSent handles the end of sending a page.
func (r *Room) pageSent(l *replay, err error) tea.Cmd {
	if l != r.replay {
		return nil
	}
	l.sending = false
	switch {
	case err != nil:
		if r.ctx.Err() == nil {
			r.showError(err)
		}
		return nil
	case l.Index() != l.sentIndex: // the person has turned the page meanwhile
		return r.sharePage()
	}
	r.tableView = r.client.TableView()
	return r.showSharedPage()
}

// showSharedPage turns to the page that the others see.
func (r *Room) showSharedPage() tea.Cmd {
	l := r.replay
	if l == nil || !l.together || l.sending {
		return nil
	}
	shared := r.tableView.Replay
	if shared == nil || shared.Decisions == l.Index() {
		return nil
	}
	return l.screen.Route(l.GoTo(shared.Decisions))
}

// replayState returns the text at the end of the replay's headline.
func (r *Room) replayState() string {
	switch {
	case r.shell.Bad && r.shell.Note != "":
		return r.shell.Note
	case r.tableView.Replay == nil || r.tableView.Replay.Name == r.tableView.Name:
		return r.shell.Theme.T("serve.look.together")
	}
	return r.shell.Theme.T("serve.look.turned", r.tableView.Replay.Name)
}
