package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// winsOf notes how many tricks the seats win in each way to play the rest, but gives up after
// so many plays.
func winsOf(p *Problem, s tricks.State, so [tricks.MaxSeats]int, left *int, seen map[[tricks.MaxSeats]int]bool) {
	if s.IsOver {
		seen[so] = true
	}
	*left--
	if *left <= 0 || s.IsOver {
		return
	}
	if s.Naming {
		for seat := range tricks.Seat(p.Table.Seats) {
			if p.Table.Holding(&s).Contains(seat) {
				next := s
				p.Table.Name(&next, seat)
				winsOf(p, next, so, left, seen)
			}
		}
		return
	}
	for _, c := range p.Legal(&s).Cards() {
		for _, toWin := range []bool{false, true} {
			if toWin && c != tricks.OneRing {
				continue
			}
			next := s
			more := so
			if winner, done := p.Table.Play(&next, tricks.Move{Card: c, ToWin: toWin}); done && winner >= 0 {
				more[winner]++
			}
			winsOf(p, next, more, left, seen)
		}
	}
}

// TestLeads holds what is said of who can get the lead (T5) to all ways to play the rest of a
// round: with R1 (T7), trumps (T8), pyramids and piles (S9, S10), the Old Forest (C5) and cards
// that are set aside (K).
func TestLeads(t *testing.T) {
	sharp, loose := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := chapters.Default()
		g := endingtest.FromLibrary(t, lib, []string{"sam", "pippin", "merry", "elrond"}, []string{"terror"}, "",
			rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g, 0, Alternative{})
		require.NoError(t, err)
		if p.IsDisabled(Leads) || len(p.Forced) > 0 || p.Start.IsOver {
			return
		}
		seen := map[[tricks.MaxSeats]int]bool{}
		budget := 30_000
		winsOf(p, p.Start, [tricks.MaxSeats]int{}, &budget, seen)
		if budget <= 0 {
			return
		}
		most := 1 << (2 * p.Table.Seats) // up to three tricks a seat
		for n := range most {
			var count [tricks.MaxSeats]int
			f := forecast{tricksLeft: p.Table.Tricks() - int(p.Start.Number)}
			now := &characters.TallyState{}
			for seat := range p.Table.Seats {
				count[seat] = n >> (2 * seat) & 3
				f.minWins[seat] = count[seat]
				now.Max[seat] = uint8(count[seat])
			}
			f.winners = p.mayWin(now, &f)
			switch can := p.leadsPass(&p.Start, &f); {
			case seen[count]:
				require.True(t, can, "they can win %v tricks", count)
				now.Max = [tricks.MaxSeats]uint8{9, 9, 9, 9}
				f.winners = p.mayWin(now, &f)
				require.True(t, p.leadsPass(&p.Start, &f), "they can win %v tricks, and may win others", count)
			case can:
				loose++
			default:
				sharp++
			}
		}
	})
	t.Logf("numbers of tricks: %d ruled out, %d not", sharp, loose)
	require.NotZero(t, sharp)
}
