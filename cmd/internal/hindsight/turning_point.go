package hindsight

import (
	"context"

	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// TurningPoint is where a round was lost.
type TurningPoint struct {
	// Verdict is Winnable if the round was won or can still be won after its last decision, Unwinnable if
	// it was lost, and Unknown if the search reached a limit.
	Verdict solver.Verdict
	// Step is the index of the decision that lost the round, -1 if the deal could not be won at all.
	Step int
}

// Text explains why no decision lost the round. It is empty if a decision did.
func (point TurningPoint) Text(t *texts.Texts) string {
	switch {
	case point.Verdict == solver.Winnable:
		return t.T("look.found.open")
	case point.Verdict == solver.Unknown:
		return t.T("look.found.unknown")
	case point.Step < 0:
		return t.T("look.found.never")
	}
	return ""
}

// TurningPoint finds the decision after which the round could no longer be won, see
// [solver.TurningPoint].
func (w *Walk) TurningPoint(ctx context.Context, judge Judge) TurningPoint {
	first, sure := solver.TurningPoint(len(w.games), w.TrickStart(1), func(n int) solver.Verdict {
		return judge.Ask(ctx, w.GameAt(n))
	})
	switch {
	case !sure:
		return TurningPoint{Verdict: solver.Unknown}
	case first == len(w.games):
		return TurningPoint{Verdict: solver.Winnable}
	}
	return TurningPoint{Verdict: solver.Unwinnable, Step: first - 1}
}
