package difficulty_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"fellowship/solver/difficulty"
)

// The intervals published by R. G. Newcombe, Statistics in Medicine 17 (1998),
// 857–872, table I, method 3 (the score method without continuity correction).
func TestWilsonPublished(t *testing.T) {
	for _, tt := range []struct {
		hits, n   int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := difficulty.Wilson(tt.hits, tt.n)
		assert.InDelta(t, tt.low, low, 0.00005, "%d of %d", tt.hits, tt.n)
		assert.InDelta(t, tt.high, high, 0.00005, "%d of %d", tt.hits, tt.n)
	}
}

func TestWilsonProperties(t *testing.T) {
	low, high := difficulty.Wilson(0, 0)
	assert.Equal(t, []float64{0, 1}, []float64{low, high}, "nothing seen, nothing known")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		hits := rapid.IntRange(0, n).Draw(t, "hits")
		low, high := difficulty.Wilson(hits, n)
		share := float64(hits) / float64(n)
		if low < 0 || low > share || high < share || high > 1 {
			t.Fatalf("%d of %d: %v to %v", hits, n, low, high)
		}
		otherLow, otherHigh := difficulty.Wilson(n-hits, n)
		assert.InDelta(t, 1-high, otherLow, 1e-12, "the other side of the coin")
		assert.InDelta(t, 1-low, otherHigh, 1e-12, "the other side of the coin")
		fourLow, fourHigh := difficulty.Wilson(4*hits, 4*n)
		if fourHigh-fourLow >= high-low {
			t.Fatal("more samples must say more")
		}
	})
}
