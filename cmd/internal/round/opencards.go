package round

import (
	"context"

	"fellowship/chapters"
	"fellowship/solver"
)

// Opened is the verdict of the solver, which sees all cards, on a decision: the options that keep
// the round winnable, and those of which that was not found out.
type Opened struct {
	Wins, Unknown []chapters.Decision
	// All is how many options there are.
	All int
}

// openNodes is how many card plays the solver may try for each option.
const openNodes = 300_000

// OpenCards returns that question about the decision that is due, to be answered by another
// goroutine.
func (s *Round) OpenCards() func(context.Context) (Opened, error) {
	game := s.game
	return func(ctx context.Context) (Opened, error) {
		var out Opened
		for _, d := range game.Options() {
			after := game.Clone()
			if err := after.Apply(d); err != nil {
				return out, err
			}
			found, err := solver.Solve(ctx, after, solver.Options{Nodes: openNodes})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return out, err
			}
			out.All++
			switch found.Verdict {
			case solver.Winnable:
				out.Wins = append(out.Wins, d)
			case solver.Unknown:
				out.Unknown = append(out.Unknown, d)
			case solver.Unwinnable:
			}
		}
		return out, nil
	}
}
