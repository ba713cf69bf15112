package room

import (
	"context"
	"time"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// replay is a round that is over, and the person who looks through it: alone, or
// together with the others, for whom the person turns the page as well.
type replay struct {
	*tui.ReplayScreen
	screen   *kit.ModelScreen
	room     *Room
	together bool
	// sending reports whether a page is on its way to the others, which is where at was then.
	sending   bool
	sentIndex int
}

// pageInterval is how long the next page waits for the one before: a visitor who holds a key down
// turns many, and the others need not see them all.
const pageInterval = 150 * time.Millisecond

// lookThrough looks through the round that is over.
func (r *Room) lookThrough(together bool) tea.Cmd {
	rec, err := r.client.Record()
	if err != nil {
		r.complain(err)
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

// openReplay shows the round, from the decision of that number on if it is not 0.
func (r *Room) openReplay(walk *hindsight.Walk, together bool, start int) tea.Cmd {
	opts := tui.ReplayOptions{
		Terminal: r.terminal(), Judge: hindsight.QueuedJudge(r.opts.Service.WithSolver),
		Start: start,
	}
	if together {
		opts.State = r.lookState
	}
	r.endLook()
	r.replay = &replay{ReplayScreen: tui.NewReplay(r.ctx, walk, opts), room: r, together: together, sentIndex: -1}
	r.replay.screen = &kit.ModelScreen{Model: r.replay, OnQuit: r.endLook}
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

// endLook leaves the screen.
func (r *Room) endLook() tea.Cmd {
	if r.replay != nil {
		r.replay.Stop()
		r.shell.Remove(r.replay.screen)
		r.replay = nil
	}
	return nil
}

// Update takes a message, and shows the others where the person has gone.
func (l *replay) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	previous := l.Index()
	_, cmd := l.ReplayScreen.Update(msg)
	if !l.together || l.Index() == previous || l.room.replay != l {
		return l, cmd
	}
	return l, tea.Batch(cmd, l.room.sharePage())
}

// sharePage shows the others the page, after the one that is on its way.
func (r *Room) sharePage() tea.Cmd {
	l := r.replay
	client := r.client
	visit := r.ctx
	if l.sending {
		return nil
	}
	l.sending = true
	l.sentIndex = l.Index()
	index := l.sentIndex
	return func() tea.Msg {
		next := time.After(pageInterval)
		err := client.TurnPage(visit, index)
		select {
		case <-next:
		case <-visit.Done():
		}
		return kit.DoneMsg(func() tea.Cmd { return r.pageSent(l, err) })
	}
}

// pageSent goes on when the others were shown a page, or could not be.
func (r *Room) pageSent(l *replay, err error) tea.Cmd {
	if l != r.replay {
		return nil
	}
	l.sending = false
	switch {
	case err != nil:
		if r.ctx.Err() == nil {
			r.complain(err)
		}
		return nil
	case l.Index() != l.sentIndex: // the person has gone on
		return r.sharePage()
	}
	r.tableView = r.client.TableView()
	return r.showSharedPage()
}

// showSharedPage goes to the page where the others are.
func (r *Room) showSharedPage() tea.Cmd {
	l := r.replay
	shared := r.tableView.Replay
	if l == nil || !l.together || l.sending || shared == nil || shared.Decisions == l.Index() {
		return nil
	}
	return l.screen.Route(l.GoTo(shared.Decisions))
}

// lookState is the text at the end of the title.
func (r *Room) lookState() string {
	switch {
	case r.shell.Bad && r.shell.Note != "":
		return r.shell.Note
	case r.tableView.Replay == nil || r.tableView.Replay.Name == r.tableView.Name:
		return r.shell.Theme.T("serve.look.together")
	}
	return r.shell.Theme.T("serve.look.turned", r.tableView.Replay.Name)
}
