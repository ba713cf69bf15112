package search

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOthersGoOn holds that on one processor another goroutine, such as a screen, has its
// turn again and again while a search goes on, and not only when the scheduler takes it
// away from the search.
func TestOthersGoOn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var turns, done atomic.Int64
	go func() {
		for done.Load() == 0 {
			turns.Add(1)
			runtime.Gosched()
		}
	}()
	const nodes = 1 << 17
	s := Search{ctx: t.Context(), budget: 2 * nodes}
	for range nodes {
		s.tick()
	}
	done.Store(1)
	assert.GreaterOrEqual(t, turns.Load(), int64(nodes/(1<<13)))
}
