package chapters_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/require"
)

// soakRounds is how many rounds of every chapter, event, group and table size
// the tests play that walk through all of them.
var soakRounds = flag.Int("rounds", 0, "rounds of every chapter, event, group and table size in the tests of whole rounds; 0: a few")

// everyDeal calls f with random deals of every chapter, event, group, the Road
// and every table size: few of each, or as many as -rounds says.
func everyDeal(t *testing.T, few int, f func(t *testing.T, pos chapters.Position, rng *rand.Rand)) {
	if *soakRounds > 0 {
		few = *soakRounds
	}
	for _, id := range chapters.Default().Deals(0) {
		t.Run(fmt.Sprintf("%s%s players %d", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			n := few
			if id.Chapter == chapters.Road {
				n *= 4 // each has but one of the gifts and riders
			}
			for seed := range n {
				id.Seed = uint64(seed)
				f(t, roundOf(t, id), rand.New(rand.NewPCG(id.Seed, uint64(id.Players))))
			}
		})
	}
}

// roundOf deals a round. Every other one has its Mithril used up, where there is
// any, which no deal's name says.
func roundOf(t testing.TB, id chapters.DealID) chapters.Position {
	t.Helper()
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	if id.Seed%2 == 1 {
		r := pos.Round
		r.MithrilUsed = true
		pos, err = chapters.Default().DealRound(id, r)
		require.NoError(t, err)
		pos.ID = id.String() + " without Mithril"
	}
	return pos
}
