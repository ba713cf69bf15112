package room

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/turns"
	"fellowship/solver/players"
	"fellowship/tricks"

	"golang.org/x/sync/semaphore"
)

// askOnce returns a function that runs a computation as a question of a person. The question takes a single turn. The
// function asks one question at a time: somebody who turns pages quickly asks about the next page before the question
// about the last one has ended, and must not be refused for that.
func (s *session) askOnce(person table.Person, class turns.Class) func(context.Context, func() error) error {
	asking := semaphore.NewWeighted(1)
	return func(ctx context.Context, do func() error) error {
		if err := asking.Acquire(ctx, 1); err != nil {
			return err
		}
		defer asking.Release(1)
		return s.opts.Service.Turns().Once(ctx, person.Asker(), class, do)
	}
}

// dealOf returns the analysis of the current round at a table, for a person at a seat.
func (s *session) dealOf(client *table.Client, person table.Person, seat tricks.Seat) *hindsight.Deal {
	askOnce := s.askOnce(person, turns.Look)
	judge := hindsight.QueuedJudge(askOnce)
	agree := func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (agrees bool, err error) {
		err = askOnce(ctx, func() (err error) {
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
			record.PlayerNames = onlyPerson(record.PlayerNames, seat)
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
