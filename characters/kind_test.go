package characters

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"fellowship/tricks"
)

// TestRows: there is a row for every kind of condition, and nothing is forgotten in it.
func TestRows(t *testing.T) {
	for k := range AtomKind(NumKinds) {
		row := &kinds[k]
		assert.NotNil(t, row.most, "kind %d", k)
		assert.NotNil(t, row.numbers, "kind %d", k)
		assert.NotNil(t, row.more, "kind %d", k)
		assert.Equal(t, row.winners, k <= InARow, "kind %d: those on trick winners come first", k)
		if row.winners && !k.everybody() {
			assert.Less(t, row.most(&Atom{Kind: k, Lo: 14, Hi: NoLimit, N: 14}), Value(1<<8), "kind %d: see raw", k)
		}
	}
}

// TestWithin: a count is missed by as much as it is away from the nearest number that will do.
func TestWithin(t *testing.T) {
	for _, tt := range []struct{ least, most, have, off int }{
		{1, 2, 0, 1}, {1, 2, 1, 0}, {1, 2, 2, 0}, {1, 2, 5, 3}, {3, 99, 0, 3}, {3, 99, 12, 0}, {0, 0, 4, 4}, {0, NoLimit, 31, 0},
	} {
		assert.Equal(t, tt.off, within(tt.have, tt.least, tt.most).Off, "%+v", tt)
	}
}

// TestRun: a run that was broken stays broken, whatever else is won (G4).
func TestRun(t *testing.T) {
	a := &Atom{Kind: InARow, Seat: 1, N: 2}
	v := Value(0)
	for i, tt := range []struct {
		winner          tricks.Seat
		have, most, off int
	}{
		{0, 0, 2, 2}, {1, 1, 2, 1}, {1, 2, 2, 0}, {2, 2, 2, 0}, {1, 3, -1, 2}, {tricks.NoSeat, 3, -1, 2}, {1, 4, -1, 2},
	} {
		v = a.after(v, &Trick{Number: i, Winner: tt.winner}, nil)
		assert.Equal(t, Numbers{Have: tt.have, Least: 2, Most: tt.most, Off: tt.off}, kinds[InARow].numbers(a, v, 3, 0), "trick %d", i)
	}
}

// TestPacked: what is packed into a progress is what was counted, however many conditions
// lie side by side, and a tally inside "any of" is in the state it is in alone.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	table := tricks.NewTable(tricks.NoSuit, tricks.Plain(0x3f), tricks.Plain(0x3f<<8), tricks.Plain(0x3f<<16))
	wide := 0
	for range 300 {
		f := Formula{Op: Any}
		for range 6 + rng.IntN(6) {
			lo := rng.IntN(4)
			f.Parts = append(f.Parts, leaf(Atom{
				Kind: AtomKind(rng.IntN(NumKinds)), Seat: tricks.Seat(rng.IntN(3)), Of: tricks.Set(rng.Uint64()) & 0x3f3f3f,
				N: 1 + rng.IntN(3), Lo: lo, Hi: []int{lo, lo + 1, NoLimit}[rng.IntN(3)],
			}))
		}
		c, err := Compile(table, nil, f)
		if err != nil {
			continue // more than there is room for
		}
		if last := c.Counters[len(c.Counters)-1]; last.shift > 32 {
			wide++
		}
		p, values := c.Start(), make([]Value, c.Values())
		states := make([]uint16, len(values))
		for i := range c.Counters {
			if c.Counters[i].tally != nil {
				states[i] = c.Counters[i].tally.Start
			}
		}
		cards := [3][]tricks.Card{tricks.Set(0x3f).Cards(), tricks.Set(0x3f << 8).Cards(), tricks.Set(0x3f << 16).Cards()}
		for number := range table.Tricks() {
			trick := Trick{Number: number, Leader: tricks.Seat(rng.IntN(3)), Winner: tricks.Seat(rng.IntN(3))}
			for s := range cards {
				trick.Card[s] = cards[s][number]
				trick.Cards |= trick.Card[s].Bit()
			}
			trick.Won[trick.Winner] = trick.Cards
			p = c.After(p, &trick)
			c.Count(values, &trick)
			for i := range c.Counters {
				k := &c.Counters[i]
				want := min(values[i], k.most)
				if k.tally != nil {
					states[i] = k.tally.After(states[i], trick.Winner)
					want = Value(states[i])
				}
				assert.Equal(t, want, Value(k.Value(p)), "%+v", k.Atom)
			}
		}
	}
	assert.Greater(t, wide, 50)
}
