package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// mostOf returns how many more tricks each seat can win, each by itself, by going
// through all ways to play the rest, but gives up after so many plays.
func mostOf(p *Problem, s tricks.State, left *int) (most [tricks.MaxSeats]int) {
	add := func(more [tricks.MaxSeats]int, winner tricks.Seat) {
		if winner >= 0 {
			more[winner]++
		}
		for seat, n := range more {
			most[seat] = max(most[seat], n)
		}
	}
	if *left--; *left <= 0 || s.Over {
		return most
	}
	if s.Naming {
		for seat := range tricks.Seat(p.Table.Seats) {
			if p.Table.Holding(&s).Has(seat) {
				next := s
				p.Table.Name(&next, seat)
				add(mostOf(p, next, left), tricks.NoSeat)
			}
		}
		return most
	}
	for _, c := range p.Legal(&s).Cards() {
		for _, toWin := range []bool{false, true} {
			if toWin && c != tricks.OneRing {
				continue
			}
			next := s
			winner, done := p.Table.Play(&next, tricks.Move{Card: c, ToWin: toWin})
			if !done {
				winner = tricks.NoSeat
			}
			add(mostOf(p, next, left), winner)
		}
	}
	return most
}

// TestSweeps holds the bound on how many tricks a seat may win (T4, T5) to all ways to play
// the rest of a round: with R1 (T7), trumps (T8), pyramids and piles (S9, S10), hands of
// several lengths (T9), the Old Forest (C5) and cards that are set aside (K).
func TestSweeps(t *testing.T) {
	sharp, loose := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := chapters.Default()
		g := endingtest.Of(t, lib, []string{"sam", "bilbo-baggins", "pippin", "merry", "elrond"}, []string{"terror"}, "", rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g, 0, Alternative{Goals: g.Goals()})
		require.NoError(t, err)
		budget := 30_000
		most := mostOf(p, p.Start, &budget)
		if p.Off(Sweeps) || len(p.Forced) > 0 || budget <= 0 {
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
