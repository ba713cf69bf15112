package tricks_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file in testdata.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "run the test with -update if the change is wanted")
}

// TestShuffleIsFrozen checks that the order that a seed gives never changes, because deals are
// named by their seed.
func TestShuffleIsFrozen(t *testing.T) {
	var b strings.Builder
	for _, seeds := range [][2]uint64{{0, 0}, {1, 0}, {0, 1}, {7, 0xf3110c0de}, {1<<64 - 1, 1<<64 - 1}} {
		deck := tricks.Deck.Cards()
		tricks.Shuffle(tricks.NewSource(seeds[0], seeds[1]), deck)
		b.WriteString(tricks.FormatCards(deck) + "\n")
	}
	golden(t, "testdata/shuffle.golden", b.String())
}

// fixedSource returns the numbers of a list, and then counts up.
type fixedSource struct{ list []uint64 }

func (s *fixedSource) Uint64() uint64 {
	x := s.list[0]
	s.list = s.list[1:]
	return x
}

// TestBelow checks that every number is equally likely, because IntN rejects draws that would make
// low numbers likelier.
func TestBelow(t *testing.T) {
	const limit = 1 << 64 % 37 // 2^64 = 37·k + limit, so the draws below limit have to be rejected
	assert.Equal(t, 5, tricks.IntN(&fixedSource{[]uint64{0, limit - 1, 37*1000 + 5}}, 37))
	assert.Equal(t, int(limit), tricks.IntN(&fixedSource{[]uint64{limit}}, 37), "the first draw that counts")
	assert.Equal(t, 0, tricks.IntN(&fixedSource{[]uint64{123}}, 1))
	counts := make([]int, 6)
	src := tricks.NewSource(1, 2)
	for range 6000 {
		counts[tricks.IntN(src, 6)]++
	}
	for n, c := range counts {
		assert.InDelta(t, 1000, c, 150, "number %d", n)
	}
}

// TestShuffleIsFair checks that each card comes to each place about equally often, and that none is lost.
func TestShuffleIsFair(t *testing.T) {
	src := tricks.NewSource(5, 6)
	var counts [5][5]int
	for range 5000 {
		items := []int{0, 1, 2, 3, 4}
		tricks.Shuffle(src, items)
		assert.ElementsMatch(t, []int{0, 1, 2, 3, 4}, items)
		for place, item := range items {
			counts[item][place]++
		}
	}
	for item := range counts {
		for place, n := range counts[item] {
			assert.InDelta(t, 1000, n, 150, "item %d at place %d", item, place)
		}
	}
	tricks.Shuffle(src, []int{})
	tricks.Shuffle(src, []int{1})
}
