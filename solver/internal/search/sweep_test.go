package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// TestSweeps holds the bound on how many tricks a seat may win (T4, T5) to all ways to play
// the rest of a round: with R1 (T7), trumps (T8), pyramids and piles (S9, S10), hands of
// several lengths (T9), the Old Forest (C5) and cards that are set aside (K).
func TestSweeps(t *testing.T) {
	sharp, loose := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := chapters.Default()
		g := endingtest.FromLibrary(t, lib, []string{"sam", "bilbo-baggins", "pippin", "merry", "elrond"},
			[]string{"terror"}, "", rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g, 0, Alternative{})
		require.NoError(t, err)
		seen := map[[tricks.MaxSeats]int]bool{}
		budget := 30_000
		winsOf(p, p.Start, [tricks.MaxSeats]int{}, &budget, seen)
		var most [tricks.MaxSeats]int
		for wins := range seen {
			for seat, n := range wins {
				most[seat] = max(most[seat], n)
			}
		}
		if p.IsDisabled(Sweeps) || len(p.Forced) > 0 || budget <= 0 {
			return
		}
		tricksLeft := p.Table.Tricks() - int(p.Start.Number)
		for seat := range tricks.Seat(p.Table.Seats) {
			for n := 1; n <= tricksLeft; n++ {
				can := p.sweeps(&p.Start, seat, n, tricksLeft)
				switch {
				case n <= most[seat]:
					require.True(t, can, "seat %d can win %d tricks", seat, n)
				case can:
					loose++
				default:
					sharp++
				}
			}
		}
	})
	t.Logf("too many tricks: %d times ruled out, %d times not", sharp, loose)
	require.NotZero(t, sharp)
}
