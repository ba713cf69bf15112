package puzzle

import (
	"context"

	"fellowship/chapters"
	"fellowship/solver"
)

// searchNodes is the most card plays for the verdict on one decision: one that takes longer makes
// no puzzle, because an answer has to come at once.
const searchNodes = 20_000

// searchMemory is the most memory for its table.
const searchMemory = 32 << 20

// Judge says of each decision that is due whether the round can still be won after it, with
// all cards open. Sure is false where the search was given up.
func Judge(ctx context.Context, g *chapters.Game) (wins, loses []chapters.Decision, sure bool, err error) {
	for _, d := range g.Options() {
		after := g.Clone()
		if err := after.Apply(d); err != nil {
			return nil, nil, false, err
		}
		verdict, err := winnable(ctx, after)
		switch {
		case err != nil || verdict == solver.Unknown:
			return nil, nil, false, err
		case verdict == solver.Winnable:
			wins = append(wins, d)
		default:
			loses = append(loses, d)
		}
	}
	return wins, loses, true, nil
}

// Keeps reports whether the round can still be won after a decision, as far as is known.
func Keeps(ctx context.Context, g *chapters.Game, d chapters.Decision) (bool, error) {
	if err := g.Apply(d); err != nil {
		return false, err
	}
	verdict, err := winnable(ctx, g)
	return verdict != solver.Unwinnable, err
}

func winnable(ctx context.Context, g *chapters.Game) (solver.Verdict, error) {
	switch result := g.Result(); {
	case result == chapters.Won:
		return solver.Winnable, nil
	case result == chapters.Lost || g.Over():
		return solver.Unwinnable, nil
	}
	r, err := solver.Solve(ctx, g, solver.Options{Nodes: searchNodes, Memory: searchMemory})
	return r.Verdict, err
}

// Safe reports whether every way to play on wins, as far as that is found out soon: then
// there is nothing left to decide.
func Safe(g *chapters.Game) bool {
	left := safeNodes
	return safe(g, &left)
}

// safeNodes is how many decisions are tried for that.
const safeNodes = 4000

func safe(g *chapters.Game, left *int) bool {
	if g.Result() != chapters.Undecided || g.Over() {
		return g.Result() == chapters.Won
	}
	for _, d := range g.Options() {
		*left--
		after := g.Clone()
		if *left < 0 || after.Apply(d) != nil || !safe(after, left) {
			return false
		}
	}
	return true
}
