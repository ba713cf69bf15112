package solver

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"fellowship/chapters"
)

// TestStingAgreesWithSlow (L5) holds the search to the slow one on small endings
// where Sting may still be used, or is being used.
func TestStingAgreesWithSlow(t *testing.T) {
	verdicts := map[Verdict]int{}
	used := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := endingWith(t, "sting", 0)
		want := verdictOf(g)
		r := solve(t, g, Options{Memory: rapid.SampledFrom([]int64{0, 1}).Draw(t, "memory")})
		assert.Equal(t, want, r.Verdict)
		verdicts[r.Verdict]++
		if r.Swap != nil {
			if r.Swap.Decisions[0].To == chapters.LostCard {
				used["lost"]++
			} else {
				used["seat"]++
			}
			if r.Swap.Before > 0 {
				used["later"]++
			}
		}
	})
	t.Log(verdicts, used)
	for _, v := range []Verdict{Winnable, Unwinnable} {
		assert.NotZero(t, verdicts[v], v)
	}
	for _, how := range []string{"lost", "seat", "later"} {
		assert.NotZero(t, used[how], how)
	}
}
