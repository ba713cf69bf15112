package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Problem is a round in stage play, ready to be searched: the table, the
// compiled goals and where the play stands.
type Problem struct {
	table   *tricks.Table
	checker *characters.Checker
	// start is the beginning of the current trick; forced is what has been
	// played into it already.
	start    tricks.State
	progress characters.Progress
	forced   []tricks.Move

	// owner is who plays each card, mark what the goals see in it: two cards of
	// a suit with the same mark are alike to every goal.
	owner [64]tricks.Seat
	mark  [64]uint64
	// all is every card of the round, trump its trumps (T8).
	all, trump tricks.Set
	// groups are sets of cards that several seats need cards of.
	groups []group
	// pyramid is the cards of a pyramid: none is alike to another, because of
	// what they cover. pile is the cards that come from the draw pile.
	pyramid, pile tricks.Set
	// last is who plays in the last trick.
	last tricks.SeatSet
}

// group is a set of cards and the counters that ask for cards of it.
type group struct {
	cards    tricks.Set
	counters []int
}

// NewProblem returns the problem of a game in stage play.
func NewProblem(g *chapters.Game) (*Problem, error) {
	if g.Stage() != chapters.StagePlay {
		return nil, fmt.Errorf("the round is in stage %s, not in stage play", g.Stage())
	}
	checker, err := characters.Compile(g.Table(), &g.Library().Cache, g.Goals()...)
	if err != nil {
		return nil, err
	}
	if len(checker.Counters) > 62 {
		return nil, fmt.Errorf("the goals count %d different things, more than the solver can tell apart", len(checker.Counters))
	}
	p := &Problem{table: g.Table(), checker: checker}
	if p.table.Trump != tricks.NoSuit {
		p.trump = tricks.SuitSet(p.table.Trump)
	}
	p.progress = checker.Start()
	history := g.History()
	for i := range history {
		p.progress = checker.After(p.progress, &history[i])
	}
	p.rewind(g.State())
	p.marks()
	p.group()
	if n := p.table.Tricks(); n > 0 {
		p.last = p.table.Playing(n - 1)
	}
	return p, nil
}

// rewind takes the cards of an unfinished trick back, so that every search
// begins with a whole trick, and notes them as forced.
func (p *Problem) rewind(s tricks.State) {
	if !s.Over && s.Led != tricks.NoSuit {
		for seat := s.Leader; seat != s.Turn; seat = p.table.Next(seat) {
			c := s.Card[seat]
			if c == tricks.NoCard {
				continue
			}
			p.forced = append(p.forced, tricks.Move{Card: c, ToWin: c == tricks.OneRing && s.Taken})
			s.Held[seat] |= c.Bit()
			s.Hand[seat] |= c.Bit()
			s.Card[seat] = tricks.NoCard
		}
		s.Table, s.Led, s.Best, s.Taken, s.Turn = 0, tricks.NoSuit, tricks.NoSeat, false, s.Leader
	}
	p.start = s
}

// marks works out which cards the goals tell apart. R1 is like no other card (T7).
func (p *Problem) marks() {
	for seat := range tricks.Seat(p.table.Seats) {
		p.all |= p.table.Owned[seat]
		for cards := p.table.Owned[seat]; cards != 0; cards &= cards - 1 {
			c := cards.First()
			p.owner[c] = seat
			if p.table.DrawnAfter(c) > 0 {
				p.pile |= c.Bit()
			}
			if p.table.Over(c) != 0 {
				p.pyramid |= p.table.Owned[seat]
			}
		}
	}
	for i := range p.checker.Counters {
		for cards := p.checker.Counters[i].Of; cards != 0; cards &= cards - 1 {
			p.mark[cards.First()] |= 1 << i
		}
	}
	p.mark[tricks.OneRing] |= 1 << 63
}

// group finds the sets of cards that more than one seat needs cards of.
func (p *Problem) group() {
	counters := p.checker.Counters[:p.checker.Firm]
	var seen []tricks.Set
next:
	for i := range counters {
		if counters[i].Kind != characters.CardsWon || counters[i].Lo == 0 {
			continue
		}
		g := group{cards: counters[i].Of}
		for _, s := range seen {
			if s == g.cards {
				continue next
			}
		}
		seen = append(seen, g.cards)
		var seats tricks.SeatSet
		for j := range counters {
			if k := &counters[j]; k.Kind == characters.CardsWon && k.With == 0 && k.Lo > 0 && k.Of&^g.cards == 0 {
				g.counters = append(g.counters, j)
				seats |= k.Seat.Bit()
			}
		}
		if bits.OnesCount8(uint8(seats)) > 1 {
			p.groups = append(p.groups, g)
		}
	}
}

// after returns the progress after a trick that began in the state before and
// ended with the last card.
func (p *Problem) after(pr characters.Progress, before *tricks.State, last tricks.Card, winner tricks.Seat) characters.Progress {
	t := characters.Trick{
		Number: int(before.Number), Leader: before.Leader, Winner: winner,
		Cards: before.Table | last.Bit(), Card: before.Card,
	}
	t.Card[before.Turn] = last
	return p.checker.After(pr, &t)
}

// won reports whether all goals are met at the end of the round.
func (p *Problem) won(s *tricks.State, pr characters.Progress) bool {
	if pr.Tally != characters.SettledTally {
		return false
	}
	return p.checker.Status(pr, &characters.Outlook{Over: true, Tricks: int(s.Number), Held: s.Held}) == characters.Sealed
}

// Playout plays random legal moves, all equally likely, to the round's end and
// reports whether every goal was met. It is the yardstick for solve times.
func (p *Problem) Playout(src rand.Source) bool {
	s, pr := p.start, p.progress
	for i := 0; !s.Over; i++ {
		var m tricks.Move
		if s.Naming {
			s = p.named(s, src)
		}
		if i < len(p.forced) {
			m = p.forced[i]
		} else {
			m = randomMove(p.table.Legal(&s), src)
		}
		before := s
		if winner, done := p.table.Play(&s, m); done {
			pr = p.after(pr, &before, m.Card, winner)
		}
	}
	return p.won(&s, pr)
}

// named lets a random seat lead, of those that can.
func (p *Problem) named(s tricks.State, src rand.Source) tricks.State {
	who := uint8(p.table.Named(&s))
	for n := tricks.Below(src, bits.OnesCount8(who)); n > 0; n-- {
		who &= who - 1
	}
	p.table.Name(&s, tricks.Seat(bits.TrailingZeros8(who)))
	return s
}

func randomMove(legal tricks.Set, src rand.Source) tricks.Move {
	n := legal.Len()
	i := n
	if legal.Has(tricks.OneRing) {
		n++
	}
	if j := tricks.Below(src, n); j < i {
		for ; j > 0; j-- {
			legal &= legal - 1
		}
		return tricks.Move{Card: legal.First()}
	}
	return tricks.Move{Card: tricks.OneRing, ToWin: true}
}
