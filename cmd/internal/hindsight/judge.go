package hindsight

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver"
)

// Judge returns whether a round can still be won with all cards face up. It returns Unknown if the
// context ends first.
type Judge func(ctx context.Context, g *chapters.Game) solver.Verdict

// Ask returns the verdict on a game. It calls the judge only if the game is not decided yet.
func (j Judge) Ask(ctx context.Context, g *chapters.Game) solver.Verdict {
	switch result := g.Result(); {
	case result == chapters.Won:
		return solver.Winnable
	case result == chapters.Lost || g.IsOver():
		return solver.Unwinnable
	}
	return j(ctx, g)
}

// SolverJudge returns a judge that searches within limits. If the search panics or fails, the verdict is
// Unknown, since a front end could not say more.
func SolverJudge(limits solver.Options) Judge {
	return func(ctx context.Context, g *chapters.Game) (verdict solver.Verdict) {
		verdict = solver.Unknown
		_ = say.Guard(func() error {
			found, err := solver.Solve(ctx, g, limits)
			if err == nil {
				verdict = found.Verdict
			}
			return err
		})
		return verdict
	}
}

// turnNodes is the number of card plays that a [QueuedJudge] tries while others wait for their turn.
const turnNodes = 300_000

// QueuedJudge returns a judge for a machine that many people share. It searches inside withSolver, which
// waits for a turn. The verdict is Unknown if the search takes too long or the context ends.
func QueuedJudge(withSolver func(ctx context.Context, do func() error) error) Judge {
	search := SolverJudge(solver.Options{Nodes: turnNodes})
	return func(ctx context.Context, g *chapters.Game) solver.Verdict {
		verdict := solver.Unknown
		err := withSolver(ctx, func() error {
			verdict = search(ctx, g)
			return ctx.Err()
		})
		if err != nil {
			return solver.Unknown
		}
		return verdict
	}
}
