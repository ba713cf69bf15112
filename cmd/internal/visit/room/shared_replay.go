package room

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// replay is the replay of a finished round: for the person alone, or together with the others at the
// table, where everybody can turn the page for all.
type replay struct {
	*tui.ReplayScreen

	session *session
	place   *place
	screen  *kit.ModelScreen
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
func (p *place) startReplay(together bool) tea.Cmd {
	s := p.session
	rec, err := p.client.Record()
	if err != nil {
		s.notes.showError(err)
		return nil
	}
	deciders := p.client.Deciders()
	return s.calls.run(func(context.Context) (func() tea.Cmd, error) {
		walk, err := hindsight.New(s.opts.Library, rec)
		if err == nil {
			walk.SetPlayers(deciders)
		}
		return func() tea.Cmd {
			if p.left || p.view.Playing {
				return nil
			}
			start := 0
			if p.live != nil {
				start = p.live.deal.Lost()
			}
			return p.openReplay(walk, together, start)
		}, err
	})
}

// openReplay shows the replay, starting at a decision; 0 is the beginning.
func (p *place) openReplay(walk *hindsight.Walk, together bool, start int) tea.Cmd {
	s := p.session
	p.endReplay()
	current := &replay{session: s, place: p, together: together, sentIndex: -1}
	askOnce := s.askOnce(p.identity.me, turns.Look)
	opts := tui.ReplayOptions{
		Terminal: s.terminal(),
		Judge:    hindsight.QueuedJudge(askOnce),
		InTurn:   askOnce,
		Start:    start,
	}
	if together {
		opts.State = current.state
	}
	if p.mayPlayOn(walk) {
		opts.PlayOn = p.playOn
	}
	current.ReplayScreen = tui.NewReplay(s.ctx, walk, opts)
	current.screen = &kit.ModelScreen{Model: current, OnQuit: p.endReplay}
	p.replay = current
	cmds := []tea.Cmd{s.shell.Stack.Push(current.screen)}
	switch {
	case !together:
	case p.view.Replay == nil:
		cmds = append(cmds, current.share())
	default:
		cmds = append(cmds, current.follow())
	}
	return tea.Batch(cmds...)
}

// mayPlayOn reports whether the person may play on from a moment of the last round, or propose to: a round that was not
// won, in which the person has played. See [table.Client.ProposePlayOn].
func (p *place) mayPlayOn(walk *hindsight.Walk) bool {
	return p.live != nil && p.view.Me != tricks.NoSeat && walk.GameAt(walk.Len()).Result() != chapters.Won
}

// playOn plays on from the moment after a number of decisions, or proposes to. The replay gives way to the end of the
// round, which says what the others are asked.
func (p *place) playOn(decisions int) tea.Cmd {
	_ = p.live.ProposePlayOn(decisions) // only queues it, see send
	return tea.Batch(p.endReplay(), p.bringRoundToFront(), p.live.TakeCommands())
}

// endReplay closes the replay.
func (p *place) endReplay() tea.Cmd {
	if p.replay != nil {
		p.replay.Stop()
		p.session.shell.Stack.Remove(p.replay.screen)
		p.replay = nil
	}
	return nil
}

// Update handles a message. If it turns the page, the others get the new one.
func (current *replay) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	previous := current.Index()
	_, cmd := current.ReplayScreen.Update(msg)
	if !current.together || current.Index() == previous || current.place.replay != current {
		return current, cmd
	}
	return current, tea.Batch(cmd, current.share())
}

// share sends the page to the others, unless another page is still being sent; pageSent then sends the
// newest.
func (current *replay) share() tea.Cmd {
	ctx := current.session.ctx
	if current.sending {
		return nil
	}
	current.sending = true
	current.sentIndex = current.Index()
	index := current.sentIndex
	return func() tea.Msg {
		next := time.After(pageInterval)
		err := current.place.client.TurnPage(ctx, index)
		select {
		case <-next:
		case <-ctx.Done():
		}
		return kit.DoneMsg(func() tea.Cmd { return current.pageSent(err) })
	}
}

// pageSent handles the end of sending a page.
func (current *replay) pageSent(err error) tea.Cmd {
	if current != current.place.replay {
		return nil
	}
	current.sending = false
	switch {
	case err != nil:
		if current.session.ctx.Err() == nil {
			current.session.notes.showError(err)
		}
		return nil
	case current.Index() != current.sentIndex: // the person has turned the page meanwhile
		return current.share()
	}
	current.place.look()
	return current.follow()
}

// follow turns to the page that the others see.
func (current *replay) follow() tea.Cmd {
	if !current.together || current.sending {
		return nil
	}
	shared := current.place.view.Replay
	if shared == nil || shared.Decisions == current.Index() {
		return nil
	}
	return current.screen.Route(current.GoTo(shared.Decisions))
}

// state returns the text at the end of the replay's headline.
func (current *replay) state() string {
	shell := current.session.shell
	view := &current.place.view
	switch {
	case shell.Stack.Bad && shell.Stack.Note != "":
		return shell.Stack.Note
	case view.Replay == nil || view.Replay.Name == view.Name:
		return shell.T("serve.look.together")
	}
	return shell.T("serve.look.turned", view.Replay.Name)
}
