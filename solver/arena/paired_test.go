package arena

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The chance is that of so many heads or fewer, or so many tails or fewer, counted one
// by one.
func TestSignTestIsExact(t *testing.T) {
	assert.InDelta(t, 0.0390625, signTest(8, 1), 1e-12)
	assert.InDelta(t, 1, signTest(0, 0), 0)
	rapid.Check(t, func(t *rapid.T) {
		plus, minus := rapid.IntRange(0, 300).Draw(t, "plus"), rapid.IntRange(0, 300).Draw(t, "minus")
		ways := new(big.Int)
		for i := range min(plus, minus) + 1 {
			ways.Add(ways, new(big.Int).Binomial(int64(plus+minus), int64(i)))
		}
		want, _ := new(big.Rat).SetFrac(ways.Lsh(ways, 1), new(big.Int).Lsh(big.NewInt(1), uint(plus+minus))).Float64()
		got := signTest(plus, minus)
		assert.InEpsilon(t, min(want, 1), got, 1e-9)
		assert.InDelta(t, got, signTest(minus, plus), 0, "either side alike")
	})
	// Deals by the hundred thousand.
	assert.InDelta(t, 2*0.5*math.Erfc(2/math.Sqrt2), signTest(500_000+1000, 500_000-1000), 1e-3)
}

// The interval holds the true difference in nearly 95 of 100 cases or more, counted
// over all that can come of so many rounds.
func TestDifferenceHoldsTheTrueOne(t *testing.T) {
	for _, tt := range []struct {
		n           int
		plus, minus float64
	}{
		{20, 0.2, 0.1}, {20, 0.4, 0.05}, {50, 0.1, 0.1}, {50, 0.3, 0.15}, {80, 0.25, 0.25}, {80, 0.02, 0.01},
	} {
		held := 0.0
		for plus := range tt.n + 1 {
			for minus := range tt.n - plus + 1 {
				_, low, high := difference(plus, minus, tt.n)
				if low <= tt.plus-tt.minus && tt.plus-tt.minus <= high {
					held += trinomial(tt.n, plus, minus, tt.plus, tt.minus)
				}
			}
		}
		assert.Greater(t, held, 0.94, "%v", tt)
		assert.Less(t, held, 0.99999, "%v: it says something", tt)
	}
}

func trinomial(n, a, b int, p, q float64) float64 {
	log := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return math.Exp(log(n) - log(a) - log(b) - log(n-a-b) +
		float64(a)*math.Log(p) + float64(b)*math.Log(q) + float64(n-a-b)*math.Log(1-p-q))
}

func TestDifferenceProperties(t *testing.T) {
	// 9 and 3 of 50, worked out by hand: shares of 10/52 and 4/52.
	d, low, high := difference(9, 3, 50)
	assert.InDelta(t, 0.12, d, 1e-12)
	assert.InDelta(t, 0.11538-0.13750, low, 1e-4)
	assert.InDelta(t, 0.11538+0.13750, high, 1e-4)
	_, low, high = difference(0, 0, 0)
	assert.Equal(t, []float64{-1, 1}, []float64{low, high}, "nothing seen, nothing known")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 2000).Draw(t, "n")
		plus := rapid.IntRange(0, n).Draw(t, "plus")
		minus := rapid.IntRange(0, n-plus).Draw(t, "minus")
		d, low, high := difference(plus, minus, n)
		if low < -1 || low > d || d > high || high > 1 {
			t.Fatalf("%v is not in %v to %v", d, low, high)
		}
		other, otherLow, otherHigh := difference(minus, plus, n)
		assert.InDeltaSlice(t, []float64{-d, -high, -low}, []float64{other, otherLow, otherHigh}, 1e-12,
			"the other way round")
	})
}
