package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/characters"
	"fellowship/tricks"
)

// TestPacked checks that a progress holds the right counts, however many conditions are packed side
// by side, and that a tally inside "any of" has the same state as it would have alone.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	table := tricks.NewTable(tricks.NoSuit, tricks.Plain(0x3f), tricks.Plain(0x3f<<8), tricks.Plain(0x3f<<16))
	wide := 0
	for range 300 {
		f := characters.Formula{Op: characters.Any}
		for range 6 + rng.IntN(6) {
			lo := rng.IntN(4)
			f.Parts = append(f.Parts, characters.Formula{Condition: characters.Condition{
				Kind: characters.ConditionKind(rng.IntN(int(characters.LeftOver) + 1)),
				Seat: tricks.Seat(rng.IntN(3)), Cards: tricks.Set(rng.Uint64()) & 0x3f3f3f,
				N: 1 + rng.IntN(3), Lo: lo, Hi: []int{lo, lo + 1, characters.NoLimit}[rng.IntN(3)],
			}})
		}
		compiled, err := characters.Compile(table, nil, f)
		if err != nil {
			continue // more than there is room for
		}
		c := pack(compiled)
		if last := c.Counters[len(c.Counters)-1]; last.shift > 32 {
			wide++
		}
		p := c.Start()
		values := compiled.Start()
		states := make([]uint16, len(values))
		for i := range c.Counters {
			if c.Counters[i].Tally != nil {
				states[i] = c.Counters[i].Tally.Start
			}
		}
		cards := [3][]tricks.Card{
			tricks.Set(0x3f).Cards(), tricks.Set(0x3f << 8).Cards(),
			tricks.Set(0x3f << 16).Cards(),
		}
		for number := range table.Tricks() {
			trick := characters.Trick{
				Number: number, Leader: tricks.Seat(rng.IntN(3)),
				Winner: tricks.Seat(rng.IntN(3)),
			}
			for s := range cards {
				trick.Card[s] = cards[s][number]
				trick.Cards |= trick.Card[s].Bit()
			}
			trick.Won[trick.Winner] = trick.Cards
			p = c.Advance(p, &trick, &table.Plan)
			c.Count(values, &trick)
			for i := range c.Counters {
				k := &c.Counters[i]
				want := min(values[i], k.Most)
				if k.Tally != nil {
					states[i] = k.Tally.Advance(states[i], trick.Winner)
					want = characters.Count(states[i])
				}
				assert.Equal(t, want, characters.Count(k.In(p)), "%+v", k.Condition)
			}
		}
	}
	assert.Greater(t, wide, 50)
}

// The state of a condition inside "any of" is packed beside the counts of other conditions. Its number
// may fall from one trick to the next, which must not change the counts.
func TestTallyBesideCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var cache characters.Cache
	hand := func(s tricks.Suit) tricks.Hand { return tricks.Plain(tricks.SuitSet(s)) }
	table := tricks.NewTable(tricks.NoSuit, hand(tricks.Hills), hand(tricks.Mountains), hand(tricks.Forests))
	lower := 0
	for range 200 {
		condition := characters.Condition{
			Kind: characters.ConditionKind(rng.IntN(int(characters.TricksInARow) + 1)),
			Seat: tricks.Seat(rng.IntN(3)), N: 1 + rng.IntN(3), Lo: rng.IntN(5),
		}
		condition.Hi = condition.Lo + rng.IntN(2)
		goal := characters.Formula{Op: characters.Any, Parts: []characters.Formula{{Condition: condition}}}
		for range 12 { // more than 32 bits of them
			count := characters.Condition{Kind: characters.Cards, Cards: tricks.SuitSet(tricks.Hills), Lo: 5, Hi: 8}
			goal.Parts = append(goal.Parts, characters.Formula{Condition: count})
		}
		compiled, err := characters.Compile(table, &cache, goal)
		require.NoError(t, err)
		c := pack(compiled)
		p := c.Start()
		for n := range table.Tricks() {
			was := c.Counters[0].In(p)
			p = c.Advance(p, &characters.Trick{Number: n, Winner: tricks.Seat(rng.IntN(table.Seats))}, &table.Plan)
			if c.Counters[0].In(p) < was {
				lower++
			}
			for i := range c.Counters[1:] {
				require.Zero(t, c.Counters[i+1].In(p), "%v", condition)
			}
		}
	}
	require.NotZero(t, lower)
}
