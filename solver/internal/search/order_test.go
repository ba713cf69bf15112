package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// TestLosers holds to all ways to play the rest of a round that a seat that wins no more tricks
// loses nothing by its highest losing card of a suit (T4): whatever tricks the others can win
// after a lower one, they can win after that. With R1 (T7), trumps (T8), pyramids (S9), the Old
// Forest (C5) and cards that are set aside (K).
func TestLosers(t *testing.T) {
	held := 0
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.FromLibrary(t, chapters.Default(), []string{"sam", "pippin", "merry", "elrond"},
			[]string{"terror"}, "", rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g, 0, Alternative{})
		require.NoError(t, err)
		if p.IsDisabled(EqualCards) || len(p.Forced) > 0 {
			return
		}
		st := p.Start
		for n := rapid.IntRange(1, 3).Draw(t, "cards of the trick"); n > 0 && !st.IsOver; n-- {
			p.Table.Play(&st, tricks.Move{Card: rapid.SampledFrom(p.Legal(&st).Cards()).Draw(t, "card")})
		}
		if st.IsOver {
			return
		}
		f := forecast{tricksLeft: p.Table.Tricks() - int(st.Number), winners: 1<<p.Table.Seats - 1}
		f.winners &^= st.Turn.Bit()
		losers := p.losers(&st, p.Legal(&st), p.takers(&st), &f)
		after := func(c tricks.Card) (seen map[[tricks.MaxSeats]int]bool, all bool) {
			next := st
			so := [tricks.MaxSeats]int{}
			if winner, done := p.Table.Play(&next, tricks.Move{Card: c}); done && winner >= 0 {
				so[winner]++
			}
			seen = map[[tricks.MaxSeats]int]bool{}
			budget := 30_000
			winsOf(p, next, so, &budget, seen)
			return seen, budget > 0
		}
		for _, c := range losers.Cards() {
			highest := losers.OfSuit(c.Suit()).Cards()[losers.OfSuit(c.Suit()).Len()-1]
			low, all := after(c)
			high, too := after(highest)
			if c == highest || !all || !too {
				continue
			}
			for wins := range low {
				if wins[st.Turn] == 0 {
					require.True(t, high[wins], "%v after %v, but not after %v", wins, c, highest)
					held++
				}
			}
		}
	})
	t.Logf("%d times", held)
	if !testing.Short() {
		require.NotZero(t, held)
	}
}
