package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLostStaySmall: lost positions never take more than their limit, not even while the
// table grows, and new ones are remembered.
func TestLostStaySmall(t *testing.T) {
	for _, memory := range []int64{1, 10_000, 1 << 20} {
		var lost lostPositions
		lost.reset(memory)
		for i := range uint64(300_000) {
			slots := len(lost.slots)
			lost.put(key{cards: i + 1, counts: i % 3})
			if grown := len(lost.slots); grown > slots {
				assert.LessOrEqual(t, int64((grown+slots)*slotBytes), max(memory, firstSlots*slotBytes))
			}
			assert.True(t, lost.contains(key{cards: i + 1, counts: i % 3}))
		}
	}
	const defaultMemory = 96 << 20 // of package solver
	// Two searches with the default, and what they need beside, in 256 MiB.
	var lost lostPositions
	lost.reset(defaultMemory)
	assert.LessOrEqual(t, int64(2*(lost.most*3/2*slotBytes+defaultMemory/4)), int64(256<<20))
}
