package hindsight_test

import (
	"context"
	"errors"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSearching holds that the judge asks the solver, and knows nothing when there is no time.
func TestSearching(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	judge := hindsight.SolverJudge(solver.Options{Nodes: 2_000_000})
	assert.Equal(t, solver.Winnable, judge(t.Context(), g))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	assert.Equal(t, solver.Unknown, judge(ctx, g))
}

// TestTries holds that a try ends the same way every time, that it ends with the context, and
// that a deal that nobody can win is not tried.
func TestTries(t *testing.T) {
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c01p3s5")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	verdict := solver.Winnable
	deal := &hindsight.Deal{
		Texts: texts.New("en"), Library: lib, Record: func() (chapters.Record, error) {
			return chapters.Record{Position: pos}, nil
		},
		Solver: func(context.Context, *chapters.Game) solver.Verdict { return verdict },
	}
	first, err := deal.Try(t.Context(), 1)
	require.NoError(t, err)
	again, err := deal.Try(t.Context(), 1)
	require.NoError(t, err)
	assert.Equal(t, first, again)

	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = deal.Try(stopped, 1)
	require.ErrorIs(t, err, context.Canceled)

	deal.Solve(t.Context())
	assert.True(t, deal.Winnable())
	verdict = solver.Unwinnable
	deal.Solve(t.Context())
	_, err = deal.Try(t.Context(), 1)
	assert.ErrorContains(t, err, "nobody can win")
}

// TestEpilogueOfADeal: the look back at a round finds where it was lost, step by step, and keeps the number of that
// decision; what goes wrong is said in its place, unless nobody waits any more.
func TestEpilogueOfADeal(t *testing.T) {
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c01p4s2")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	require.Equal(t, chapters.Lost, g.Result())
	var problem error
	said := texts.New("en")
	deal := &hindsight.Deal{
		Texts: said, Library: lib,
		Record: func() (chapters.Record, error) {
			return chapters.Record{Position: pos, Decisions: g.Decisions()}, problem
		},
		Judge: func(_ context.Context, g *chapters.Game) solver.Verdict {
			if len(g.Decisions()) > 10 {
				return solver.Unwinnable
			}
			return solver.Winnable
		},
		Agree:       func(context.Context, *chapters.Game, uint64, chapters.Decision) (bool, error) { return true, problem },
		UnknownText: "nobody knows",
		Solver:      func(context.Context, *chapters.Game) solver.Verdict { return solver.Unknown },
	}
	assert.Zero(t, (*hindsight.Deal)(nil).Lost())
	assert.Zero(t, deal.Lost())
	first := deal.StepLoss(t.Context())
	assert.Equal(t, hindsight.Searching, first.State)
	assert.Contains(t, first.Line(said), said.T("loss.looking"))
	loss := deal.FindLoss(t.Context())
	assert.Equal(t, hindsight.LossFound, loss.State)
	assert.Contains(t, loss.Sentence(said), g.Decisions()[10].Card.String())
	assert.Equal(t, loss, deal.Loss())
	text := deal.Epilogue(t.Context())
	people := 0
	w, err := hindsight.New(lib, chapters.Record{Position: pos, Decisions: g.Decisions()})
	require.NoError(t, err)
	for n := range w.Len() {
		if len(w.GameAt(n).Options()) > 1 {
			people++
		}
	}
	assert.Contains(t, text, said.T("epilogue.agreed", people, people))
	assert.Equal(t, 11, deal.Lost())

	assert.Equal(t, "nobody knows", deal.Solve(t.Context()))
	assert.Equal(t, solver.Unknown, deal.Verdict())
	problem = errors.New("the file is gone")
	assert.Equal(t, problem.Error(), deal.Epilogue(t.Context()))
	assert.Equal(t, hindsight.Unfinished, deal.FindLoss(t.Context()).State)
	assert.Contains(t, deal.Solve(t.Context()), problem.Error())
	stopped, stop := context.WithCancel(t.Context())
	stop()
	assert.Empty(t, deal.Epilogue(stopped))
}
