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
// all cards open. Sure is false where the search for some was given up.
func Judge(ctx context.Context, g *chapters.Game) (wins, loses []chapters.Decision, sure bool, err error) {
	sure = true
	for _, d := range g.Options() {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			return nil, nil, false, err
		}
		verdict, err := winnable(ctx, next)
		switch {
		case err != nil:
			return nil, nil, false, err
		case verdict == solver.Winnable:
			wins = append(wins, d)
		case verdict == solver.Unwinnable:
			loses = append(loses, d)
		default:
			sure = false
		}
	}
	return wins, loses, sure, nil
}

// Cost is what a decision that loses costs: goals that can no longer all be met, a bit for each as
// [chapters.Game.Goals] lists them. Without any the tricks can no longer reach their sums (C14).
type Cost uint64

// CostOf finds out what a round that can no longer be won has lost: one goal if there is one that cannot be met
// whatever comes of the others, else several of which none can be left out, as far as that is found out soon.
func CostOf(ctx context.Context, g *chapters.Game) (Cost, error) {
	lost := func(goals Cost) (bool, error) {
		r, err := solver.Solve(ctx, g,
			solver.Options{Nodes: searchNodes, Memory: searchMemory, Excused: uint64(^goals)})
		return r.Verdict == solver.Unwinnable, err
	}
	if sums, err := lost(0); sums || err != nil {
		return 0, err
	}
	all := len(g.Goals())
	for i := range all {
		if isLost, err := lost(1 << i); isLost || err != nil {
			return 1 << i, err
		}
	}
	remaining := Cost(1)<<all - 1
	for i := range all {
		isLost, err := lost(remaining &^ (1 << i))
		if err != nil {
			return remaining, err
		}
		if isLost {
			remaining &^= 1 << i
		}
	}
	return remaining, nil
}

func winnable(ctx context.Context, g *chapters.Game) (solver.Verdict, error) {
	switch result := g.Result(); {
	case result == chapters.Won:
		return solver.Winnable, nil
	case result == chapters.Lost || g.IsOver():
		return solver.Unwinnable, nil
	}
	r, err := solver.Solve(ctx, g, solver.Options{Nodes: searchNodes, Memory: searchMemory})
	return r.Verdict, err
}

// Safe reports whether every way to play on wins, as far as that is found out soon: then
// there is nothing left to decide.
func Safe(g *chapters.Game) bool {
	remaining := safeNodes
	return safe(g, &remaining)
}

// safeNodes is how many decisions are tried for that.
const safeNodes = 4000

func safe(g *chapters.Game, remaining *int) bool {
	if g.Result() != chapters.Undecided || g.IsOver() {
		return g.Result() == chapters.Won
	}
	for _, d := range g.Options() {
		*remaining--
		next := g.Clone()
		if *remaining < 0 || next.Apply(d) != nil || !safe(next, remaining) {
			return false
		}
	}
	return true
}
