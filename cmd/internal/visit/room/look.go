package room

import (
	"context"
	"time"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// looking is a round that is over, and the person who looks through it: alone, or
// together with the others, for whom the person turns the page as well.
type looking struct {
	*tui.LookScreen
	on       *kit.Hosted
	r        *Room
	together bool
	// sending reports whether a page is on its way to the others, which is where at was then.
	sending bool
	at      int
}

// turnsEvery is how long the next page waits for the one before: a visitor who holds a key down
// turns many, and the others need not see them all.
const turnsEvery = 150 * time.Millisecond

// lookThrough looks through the round that is over.
func (r *Room) lookThrough(together bool) tea.Cmd {
	rec, err := r.chair.Record()
	if err != nil {
		r.complain(err)
		return nil
	}
	client := r.chair
	return r.call(func(context.Context) (func() tea.Cmd, error) {
		walk, err := hindsight.New(r.opts.Library, rec)
		return func() tea.Cmd {
			if client != r.chair || r.now.Playing {
				return nil
			}
			return r.looks(walk, together, r.deal.Lost())
		}, err
	})
}

// looks shows the round, from the decision of that number on if it is not 0.
func (r *Room) looks(walk *hindsight.Walk, together bool, start int) tea.Cmd {
	opts := tui.LookOptions{Terminal: r.terminal(), Judge: hindsight.InTurn(r.opts.Hall.Thinks), At: start}
	if together {
		opts.State = r.lookState
	}
	r.endLook()
	r.looking = &looking{LookScreen: tui.NewLook(r.ctx, walk, opts), r: r, together: together, at: -1}
	r.looking.on = &kit.Hosted{Model: r.looking, Left: r.endLook}
	cmds := []tea.Cmd{r.shell.Open(r.looking.on)}
	switch {
	case !together:
	case r.now.LookThrough == nil:
		cmds = append(cmds, r.turns())
	default:
		cmds = append(cmds, r.turned())
	}
	return tea.Batch(cmds...)
}

// endLook leaves the screen.
func (r *Room) endLook() tea.Cmd {
	if r.looking != nil {
		r.looking.Stop()
		r.shell.Remove(r.looking.on)
		r.looking = nil
	}
	return nil
}

// Update takes a message, and shows the others where the person has gone.
func (l *looking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	previous := l.At()
	_, cmd := l.LookScreen.Update(msg)
	if !l.together || l.At() == previous || l.r.looking != l {
		return l, cmd
	}
	return l, tea.Batch(cmd, l.r.turns())
}

// turns shows the others the page, after the one that is on its way.
func (r *Room) turns() tea.Cmd {
	l := r.looking
	client := r.chair
	visit := r.ctx
	if l.sending {
		return nil
	}
	l.sending = true
	l.at = l.At()
	index := l.at
	return func() tea.Msg {
		next := time.After(turnsEvery)
		err := client.Turn(visit, index)
		select {
		case <-next:
		case <-visit.Done():
		}
		return kit.Then(func() tea.Cmd { return r.sentPage(l, err) })
	}
}

// sentPage goes on when the others were shown a page, or could not be.
func (r *Room) sentPage(l *looking, err error) tea.Cmd {
	if l != r.looking {
		return nil
	}
	l.sending = false
	switch {
	case err != nil:
		if r.ctx.Err() == nil {
			r.complain(err)
		}
		return nil
	case l.At() != l.at: // the person has gone on
		return r.turns()
	}
	r.now = r.chair.Picture()
	return r.turned()
}

// turned goes to the page where the others are.
func (r *Room) turned() tea.Cmd {
	l := r.looking
	shared := r.now.LookThrough
	if l == nil || !l.together || l.sending || shared == nil || shared.At == l.At() {
		return nil
	}
	return l.on.Owns(l.Turn(shared.At))
}

// lookState is the text at the end of the title.
func (r *Room) lookState() string {
	switch {
	case r.shell.Bad && r.shell.Note != "":
		return r.shell.Note
	case r.now.LookThrough == nil || r.now.LookThrough.Name == r.now.Name:
		return r.shell.Theme.T("serve.look.together")
	}
	return r.shell.Theme.T("serve.look.turned", r.now.LookThrough.Name)
}
