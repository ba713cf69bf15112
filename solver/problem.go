package solver

import (
	"fmt"
	"math/bits"

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
	// stays says that the tucked card does not come back for the first trick.
	stays bool
	// without is what of the search is switched off.
	without Parts

	// owner is who plays each card, mark what the goals see in it: two cards of
	// a suit with the same mark are alike to every goal.
	owner [64]tricks.Seat
	mark  [64]uint64
	// all is every card of the round, trump its trumps (T8).
	all, trump tricks.Set
	// groups are sets of cards that several seats need cards of.
	groups []group
	// leads are the counters of what a seat leads.
	leads []int
	// limits are the counters of the most cards that a seat may win.
	limits []int
	// pyramid is the cards of a pyramid: none is alike to another, because of
	// what they cover. pile is the cards that come from the draw pile.
	pyramid, pile tricks.Set
	// plain says that all seats follow suit in every trick, with any card of the
	// hand.
	plain bool
	// spare is the seats that have set a card aside for the last trick and hold more
	// than they will play: in that trick they follow nothing (K: Radagast).
	spare tricks.SeatSet
	// allPlay says that all seats play in every trick (T9).
	allPlay bool
	// last is who plays in the last trick.
	last tricks.SeatSet
	// classes is, for each trick and rank, how many cards of the Old Forest that
	// are still to come it beats: ranks of one class are alike (C5).
	classes [][9]uint8
	// enough is the cards that rank high enough to win each trick (C5).
	enough []tricks.Set
	// played is all tricks, a bit a trick.
	played uint32
	// winnable is the tricks that each card ranks high enough for, a bit a trick; nil
	// without the Old Forest (C5).
	winnable []uint32
	// sums is the least sum of ranks of each trick, toCome what all tricks from
	// one on ask for together (C14).
	sums, toCome []int
	// spared says that the sums of the Balrog need not be met.
	spared bool
	// swap is the exchange that is still to be made, nil for none.
	swap *swap
}

// nobody stands for the Old Man Willow among those who can win a trick (C5).
const nobody = tricks.SeatSet(1 << tricks.MaxSeats)

// group is a set of cards and the counters that ask for cards of it.
type group struct {
	cards    tricks.Set
	counters []int
}

// NewProblem returns the problem of a game in stage play: to meet all goals.
func NewProblem(g *chapters.Game) (*Problem, error) { return newProblem(g, 0, aim{goals: g.Goals()}) }

// newProblem returns the problem of winning a game in stage play in this way.
func newProblem(g *chapters.Game, without Parts, a aim) (*Problem, error) {
	if g.Stage() != chapters.StagePlay {
		return nil, fmt.Errorf("the round is in stage %s, not in stage play", g.Stage())
	}
	checker, err := characters.Compile(g.Table(), &g.Library().Cache, a.goals...)
	if err != nil {
		return nil, err
	}
	if len(checker.Counters) > rankMark {
		return nil, fmt.Errorf("%w: they count %d different things, more than the solver can tell apart", characters.ErrTooMuch, len(checker.Counters))
	}
	p := &Problem{table: g.Table(), checker: checker, stays: g.Stays(), without: without, spared: a.spared}
	if a.spared {
		table := *p.table
		table.Balrog = nil
		p.table = &table
	}
	if p.table.Trump != tricks.NoSuit {
		p.trump = tricks.SuitSet(p.table.Trump)
	}
	p.progress = checker.Start()
	history := g.History()
	for i := range history {
		p.progress = checker.After(p.progress, &history[i])
	}
	p.rewind(g.State())
	for i := range checker.Firm {
		switch k := &checker.Counters[i]; {
		case k.Kind == characters.Leads:
			p.leads = append(p.leads, i)
		case k.Kind == characters.CardsWon && k.Hi != characters.NoLimit:
			p.limits = append(p.limits, i)
		}
	}
	p.prepare()
	return p, nil
}

// prepare works out everything that follows from the table and the goals.
func (p *Problem) prepare() {
	p.marks()
	p.group()
	p.forest()
	p.plain = p.table.Free == 0 && p.table.FreeOnce == 0 && p.start.Tucked == tricks.NoCard &&
		p.table.First == [tricks.MaxSeats]tricks.Card{tricks.NoCard, tricks.NoCard, tricks.NoCard, tricks.NoCard}
	p.allPlay, p.spare = true, 0
	var plays [tricks.MaxSeats]int
	for t := range p.table.Tricks() {
		p.allPlay = p.allPlay && p.table.Playing(t) == 1<<p.table.Seats-1
		for seat := range tricks.Seat(p.table.Seats) {
			if p.table.Playing(t).Has(seat) {
				plays[seat]++
			}
		}
	}
	for seat := range tricks.Seat(p.table.Seats) {
		if p.table.Last[seat] != tricks.NoCard && p.table.Owned[seat].Len() > plays[seat] {
			p.spare |= seat.Bit()
			p.plain = false
		}
	}
	p.last = 0
	if n := p.table.Tricks(); n > 0 {
		p.last = p.table.Playing(n - 1)
	}
	p.sum()
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

// The bits of a mark: the counters, from rankMark on what the Balrog sees in a
// rank, then cards that are like no other.
const (
	rankMark    = 54
	apartMark   = 61 // set aside for the last trick, or tucked away (K)
	ringOfPower = 63
)

// marks works out which cards the goals and the specials tell apart. R1 is like
// no other card (T7), and so are those that lie apart from the hand (K). Against
// the Old Forest ranks are alike that no card still to be turned up parts (C5);
// against the Balrog none are (C14).
func (p *Problem) marks() {
	p.mark, p.all, p.pyramid, p.pile = [64]uint64{}, 0, 0, 0
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
	p.mark[tricks.OneRing] |= 1 << ringOfPower
	for seat := range p.table.Seats {
		if c := p.table.Last[seat]; c != tricks.NoCard {
			p.mark[c] |= 1 << apartMark
		}
	}
	if c := p.start.Tucked; c != tricks.NoCard {
		p.mark[c] |= 1 << (apartMark + 1)
	}
	if len(p.table.Balrog) > 0 {
		for cards := p.all; cards != 0; cards &= cards - 1 {
			c := cards.First()
			p.mark[c] |= uint64(c.Rank()) << rankMark
		}
	}
}

// tuckedAt returns the tucked card if it is the seat's.
func (p *Problem) tuckedAt(s *tricks.State, seat tricks.Seat) tricks.Set {
	if s.Tucked == tricks.NoCard || p.stays && s.Number == p.start.Number {
		return 0
	}
	return s.Held[seat] & s.Tucked.Bit()
}

// legal returns the cards the seat to move may play.
func (p *Problem) legal(s *tricks.State) tricks.Set {
	legal := p.table.Legal(s)
	if s.Tucked != tricks.NoCard && p.tuckedAt(s, s.Turn) == 0 {
		legal &^= s.Tucked.Bit()
	}
	return legal
}

// group finds the sets of cards that more than one seat needs cards of.
func (p *Problem) group() {
	counters := p.checker.Counters[:p.checker.Firm]
	p.groups = nil
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
	if pr.Tally != characters.SettledTally || s.Short && !p.spared {
		return false
	}
	return p.checker.Status(pr, &characters.Outlook{Over: true, Tricks: int(s.Number), Held: s.Held}) == characters.Sealed
}
