package solver

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/hunttest"
	"fellowship/tricks"
)

// TestTriedProblemsStaySmall checks that tried problems are forgotten when there are too many.
func TestTriedProblemsStaySmall(t *testing.T) {
	l := triedProblems{most: 10_000}
	for i := range 1000 {
		signature := string(make([]byte, i))
		l.add(signature, 500)
		assert.True(t, l.wasTried(signature, 400))
		assert.False(t, l.wasTried(signature, 600))
		assert.False(t, l.wasTried(signature, 0), "to the end")
		l.add(signature, unlimited)
		assert.True(t, l.wasTried(signature, 0))
		assert.LessOrEqual(t, l.bytes, l.most)
	}
	assert.Less(t, len(l.nodes), 1000)
}

// TestForgettingChangesNothing checks that the verdict from the setup on is the same with next to
// no memory.
func TestForgettingChangesNothing(t *testing.T) {
	lib := hunttest.SmallDeals()
	for seed := range uint64(8) {
		pos, err := lib.Deal(chapters.DealID{Chapter: "3", Players: 3, Seed: seed})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		assert.Equal(t, solve(t, g, Options{}).Verdict, solve(t, g, Options{Memory: 1}).Verdict)
	}
}

// TestCountStaysSmall checks that a count takes no more memory than its limit allows.
func TestCountStaysSmall(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "13", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for g.Stage() != chapters.StagePlay {
		mustApply(g, g.Options()[0])
	}
	require.NotEqual(t, tricks.NoSeat, g.State().Waiver, "with Mithril there is most to remember")
	c := &counting{ctx: context.Background(), most: 300_000, places: 1 << 30}
	before := heap()
	_, err = c.game(g, nil)
	require.NoError(t, err)
	require.Greater(t, c.stored, int64(10_000))
	assert.Less(t, heap()-before, c.stored*placeBytes)
	runtime.KeepAlive(c)

	few := &counting{ctx: context.Background(), most: 300_000, places: 1000}
	_, err = few.game(g, nil)
	require.NoError(t, err)
	assert.LessOrEqual(t, few.stored, int64(1000))
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
