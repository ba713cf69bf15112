package hindsight

import (
	"context"
	"fmt"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
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

// TestSearchLoss: the search finds every decision that can lose a round, and says before each step what it has ruled out.
func TestSearchLoss(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "2", Players: 4, Seed: 1})
	require.Equal(t, chapters.Lost, w.GameAt(w.Len()).Result())
	failed := 0 // The first moment at which the round is lost even without a search.
	for w.GameAt(failed).Result() == chapters.Undecided {
		failed++
	}
	for lost := 1; lost <= failed; lost++ {
		asked := 0
		search := w.SearchLoss(judge(lost, &asked))
		trick := w.Moment(lost - 1).Trick
		for loss := search.Loss(); loss.State == Searching; loss = search.Loss() {
			assert.True(t, loss.Before == 0 || loss.Before > trick, "trick %d is ruled out", trick)
			assert.Nil(t, loss.Step)
			assert.False(t, loss.CanPlayOn())
			search.Step(t.Context())
		}
		loss := search.Loss()
		require.Equal(t, LossFound, loss.State)
		assert.Equal(t, lost, loss.Step.Number)
		assert.LessOrEqual(t, loss.From, lost-1)
		assert.Equal(t, solver.Winnable, judge(lost, &asked).Ask(t.Context(), w.GameAt(loss.From)))
		if trick > 0 {
			assert.Equal(t, w.TrickStart(trick), loss.From)
			assert.Equal(t, w.Decision(lost-1).Card, loss.Card())
		}
	}
	asked := 0
	assert.Equal(t, NeverWinnable, w.SearchLoss(judge(0, &asked)).Run(t.Context()).State, "the deal was lost")
}

// TestSearchLossWithinLimits: a search that reaches a limit says only what was ruled out before, and one whose
// context ends stays where it was.
func TestSearchLossWithinLimits(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "2", Players: 4, Seed: 1})
	end := w.GameAt(w.Len())
	tricks := w.Tricks()
	limited := Judge(func(_ context.Context, g *chapters.Game) solver.Verdict {
		if len(g.History()) < tricks-3 {
			return solver.Unknown
		}
		return solver.Unwinnable
	})
	loss := w.SearchLoss(limited).Run(t.Context())
	assert.Equal(t, Unfinished, loss.State)
	assert.LessOrEqual(t, loss.Before, tricks-2)
	assert.Positive(t, loss.Before)
	for _, lang := range []string{"en", "de"} {
		said := texts.New(lang)
		line := loss.Line(said)
		assert.Contains(t, line, said.T("loss.unfinished"))
		assert.Contains(t, line, fmt.Sprint(loss.Before))
		assert.NotContains(t, line, fmt.Sprint(loss.Before-1))
		assert.Empty(t, loss.FromText(said))
	}

	stopped, stop := context.WithCancel(t.Context())
	ended := 0
	search := w.SearchLoss(func(context.Context, *chapters.Game) solver.Verdict {
		ended++
		stop()
		return solver.Unknown
	})
	loss = search.Run(stopped)
	assert.Equal(t, Searching, loss.State)
	assert.LessOrEqual(t, ended, 1)
	assert.NotNil(t, end)
}

// TestLossIsTheTruth compares the search with the solver: the round can be won before the decision, and with each
// alternative that is named, and cannot after it.
func TestLossIsTheTruth(t *testing.T) {
	judge := SolverJudge(solver.Options{Nodes: 2_000_000})
	found := 0
	for seed := range uint64(6) {
		w := played(t, chapters.DealID{Chapter: "1", Players: 4, Seed: seed})
		if w.GameAt(w.Len()).Result() == chapters.Won {
			continue
		}
		loss := w.SearchLoss(judge).Run(t.Context())
		require.NotEqual(t, Searching, loss.State)
		if loss.State != LossFound {
			continue
		}
		found++
		n := loss.Step.Number - 1
		assert.Equal(t, solver.Winnable, judge.Ask(t.Context(), w.GameAt(n)))
		assert.Equal(t, solver.Unwinnable, judge.Ask(t.Context(), w.GameAt(n+1)))
		assert.Equal(t, solver.Winnable, judge.Ask(t.Context(), w.GameAt(loss.From)))
		for _, d := range Winners(loss.Step) {
			g := w.GameAt(n)
			require.NoError(t, g.Apply(d))
			assert.Equal(t, solver.Winnable, judge.Ask(t.Context(), g))
		}
		for _, lang := range []string{"en", "de"} {
			said := texts.New(lang)
			card := said.Code(loss.Card())
			for _, text := range []string{loss.Title(said), loss.Line(said), loss.Sentence(said)} {
				assert.Contains(t, text, card)
			}
			for _, c := range loss.Winners() {
				if len(Winners(loss.Step)) <= few {
					assert.Contains(t, loss.Line(said), said.Code(c))
					assert.Contains(t, loss.Alternatives(said), said.Code(c))
				}
			}
			assert.Contains(t, loss.FromText(said), fmt.Sprint(loss.Step.Trick))
		}
	}
	assert.Positive(t, found)
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

// TestLookWhileSearching looks at moments while the decision that lost the round is looked for,
// as the screen does: for the race detector.
func TestLookWhileSearching(t *testing.T) {
	w := played(t, chapters.DealID{Chapter: "5", Players: 2, Seed: 2})
	done := make(chan Loss)
	go func() {
		judge := Judge(func(_ context.Context, g *chapters.Game) solver.Verdict {
			for !g.IsOver() {
				if err := g.Apply(g.Options()[0]); err != nil {
					return solver.Unknown
				}
			}
			return solver.Unwinnable
		})
		done <- w.SearchLoss(judge).Run(t.Context())
	}()
	for n := range w.Len() + 1 {
		v := View(w.GameAt(n))
		assert.Len(t, v.Seats, 3)
	}
	assert.Equal(t, NeverWinnable, (<-done).State)
}
