package puzzle

import (
	"context"

	"fellowship/chapters"
	"fellowship/solver"
)

// searchNodes is the largest number of card plays in the search that judges one decision. A
// decision that needs more makes no puzzle, because the answer has to come at once.
const searchNodes = 20_000

// searchMemory is the memory of the search's table in bytes.
const searchMemory = 32 << 20

// Judge sorts the legal decisions by whether the round can still be won after them, with all cards
// open. sure is false if the search was given up for some of them.
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

// Cost has the goals that a losing decision costs, because they can no longer all be met: a bit for
// each in the order of [chapters.Game.Goals]. Zero means that the tricks can no longer reach their
// sums (C14).
type Cost uint64

// CostOf finds what a round that can no longer be won has lost. That is one goal if a goal can no
// longer be met whatever happens to the others. Otherwise it is a set of goals that cannot be met
// together, while without any one of them the others still could. The search for it is limited.
func CostOf(ctx context.Context, g *chapters.Game) (Cost, error) {
	lost := func(goals Cost) (bool, error) {
		opt := solver.Options{Nodes: searchNodes, Memory: searchMemory, Excused: uint64(^goals)}
		r, err := solver.Solve(ctx, g, opt)
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

// Safe reports whether every way to continue wins, so that nothing is left to decide. It reports
// false if safeNodes decisions do not show it.
func Safe(g *chapters.Game) bool {
	remaining := safeNodes
	return safe(g, &remaining)
}

// safeNodes is the number of decisions that Safe tries.
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
