package solver

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// enumerate counts the sequences of plays and exchanges (Sting) to the round's end that
// the game calls won. It makes them one after the other, and gives up after a number of rounds.
func enumerate(g *chapters.Game, left *int) uint64 {
	if g.IsOver() {
		*left--
		if g.Result() == chapters.Won {
			return 1
		}
		return 0
	}
	var n uint64
	options := anyPlays(g)
	switch g.Due().Kind {
	case chapters.Return:
		options = g.Options()
	case chapters.Swap:
		options = append(options, g.Options()...)
	}
	for _, d := range options {
		if d.Kind == chapters.Swap && d.Target == tricks.NoSeat {
			continue // a play implies this decision
		}
		if next := g.Clone(); *left > 0 && next.Apply(d) == nil {
			n += enumerate(next, left)
		}
	}
	return n
}

// TestCountAgreesWithEnumeration compares the count with plain enumeration, on small
// endings of all goals, table sizes and kinds of hands.
func TestCountAgreesWithEnumeration(t *testing.T) {
	t.Parallel()
	counted := 0
	won := 0
	swaps := 0
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.WithGift(t,
			rapid.SampledFrom([]string{"", "mithril", "glamdring", "sting", "sting", "sting", "sting"}).Draw(t,
				"gift"), 0)
		left := 600
		want := enumerate(g, &left)
		if left <= 0 {
			return // too many to enumerate
		}
		var known Result
		if rapid.Bool().Draw(t, "known") {
			known = solve(t, g, Options{})
		}
		got, err := Count(context.Background(), g, known, Options{})
		require.NoError(t, err)
		assert.Equal(t, want, got.Count)
		assert.True(t, got.Exact)
		counted++
		if want > 0 {
			won++
			if g.State().SwapTo != tricks.NoSeat {
				swaps++
			}
		}
		// With a limit the count is a lower bound and not exact.
		got, err = Count(context.Background(), g, known, Options{Nodes: 400})
		require.NoError(t, err)
		assert.LessOrEqual(t, got.Count, want)
		if got.Exact {
			assert.Equal(t, want, got.Count)
		}
	})
	t.Log(counted, won, swaps)
	assert.Greater(t, counted, 200)
	assert.NotZero(t, won)
	assert.NotZero(t, swaps)
}

// TestCountFromTheDraft checks that decisions before play are part of a line, and that a known line
// is counted however small the limit is.
func TestCountFromTheDraft(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	known := solve(t, g, Options{})
	got, err := Count(context.Background(), g, known, Options{Nodes: 20_000})
	require.NoError(t, err)
	assert.NotZero(t, got.Count)
	assert.False(t, got.Exact, "too many to count")
	again, err := Count(context.Background(), g, known, Options{Nodes: 20_000})
	require.NoError(t, err)
	assert.Equal(t, got, again)
}

// TestCountOfEndings checks that the count is 0 exactly if there is no way to win.
func TestCountOfEndings(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/endings.jsonl")
	require.NoError(t, err)
	defer f.Close()
	lib := chapters.Default()
	n := 0
	for e := range lib.Read("endings", f) {
		n++
		if n%3 != 0 {
			continue // a third of them is enough
		}
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		got, err := Count(context.Background(), g, Result{}, Options{})
		require.NoError(t, err)
		assert.Equal(t, e.Record.Expect.Verdict == "winnable", got.Count > 0, e.Record.ID)
		assert.True(t, got.Exact)
	}
}
