package hindsight

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played returns the walk through a round in which every decision is some legal
// one.
func played(t *testing.T, id chapters.DealID) *Walk {
	t.Helper()
	lib := chapters.Default()
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
		require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
	}
	w, err := New(lib, chapters.Record{Position: pos, Decisions: g.Decisions()})
	require.NoError(t, err)
	return w
}

// TestWalk holds that every moment of a round is there, and that what is left of
// the record plays through to it.
func TestWalk(t *testing.T) {
	lib := chapters.Default()
	for _, c := range lib.Chapters {
		id := chapters.DealID{Chapter: c.ID, Players: 2, Seed: 1}
		if all := c.Variants(); len(all) > 0 {
			id.Variant = all[len(all)-1].Letter()
		}
		if c.ID == "16" {
			id.Players = 4
		}
		w := played(t, id)
		assert.Equal(t, 0, w.Trick(0))
		tricks := 0
		for n := range w.Len() {
			rec := w.RecordUpTo(n)
			g, err := rec.Game(lib)
			require.NoError(t, err)
			assert.Equal(t, w.GameAt(n).View(0), g.View(0), id)
			if trick := w.Trick(n + 1); trick > tricks {
				tricks++
				assert.Equal(t, tricks, trick)
				begins := w.TrickStart(trick)
				assert.Len(t, w.GameAt(begins).History(), trick-1)
				assert.LessOrEqual(t, begins, n+1)
			}
		}
		assert.Equal(t, tricks, w.Tricks())
		assert.True(t, w.EndsTrick(w.Len()))
	}
}

// TestEverythingIsOpen checks that a person who looks back sees all hands, threats, passed cards and
// the face-down cards of the pyramid (S9).
func TestEverythingIsOpen(t *testing.T) {
	for _, id := range []chapters.DealID{
		{Chapter: "2", Players: 2, Seed: 3},
		{Chapter: "14", Variant: "l", Players: 3, Seed: 1},
		{Chapter: "15", Players: 3, Seed: 1},
		{Chapter: "12", Players: 4, Seed: 2},
		{Chapter: "4", Players: 1, Seed: 2},
	} {
		w := played(t, id)
		for n := range w.Len() + 1 {
			v := View(w.GameAt(n))
			for s := range v.Seats {
				at := &v.Seats[s]
				assert.False(t, at.ThreatHidden, id)
				for _, c := range []tricks.Card{at.Tucked, at.First, at.Last} {
					assert.NotEqual(t, tricks.Closed, c, id)
				}
				for _, row := range at.Rows {
					assert.NotContains(t, row, tricks.Closed, id)
				}
				if at.Rows == nil {
					assert.Equal(t, at.Cards, at.Open.Len(), "%v after %d, seat %d", id, n, s)
				}
			}
			for _, e := range v.Log {
				switch e.Kind.String() {
				case "passed", "returned", "gave", "played", "tucked":
					assert.NotEqual(t, tricks.NoCard, e.Card, id)
				}
			}
		}
	}
}

// judge answers as if the round were lost from some number of decisions on.
func judge(lost int, asked *int) Judge {
	return func(_ context.Context, g *chapters.Game) solver.Verdict {
		*asked++
		if len(g.Decisions()) >= lost {
			return solver.Unwinnable
		}
		return solver.Winnable
	}
}

func TestTurning(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "2", Players: 4, Seed: 1})
	require.Equal(t, chapters.Lost, w.GameAt(w.Len()).Result())
	failed := 0 // The first moment at which the round is lost even without a search.
	for w.GameAt(failed).Result() == chapters.Undecided {
		failed++
	}
	for lost := 1; lost <= failed; lost++ {
		asked := 0
		assert.Equal(t, TurningPoint{solver.Unwinnable, lost - 1}, w.TurningPoint(t.Context(), judge(lost, &asked)))
		assert.Less(t, asked, 10)
	}
	asked := 0
	assert.Equal(t, TurningPoint{solver.Unwinnable, -1}, w.TurningPoint(t.Context(), judge(0, &asked)),
		"the deal was lost")
	unsure := Judge(func(context.Context, *chapters.Game) solver.Verdict { return solver.Unknown })
	assert.Equal(t, TurningPoint{Verdict: solver.Unknown}, w.TurningPoint(t.Context(), unsure))
}

// TestTurningIsTheTruth compares the turning point with the solver: the round can be won before the
// decision, and cannot after it.
func TestTurningIsTheTruth(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "1", Players: 4, Seed: 2})
	judge := Judge(func(ctx context.Context, g *chapters.Game) solver.Verdict {
		r, err := solver.Solve(ctx, g, solver.Options{Nodes: 2_000_000})
		require.NoError(t, err)
		return r.Verdict
	})
	turn := w.TurningPoint(t.Context(), judge)
	if turn.Verdict == solver.Unwinnable && turn.Step >= 0 {
		assert.Equal(t, solver.Winnable, judge.Ask(t.Context(), w.GameAt(turn.Step)))
		assert.Equal(t, solver.Unwinnable, judge.Ask(t.Context(), w.GameAt(turn.Step+1)))
	} else {
		assert.NotEqual(t, solver.Unknown, turn.Verdict)
	}
}

// TestDocument holds that the plays of a document can be looked at one by one.
func TestDocument(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "1", Players: 3, Seed: 1})
	g := w.GameAt(w.TrickStart(1))
	pos, err := g.FirstTrick()
	require.NoError(t, err)
	for n := w.TrickStart(1); n < w.TrickStart(3); n++ {
		pos.Plays = append(pos.Plays, w.Decision(n).Play())
	}
	again, err := New(chapters.Default(), chapters.Record{Position: pos})
	require.NoError(t, err)
	assert.Equal(t, 6, again.Len())
	assert.Equal(t, 0, again.TrickStart(1))
	assert.Equal(t, 2, again.Tricks())
}

// TestLookWhileSearching looks at moments while the turning point is looked for,
// as the screen does: for the race detector.
func TestLookWhileSearching(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "5", Players: 2, Seed: 2})
	done := make(chan TurningPoint)
	go func() {
		judge := Judge(func(_ context.Context, g *chapters.Game) solver.Verdict {
			for !g.IsOver() {
				if err := g.Apply(g.Options()[0]); err != nil {
					return solver.Unknown
				}
			}
			return solver.Unwinnable
		})
		done <- w.TurningPoint(t.Context(), judge)
	}()
	for n := range w.Len() + 1 {
		v := View(w.GameAt(n))
		assert.Len(t, v.Seats, 3)
	}
	assert.Equal(t, solver.Unwinnable, (<-done).Verdict)
}
