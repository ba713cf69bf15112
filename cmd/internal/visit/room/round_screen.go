package room

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// beginRound shows a round from its beginning, or from its current state if the person joins later.
func (r *Room) beginRound() tea.Cmd {
	r.stopRound()
	r.round = r.tableView.Round
	r.question = nil
	r.tableScreen.Cursor = 0
	r.live = newLiveRound(r)
	deal := r.dealOf(r.client, r.tableView.Me)
	r.deal = deal
	round := r.round
	advice := &r.advice
	watches := r.tableView.Me == tricks.NoSeat
	if watches {
		advice = nil
	}
	options := r.shell.ApplySettings(r.terminal(), r.opts.Beat, tui.Options{
		Auto:         watches,
		RoundOptions: play.RoundOptions{Advice: advice, Solve: deal.Solve, Epilogue: deal.Epilogue},
		Table:        r.live,
	})
	r.live.game = tui.NewForClient(r.ctx, r.live.Client, options)
	r.live.screen = &kit.ModelScreen{Model: r.live.game, OnQuit: func() tea.Cmd { return r.leaveGame(round) }}
	r.shell.Stack.Screens = []kit.Screen{r.tableScreen}
	return r.shell.Stack.Push(r.live.screen)
}

// dealOf returns the analysis of the current round at a table.
func (r *Room) dealOf(client *table.Client, me tricks.Seat) *hindsight.Deal {
	service := r.opts.Service
	judge := hindsight.QueuedJudge(service.WithSolver)
	agree := func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (agrees bool, err error) {
		err = service.WithSolver(ctx, func() (err error) {
			agrees, err = hindsight.Strong(ctx, g, seed, made)
			return err
		})
		return agrees, err
	}
	return &hindsight.Deal{
		Texts:       r.shell.Stack.Theme.Texts,
		Library:     r.shell.Library,
		Judge:       judge,
		Solver:      judge,
		UnknownText: r.shell.T("serve.solve.unknown"),
		Record: func() (chapters.Record, error) {
			record, err := client.Record()
			record.PlayerNames = onlyPerson(record.PlayerNames, me)
			return record, err
		},
		Agree: agree,
	}
}

// onlyPerson returns the player names with a computer player on every seat but the visitor's own: the
// analysis of the round looks only at the decisions of persons.
func onlyPerson(names []string, own tricks.Seat) []string {
	names = slices.Clone(names)
	for seat := range names {
		if tricks.Seat(seat) != own {
			names[seat] = players.Strongest
		}
	}
	return names
}

// bringTableToFront puts the table in front of its round.
func (r *Room) bringTableToFront() tea.Cmd {
	r.shell.Stack.Screens = []kit.Screen{r.live.screen, r.tableScreen}
	return nil
}

// bringRoundToFront puts the round in front of its table.
func (r *Room) bringRoundToFront() tea.Cmd {
	r.shell.Stack.Screens = []kit.Screen{r.tableScreen, r.live.screen}
	return nil
}

// showRoundOrTable shows the round while it is being played, and the table otherwise.
func (r *Room) showRoundOrTable() {
	switch {
	case r.tableView.Playing:
		r.bringRoundToFront()
	case r.live != nil:
		r.bringTableToFront()
	default:
		r.shell.Stack.Screens = []kit.Screen{r.tableScreen}
	}
}

// leaveGame leaves the screen of the round with this number: to the table if the round is over, to the
// lobby otherwise. It does nothing for an earlier round: a second Enter on the result may arrive when the
// next round has begun.
func (r *Room) leaveGame(round int) tea.Cmd {
	switch {
	case r.client == nil || r.round != round:
		return nil
	case r.tableView.Playing:
		return r.returnToLobby()
	}
	return r.bringTableToFront()
}
