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
	for _, id := range everyTable() {
		t.Run(fmt.Sprintf("%s%s players %d", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			for seed := range few {
				id.Seed = uint64(seed)
				f(t, roundOf(t, id), rand.New(rand.NewPCG(id.Seed, uint64(id.Players))))
			}
		})
	}
}

// everyTable lists every chapter, with each of its events and groups, at every
// table size, as deals without a number.
func everyTable() []chapters.DealID {
	var out []chapters.DealID
	for _, c := range chapters.Default().Chapters {
		variants := []string{}
		for _, v := range append(append([]chapters.Variant(nil), c.Events...), c.Groups...) {
			variants = append(variants, v.Letter())
		}
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			for players := 1; players <= 4; players++ {
				out = append(out, chapters.DealID{Chapter: c.ID, Variant: v, Players: players})
			}
		}
	}
	return out
}

// roundOf deals a round. Every third one has its Mithril used up, where there is
// any, which no deal's name says.
func roundOf(t testing.TB, id chapters.DealID) chapters.Position {
	t.Helper()
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	if id.Seed%3 == 2 {
		r := pos.Round
		r.MithrilUsed = true
		pos, err = chapters.Default().DealRound(id, r)
		require.NoError(t, err)
		pos.ID = id.String() + " without Mithril"
	}
	return pos
}
