package tui

import (
	"context"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lostWith opens the page of a lost round whose search has not begun, and returns the function that takes its next step.
// The judge takes the round for lost from a number of decisions on.
func lostWith(t *testing.T, set setting, lost int) (s *screen, step func()) {
	t.Helper()
	pos, made := until(t, "1", 4, func(g *chapters.Game) bool { return g.IsOver() && g.Result() == chapters.Lost })
	set.humans = alone
	s = open(t, pos, made, set)
	walk, err := hindsight.New(chapters.Default(), chapters.Record{Position: pos, Decisions: made})
	require.NoError(t, err)
	search := walk.SearchLoss(func(_ context.Context, g *chapters.Game) solver.Verdict {
		if len(g.Decisions()) >= lost {
			return solver.Unwinnable
		}
		return solver.Winnable
	})
	s.opts.StepLoss = func(ctx context.Context) hindsight.Loss {
		search.Step(ctx)
		return search.Loss()
	}
	cmd := s.review.begin()
	return s, func() {
		require.NotNil(t, cmd)
		_, cmd = s.Update(cmd())
	}
}

// rowOf returns the number of the first row of a frame that contains a text, -1 for none.
func rowOf(frame, text string) int {
	for i, line := range strings.Split(frame, "\n") {
		if strings.Contains(line, text) {
			return i
		}
	}
	return -1
}

// TestLostPageFinds: while the page of a lost round searches for where it was lost, it says what is ruled out. When it is
// found, no row moves, and the golden step is to play on from there. Enter plays on.
func TestLostPageFinds(t *testing.T) {
	t.Parallel()
	for _, size := range windowsOf {
		for _, lang := range []string{"en", "de"} {
			s, step := lostWith(t, setting{lang: lang, w: size[0], h: size[1]}, 18)
			words := s.viewer.texts()
			again := words.T("action.retry")
			step()
			s.fits()
			before := s.View()
			keys := rowOf(before, strings.Fields(words.T("action.look"))[0])
			assert.Equal(t, hindsight.Searching, s.review.found.State)
			assert.NotContains(t, before, words.T("loss.from.trick", 5))
			for s.review.found.State == hindsight.Searching {
				step()
				s.fits()
			}
			after := s.View()
			found := s.review.found
			require.Equal(t, hindsight.LossFound, found.State)
			assert.True(t, s.review.steps.settles, "Enter does not count for a moment")
			s.press("enter")
			assert.False(t, s.quit)
			assert.Contains(t, after, found.FromText(words))
			assert.Equal(t, 1, strings.Count(after, words.T("key.enter")+"  "), "Enter does one thing")
			assert.Equal(t, keys, rowOf(after, strings.Fields(words.T("action.look"))[0]))
			assert.Equal(t, rowOf(strings.ToLower(before), again), rowOf(strings.ToLower(after), again), "%v\n%s\n%s", size, before, after)
			s.review.steps.settles = false
			s.press("enter")
			assert.True(t, s.quit)
			assert.Equal(t, play.FromLoss, s.leaving.next)
		}
	}
}

// TestLostPageInUse: whoever uses the page while it searches keeps the golden step. A key plays on, too, and the arrows
// change the step.
func TestLostPageInUse(t *testing.T) {
	t.Parallel()
	s, step := lostWith(t, setting{}, 18)
	s.press("g", "esc")
	for s.review.found.State == hindsight.Searching {
		step()
	}
	s.review.steps.settles = false
	assert.False(t, s.review.steps.golden)
	s.press("down")
	assert.True(t, s.review.steps.golden)
	s.press("up")
	s.press("enter")
	assert.Equal(t, play.Again, s.leaving.next)

	s, step = lostWith(t, setting{}, 18)
	for s.review.found.State == hindsight.Searching {
		step()
	}
	s.review.steps.settles = false
	s.press("f")
	assert.Equal(t, play.FromLoss, s.leaving.next)
}

// TestLostPageNever: a deal that could not be won from the start says so, and offers nothing to play on from.
func TestLostPageNever(t *testing.T) {
	t.Parallel()
	s, step := lostWith(t, setting{}, 0)
	for s.review.found.State == hindsight.Searching {
		step()
	}
	assert.Contains(t, s.View(), s.viewer.texts().T("loss.never"))
	assert.False(t, s.review.steps.offered)
	s.press("enter")
	assert.Equal(t, play.Again, s.leaving.next)
}

// TestEndAtTable: at a shared table the end of a round can come while Enter is on its way, for the trick before. So Enter does
// not count for a moment.
func TestEndAtTable(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, func(g *chapters.Game) bool { return g.IsOver() })
	s := open(t, pos, made, setting{humans: alone})
	s.opts.Table = silent{}
	s.review.begun = false
	pause := s.review.begin()
	for _, key := range []string{"enter", " "} {
		s.press(key)
		assert.False(t, s.quit, "%q does not count yet", key)
	}
	s.run(pause)
	s.press("enter")
	assert.True(t, s.quit)
}

// TestEndStays: when something else happens at the table, the end of the round keeps the step that was chosen, and Enter
// takes it.
func TestEndStays(t *testing.T) {
	t.Parallel()
	s, step := lostWith(t, setting{}, 18)
	for s.review.found.State == hindsight.Searching {
		step()
	}
	step()
	require.True(t, s.review.steps.golden)
	s.press("up")
	s.run(s.proceed())
	assert.False(t, s.review.steps.golden)
	s.press("enter")
	assert.Equal(t, play.Again, s.leaving.next)
}
