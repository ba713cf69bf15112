package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"fellowship/solver/parallel"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEachDoesAll(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3, 50} {
		var running, most atomic.Int64
		done := make([]int, 20)
		err := parallel.Each(t.Context(), workers, len(done), func(i int) error {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			done[i]++
			return nil
		})
		require.NoError(t, err)
		for i, n := range done {
			assert.Equal(t, 1, n, "%d workers, %d", workers, i)
		}
		if workers > 0 {
			assert.LessOrEqual(t, most.Load(), int64(workers))
		}
	}
	require.NoError(t, parallel.Each(t.Context(), 4, 0, nil))
}

// The error is that of the lowest number, however many workers there are, also
// where a later one has failed before it.
func TestEachReturnsTheFirstError(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		third := make(chan struct{})
		begun := make([]bool, 100)
		err := parallel.Each(t.Context(), workers, len(begun), func(i int) error {
			begun[i] = true
			switch {
			case i == 2 && workers > 1:
				<-third
			case i == 3:
				close(third)
			}
			if i == 2 || i == 3 {
				return fmt.Errorf("number %d", i)
			}
			return nil
		})
		require.EqualError(t, err, "number 2", "%d workers", workers)
		if workers == 1 {
			assert.False(t, begun[3], "after an error nothing is begun")
		}
	}
}

func TestEachEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun := 0
	err := parallel.Each(ctx, 1, 10, func(i int) error {
		begun++
		if i == 4 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 5, begun)
	failed := errors.New("failed")
	err = parallel.Each(t.Context(), 1, 1, func(int) error { return failed })
	require.ErrorIs(t, err, failed)
}

func TestEachSurvivesAPanic(t *testing.T) {
	err := parallel.Each(t.Context(), 2, 4, func(i int) error {
		if i == 1 {
			panic("gone")
		}
		return nil
	})
	require.EqualError(t, err, "gone")
}

func TestStream(t *testing.T) {
	type job struct {
		n    int
		done chan struct{}
	}
	for _, upto := range []int{100, 7} {
		ctx, cancel := context.WithCancel(t.Context())
		begun := atomic.Int64{}
		seen := 0
		jobs := func(yield func(*job) bool) {
			for n := 0; n < 100 && yield(&job{n, make(chan struct{})}); n++ {
			}
		}
		for j := range parallel.Stream(ctx, 3, 5, jobs, func(j *job) { begun.Add(1); close(j.done) }) {
			<-j.done
			assert.Equal(t, seen, j.n)
			seen++
			if seen == upto {
				break
			}
		}
		cancel()
		assert.Equal(t, upto, seen)
		assert.LessOrEqual(t, begun.Load(), int64(upto+5+1+1),
			"what is ahead, waits for a place there and was just taken")
	}
}
