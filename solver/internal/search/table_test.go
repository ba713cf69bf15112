package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTableStaysSmall: the table never takes more than its limit, not even while it
// grows, and goes on remembering.
func TestTableStaysSmall(t *testing.T) {
	for _, memory := range []int64{1, 10_000, 1 << 20} {
		var table deadTable
		table.reset(memory)
		for i := range uint64(300_000) {
			slots := len(table.slots)
			table.put(key{cards: i + 1, counts: i % 3})
			if grown := len(table.slots); grown > slots {
				assert.LessOrEqual(t, int64((grown+slots)*slotBytes), max(memory, firstSlots*slotBytes))
			}
			assert.True(t, table.has(key{cards: i + 1, counts: i % 3}))
		}
	}
	const defaultMemory = 96 << 20 // of package solver
	// Two searches with the default, and what they need beside, in 256 MiB.
	var table deadTable
	table.reset(defaultMemory)
	assert.LessOrEqual(t, int64(2*(table.most*3/2*slotBytes+defaultMemory/4)), int64(256<<20))
}
