package room

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// dealOf returns the analysis of the current round at a table.
func (s *session) dealOf(client *table.Client, me tricks.Seat) *hindsight.Deal {
	service := s.opts.Service
	judge := hindsight.QueuedJudge(service.WithSolver)
	agree := func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (agrees bool, err error) {
		err = service.WithSolver(ctx, func() (err error) {
			agrees, err = hindsight.Strong(ctx, g, seed, made)
			return err
		})
		return agrees, err
	}
	return &hindsight.Deal{
		Texts:       s.shell.Stack.Theme.Texts,
		Library:     s.shell.Library,
		Judge:       judge,
		Solver:      judge,
		UnknownText: s.shell.T("serve.solve.unknown"),
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
