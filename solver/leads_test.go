package solver

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// outcome is how many tricks each seat wins in some line, the cards that win them, and
// all that it wins; and who leads, but for the first trick.
type outcome struct {
	count      [tricks.MaxSeats]uint8
	with, took [tricks.MaxSeats]tricks.Set
	leads      tricks.SeatSet
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
		for who := p.table.Named(&s); who != 0; who &= who - 1 {
			next := s
			p.table.Name(&next, who.First())
			allWins(p, next, so, left, visit)
		}
		return
	}
	for _, c := range p.legal(&s).Cards() {
		for _, toWin := range []bool{false, true} {
			if toWin && c != tricks.OneRing {
				continue
			}
			next, more := s, so
			if s.Led == tricks.NoSuit && s.Number > p.start.Number {
				more.leads |= s.Turn.Bit()
			}
			winner, done := p.table.Play(&next, tricks.Move{Card: c, ToWin: toWin})
			if done && winner >= 0 {
				more.count[winner]++
				played := s.Card
				played[s.Turn] = c
				more.with[winner] |= played[winner].Bit()
				more.took[winner] |= s.Table | c.Bit()
			}
			allWins(p, next, more, left, visit)
		}
	}
}

// asked returns an outlook in which each seat needs so many tricks, and the state of a
// tally that lets it win no more.
func (p *Problem) asked(s *tricks.State, count [tricks.MaxSeats]uint8) (*outlook, *characters.TallyState) {
	o := &outlook{left: p.table.Tricks() - int(s.Number)}
	now := &characters.TallyState{Min: count, Max: count}
	for seat, n := range count {
		o.must[seat] = int(n)
		o.present |= s.Held[seat]
	}
	p.judgeLeads(s, now, false, o)
	return o, now
}

// TestLeads holds what is said of who can get the lead, and of which cards can win their
// own tricks (T4, T5), to all ways to play the rest of a round: with R1 (T7), trumps (T8),
// pyramids and piles (S9, S10), hands of several lengths (T9), the Old Forest (C5), seats
// that name a leader and cards that are set aside (K).
func TestLeads(t *testing.T) {
	sharp, loose, noOpener, notRidden, missed := 0, 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := chapters.Default()
		g := endingOf(t, lib, []string{"sam", "bilbo-baggins", "pippin", "merry", "elrond"}, []string{"terror"}, "", rapid.IntRange(0, 1).Draw(t, "more cards"))
		p, err := NewProblem(g)
		require.NoError(t, err)
		type leaders struct {
			count [tricks.MaxSeats]uint8
			leads tricks.SeatSet
		}
		leading := map[leaders]bool{}
		lines := map[[tricks.MaxSeats]uint8]outcome{}
		var winning tricks.Set
		budget := 30_000
		allWins(p, p.start, outcome{}, &budget, func(so outcome) {
			leading[leaders{so.count, so.leads}] = true
			lines[so.count] = so
			for _, cards := range so.with {
				winning |= cards
			}
		})
		if len(p.forced) > 0 || budget <= 0 || p.start.Over {
			return
		}
		for so := range leading {
			o, _ := p.asked(&p.start, so.count)
			require.Zero(t, so.leads&^o.leads, "those who lead where they win %v", so.count)
		}
		some := tricks.Set(rapid.Uint64().Draw(t, "needed cards"))
		left := p.table.Tricks() - int(p.start.Number)
		for n := range 1 << (2 * tricks.MaxSeats) {
			var count [tricks.MaxSeats]uint8
			sum := 0
			for seat := range p.table.Seats {
				count[seat] = uint8(n >> (2 * seat) & 3)
				sum += int(count[seat])
			}
			if sum != left || n>>(2*p.table.Seats) != 0 {
				continue
			}
			o, now := p.asked(&p.start, count)
			so, possible := lines[count]
			switch can := p.passes(&p.start, now, o); {
			case possible:
				require.True(t, can, "they can win %v tricks", count)
				for seat, n := range count {
					if cards := so.with[seat]; cards&(tricks.OneRing.Bit()|p.trump) == 0 {
						o.own[seat] = cards
					}
					if n == 1 {
						o.need[seat] = 1
						if o.from[seat] = so.took[seat] & some; o.from[seat] == 0 {
							o.from[seat] = so.took[seat]
						}
					}
				}
				require.True(t, p.passes(&p.start, now, o), "they can win %v tricks with %v and take %v", count, o.own, o.from)
			case can:
				loose++
			default:
				sharp++
			}
		}
		o, _ := p.asked(&p.start, [tricks.MaxSeats]uint8{})
		o.tight, o.may, o.leads, o.leader = false, 1<<p.table.Seats-1, 1<<p.table.Seats-1, p.start.Leader.Bit()
		for cards := o.present &^ (tricks.OneRing.Bit() | p.trump); cards != 0; cards &= cards - 1 {
			c := cards.First()
			blocking, waits := p.blocking(c, &p.start, o)
			ridden := waits < left && p.ridden(&p.start, blocking, c, o)
			switch {
			case winning.Has(c):
				require.True(t, ridden, "%s can win", c)
			case !ridden && waits < left:
				notRidden++
			case ridden:
				missed++
			default:
				noOpener++
			}
		}
	})
	t.Logf("numbers of tricks: %d ruled out, %d not; cards that cannot win: %d too many wait for, %d not ridden in time, %d not seen",
		sharp, loose, noOpener, notRidden, missed)
	require.NotZero(t, sharp)
}
