package session

import (
	"context"

	"fellowship/chapters"
	"fellowship/solver/players"
)

// Tries is how often the deal is played again to see how often it is won.
const Tries = 10

// Try plays the n-th try, counted from 1, and says whether it was won. The same
// try always ends the same way; it ends early only with the context, whose error
// it returns then.
type Try func(ctx context.Context, n int) (won bool, err error)

// Tries returns a function that plays this deal again, from the draft on, with fair players in all
// seats, each of which sees only its own cards. It is for other goroutines too.
func (s *Session) Tries() (Try, error) {
	start, err := s.game.Before(0)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, n int) (bool, error) {
		game := start.Clone()
		for game.Result() == chapters.Undecided && !game.Over() {
			view := game.View(game.Ask().By)
			d, _, err := players.Fair{}.Think(ctx, &view, players.Source(uint64(n), len(game.Decisions())), false)
			if err == nil {
				err = game.Apply(d)
			}
			if err != nil {
				return false, err
			}
		}
		return game.Result() == chapters.Won, nil
	}, nil
}
