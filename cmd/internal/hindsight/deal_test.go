package hindsight_test

import (
	"context"
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
