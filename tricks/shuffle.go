package tricks

import "math/rand/v2"

// Shuffle puts the items in a random order: Fisher–Yates from the back with [IntN]. A source must
// give the same order in every version of the program, because deals are named by their seed. A
// golden file guards that.
func Shuffle[T any](src rand.Source, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := IntN(src, i+1)
		items[i], items[j] = items[j], items[i]
	}
}

// IntN returns a uniform number from 0 to n−1, by rejection. n must be positive.
func IntN(src rand.Source, n int) int {
	m := uint64(n)
	limit := -m % m // 2^64 mod n: below it the draw would be uneven
	for {
		if x := src.Uint64(); x >= limit {
			return int(x % m)
		}
	}
}

// NewSource returns the random source of deals and computer play: PCG with two
// seeds, the same on every machine.
func NewSource(seed1, seed2 uint64) rand.Source { return rand.NewPCG(seed1, seed2) }
