package parallel_test

import (
	"context"
	"errors"
	"testing"

	"fellowship/solver/parallel"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// doubled is work that doubles numbers; the unit of a number in fails fails.
func doubled(fails map[int]error) *parallel.Work[int, int] {
	return &parallel.Work[int, int]{
		Known: map[int]*int{},
		Do:    func(_ context.Context, n int) (int, error) { return 2 * n, fails[n] },
	}
}

// TestWork: every unit that is not known is done once, is kept and counted, with any number of workers; what was known is
// left alone, and later calls go on counting.
func TestWork(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 4} {
		w := doubled(nil)
		w.Workers = workers
		known := 7
		w.Known[3] = &known
		var kept []int
		w.Keep = func(n *int) error {
			kept = append(kept, *n)
			return nil
		}
		var progress [][2]int
		w.Progress = func(done, total int) { progress = append(progress, [2]int{done, total}) }
		require.NoError(t, w.All(t.Context(), []int{1, 2, 3}))
		assert.ElementsMatch(t, []int{2, 4}, kept)
		assert.Equal(t, 7, *w.Known[3])
		assert.Equal(t, 4, *w.Known[2])
		assert.Equal(t, [][2]int{{0, 2}, {1, 2}, {2, 2}}, progress)
		require.NoError(t, w.All(t.Context(), []int{1, 2, 3}))
		assert.Len(t, progress, 3, "there was nothing to do")
		require.NoError(t, w.All(t.Context(), []int{4}))
		assert.Equal(t, [][2]int{{2, 3}, {3, 3}}, progress[3:])
	}
}

// TestWorkEnds: an error names its unit and ends the work, so does a panic, a result that cannot be kept, and the end of the
// context. What is done stays known.
func TestWorkEnds(t *testing.T) {
	wrong := errors.New("wrong")
	w := doubled(map[int]error{2: wrong})
	w.Workers = 1
	err := w.All(t.Context(), []int{1, 2, 3})
	require.ErrorIs(t, err, wrong)
	require.EqualError(t, err, "2: wrong")
	assert.Contains(t, w.Known, 1)
	assert.NotContains(t, w.Known, 2)
	assert.NotContains(t, w.Known, 3)

	w = doubled(nil)
	w.Do = func(context.Context, int) (int, error) { panic("boom") }
	require.EqualError(t, w.All(t.Context(), []int{5}), "5: internal error: boom")

	w = doubled(nil)
	w.Workers = 1
	w.Keep = func(*int) error { return wrong }
	require.ErrorIs(t, w.All(t.Context(), []int{1, 2}), wrong)
	assert.Len(t, w.Known, 1)

	ctx, stop := context.WithCancel(t.Context())
	w = doubled(nil)
	w.Workers = 1
	w.Keep = func(*int) error {
		stop()
		return nil
	}
	require.ErrorIs(t, w.All(ctx, []int{1, 2}), context.Canceled)
	require.ErrorIs(t, w.All(ctx, []int{2}), context.Canceled, "it is not even begun")
	require.NoError(t, w.All(ctx, []int{1}), "all of it is known")
}
