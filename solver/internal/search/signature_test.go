package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/characters"
	"fellowship/solver/internal/endingtest"
)

// TestSignatureTellsBounds: problems that differ in nothing but the upper bound of a count have different
// signatures, also where one has no limit and the other allows none.
func TestSignatureTellsBounds(t *testing.T) {
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		p, err := NewProblem(endingtest.Any(t), 0, Alternative{})
		require.NoError(t, err)
		for i := range p.Checker.Counters {
			var signatures []string
			for _, most := range []int{0, 1, characters.NoLimit} {
				checker := *p.Checker
				checker.Counters = slices.Clone(checker.Counters)
				checker.Counters[i].Hi = most
				other := *p
				other.Checker = &checker
				signatures = append(signatures, other.Signature())
			}
			assert.NotEqual(t, signatures[0], signatures[1])
			assert.NotEqual(t, signatures[0], signatures[2])
			assert.NotEqual(t, signatures[1], signatures[2])
			tried++
		}
	})
	assert.NotZero(t, tried)
}
