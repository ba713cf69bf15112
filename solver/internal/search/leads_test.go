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

// outcome is how many tricks each seat wins in some line, and the cards in them.
type outcome struct {
	count [tricks.MaxSeats]uint8
	took  [tricks.MaxSeats]tricks.Set
}

// allWins calls visit with what is won in each way to play the rest, but gives up after
// so many plays.
func allWins(p *Problem, s tricks.State, so outcome, left *int, visit func(outcome)) {
	if s.Over {
		visit(so)
		return
	}
	if *left--; *left <= 0 {
		return
	}
	if s.Naming {
		for who := p.Table.Named(&s); who != 0; who &= who - 1 {
			next := s
			p.Table.Name(&next, who.First())
			allWins(p, next, so, left, visit)
		}
		return
	}
	for _, c := range p.Legal(&s).Cards() {
		for _, toWin := range []bool{false, true} {
			if toWin && c != tricks.OneRing {
				continue
			}
			next, more := s, so
			winner, done := p.Table.Play(&next, tricks.Move{Card: c, ToWin: toWin})
			if done && winner >= 0 {
				more.count[winner]++
				more.took[winner] |= s.Table | c.Bit()
			}
			allWins(p, next, more, left, visit)
		}
	}
}

// asked returns an outlook in which each seat needs so many tricks, and the state of a
// tally that lets it win no more.
func (p *Problem) asked(s *tricks.State, count [tricks.MaxSeats]uint8) (*outlook, *characters.TallyState) {
	o := &outlook{left: p.Table.Tricks() - int(s.Number)}
	now := &characters.TallyState{Min: count, Max: count}
	for seat, n := range count {
		o.must[seat] = int(n)
		o.present |= s.Held[seat]
	}
	return o, now
}

// TestLeads holds what is said of who can get the lead (T4, T5) to all ways to play the rest of a round: with R1 (T7), trumps (T8),
// pyramids and piles (S9, S10), hands of several lengths (T9), the Old Forest (C5), seats
// that name a leader and cards that are set aside (K).
func TestLeads(t *testing.T) {
	sharp, loose := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := chapters.Default()
		g := endingtest.Of(t, lib, []string{"sam", "bilbo-baggins", "pippin", "merry", "elrond"}, []string{"terror"}, "", rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g, 0, Aim{Goals: g.Goals()})
		require.NoError(t, err)
		lines := map[[tricks.MaxSeats]uint8]outcome{}
		budget := 30_000
		allWins(p, p.Start, outcome{}, &budget, func(so outcome) {
			lines[so.count] = so
		})
		if len(p.Forced) > 0 || budget <= 0 || p.Start.Over {
			return
		}
		some := tricks.Set(rapid.Uint64().Draw(t, "needed cards"))
		left := p.Table.Tricks() - int(p.Start.Number)
		for n := range 1 << (2 * tricks.MaxSeats) {
			var count [tricks.MaxSeats]uint8
			sum := 0
			for seat := range p.Table.Seats {
				count[seat] = uint8(n >> (2 * seat) & 3)
				sum += int(count[seat])
			}
			if sum != left || n>>(2*p.Table.Seats) != 0 {
				continue
			}
			o, now := p.asked(&p.Start, count)
			so, possible := lines[count]
			switch can := p.passes(&p.Start, now, o); {
			case possible:
				require.True(t, can, "they can win %v tricks", count)
				for seat, n := range count {
					if n == 1 {
						o.need[seat] = 1
						if o.from[seat] = so.took[seat] & some; o.from[seat] == 0 {
							o.from[seat] = so.took[seat]
						}
					}
				}
				require.True(t, p.passes(&p.Start, now, o), "they can win %v tricks and take %v", count, o.from)
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
