package search

// key is a position at the beginning of a trick, exactly: two positions with the same key
// have the same future. It is never hashed down, so to find it is a proof.
type key struct {
	// cards is the cards left with relative ranks (bits 0 to 47), the leader (48 and 49), whether Rings
	// may be led (50), and the state of the tally of trick winners (from 51 on).
	cards uint64
	// counts is the progress of the other goals.
	counts uint64
}

// lostPositions remembers positions that were proven lost. It is a hash table that grows up to its
// limit and then forgets old entries, which costs time but never an answer.
type lostPositions struct {
	// slots is the table. A free slot is zero, which is no key: a position that is searched has cards left.
	slots []key
	// used is the number of slots in use.
	used int
	// most is the largest number of slots that the memory limit allows, a power of two.
	most int
}

const (
	// firstSlots is the size of a new table.
	firstSlots = 1 << 8
	// probes is how many slots are searched for a key.
	probes = 8
	// slotBytes is the size of a key.
	slotBytes = 16
)

// reset forgets all positions and sets the limit in bytes. While the table grows, the old one and the new
// one, twice as large, are in memory together.
func (t *lostPositions) reset(memory int64) {
	t.most = firstSlots
	for int64(t.most)*2*slotBytes*3/2 <= memory {
		t.most *= 2
	}
	if cap(t.slots) < firstSlots {
		t.slots = make([]key, firstSlots)
	}
	t.slots = t.slots[:firstSlots]
	clear(t.slots)
	t.used = 0
}

// shrink releases the memory of a table that has grown.
func (t *lostPositions) shrink() {
	if cap(t.slots) > firstSlots {
		t.slots = nil
	}
}

func (t *lostPositions) index(k key) int {
	h := (k.cards ^ k.counts*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return int(h>>32) & (len(t.slots) - 1)
}

// contains reports whether the position is known as lost.
func (t *lostPositions) contains(k key) bool {
	i := t.index(k)
	for range probes {
		switch t.slots[i] {
		case k:
			return true
		case key{}:
			return false
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	return false
}

// put remembers a position as lost.
func (t *lostPositions) put(k key) {
	if t.used*4 > len(t.slots)*3 && len(t.slots) < t.most {
		t.grow()
	}
	i := t.index(k)
	for n := range probes {
		switch slot := &t.slots[(i+n)&(len(t.slots)-1)]; *slot {
		case k:
			return
		case key{}:
			*slot = k
			t.used++
			return
		}
	}
	// All slots for this key are taken. Forget one of them, chosen by the key itself.
	t.slots[(i+int(k.cards>>3)%probes)&(len(t.slots)-1)] = k
}

func (t *lostPositions) grow() {
	old := t.slots
	t.slots = make([]key, len(old)*2)
	t.used = 0
	for _, k := range old {
		if k != (key{}) {
			t.put(k)
		}
	}
}
