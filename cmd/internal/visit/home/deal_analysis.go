package home

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// LookLimits limit the search for one question of a screen to a second or two, so that a hard question
// does not block the others.
var LookLimits = solver.Options{Nodes: 2_000_000, Memory: 64 << 20}

// SolveLimit is how long a person waits for the answer on the result page.
const SolveLimit = 30 * time.Second

// patientJudge is a judge that searches for as long as a person waits.
func patientJudge(ctx context.Context, g *chapters.Game) solver.Verdict {
	ctx, stop := context.WithTimeout(ctx, SolveLimit)
	defer stop()
	return hindsight.SolverJudge(solver.Options{})(ctx, g)
}

// dealOf returns the analysis of a round at home. When the round is over it says whether the deal could have been won
// with open cards, where it was lost, and how often fair players win it.
func (h *Home) dealOf(t *texts.Texts, record func() chapters.Record) *hindsight.Deal {
	return &hindsight.Deal{
		Texts:       t,
		Library:     h.Library,
		Record:      func() (chapters.Record, error) { return record(), nil },
		Judge:       hindsight.SolverJudge(LookLimits),
		Solver:      patientJudge,
		Agree:       hindsight.Strong,
		UnknownText: t.T("solve.unknown", int(SolveLimit.Seconds())),
	}
}
