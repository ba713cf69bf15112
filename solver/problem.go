package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

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
	// wonLeads says that whoever leads a later trick has won one: all seats play in
	// every trick (T9), and nobody names a leader.
	wonLeads bool
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
func NewProblem(g *chapters.Game) (*Problem, error) { return newProblem(g, 0, g.Goals()) }

// problemsOf returns the problems of which one has to be solved, the most
// promising first. Where Mithril can still cover one character's goal, each
// problem leaves one out; a line that meets all goals meets those as well. And a
// goal that can be met in several ways, such as cards of any one rank, is a
// problem for each of them: a goal that says which cards leaves all others alike,
// and the bounds hold it to them. Together the problems are the goal, exactly.
func problemsOf(g *chapters.Game, without Parts) ([]*Problem, error) {
	list, err := everyProblem(g, without)
	return promising(list), err
}

// everyProblem returns the problems of [problemsOf], those that are lost at once
// among them.
func everyProblem(g *chapters.Game, without Parts) ([]*Problem, error) {
	goals := g.Goals()
	var sets [][]characters.Formula
	if g.Waiver() != tricks.NoSeat {
		for i, can := range g.Waivable() {
			if can {
				sets = append(sets, slices.Delete(slices.Clone(goals), i, i+1))
			}
		}
	}
	if len(sets) == 0 {
		sets = append(sets, goals)
	}
	var list []*Problem
	for _, set := range sets {
		for _, way := range ways(set, without) {
			p, err := newProblem(g, without, way)
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// promising leaves out the problems that are lost at once and sorts the others.
func promising(problems []*Problem) []*Problem {
	var list []outlooked
	var o outlook
	for _, p := range problems {
		at := outlooked{problem: p}
		if p.swap != nil {
			p = p.swap.bounds
		}
		at.promise = p.ease()
		if start := p.start; !start.Over {
			if !p.judge(&start, p.progress, &o) {
				continue // lost at once
			}
			for _, n := range o.must {
				at.promise -= n * trickWorth
			}
		}
		list = append(list, at)
	}
	slices.SortStableFunc(list, func(a, b outlooked) int { return b.promise - a.promise })
	out := make([]*Problem, len(list))
	for i := range list {
		out[i] = list[i].problem
	}
	return out
}

// outlooked is a problem and how promising it looks: the easier it is to win the
// cards and the fewer tricks they need at least, the better.
type outlooked struct {
	problem *Problem
	promise int
}

// trickWorth is how many ranks of ease a trick that is needed counts for.
const trickWorth = 5

// ease rates the cards that seats have to win, of each set the easiest: a high one
// in the own hand, a low one in another.
func (p *Problem) ease() int {
	sum := 0
	for i := range p.checker.Firm {
		k := &p.checker.Counters[i]
		if k.Kind != characters.CardsWon || k.Lo <= 0 {
			continue
		}
		var ranks []int
		for cards := k.Of & p.all; cards != 0; cards &= cards - 1 {
			c := cards.First()
			if p.owner[c] == k.Seat {
				ranks = append(ranks, c.Rank())
			} else {
				ranks = append(ranks, 9-c.Rank())
			}
		}
		slices.Sort(ranks)
		for _, r := range ranks[max(len(ranks)-k.Lo, 0):] {
			sum += r
		}
	}
	return sum
}

// maxWays is the most problems a set of goals is taken apart into.
const maxWays = 64

// ways lists the combinations of ways in which the goals can be met. Goals that
// have too many stay whole.
func ways(goals []characters.Formula, without Parts) [][]characters.Formula {
	if without&Ways != 0 {
		return [][]characters.Formula{goals}
	}
	out := [][]characters.Formula{nil}
	for _, goal := range goals {
		list, ok := goal.Alternatives(maxWays / max(len(out), 1))
		if !ok {
			list = []characters.Formula{goal}
		}
		var next [][]characters.Formula
		for _, so := range out {
			for _, way := range list {
				next = append(next, append(slices.Clip(so), way))
			}
		}
		out = next
	}
	return out
}

// newProblem returns the problem of meeting these goals of a game in stage play.
func newProblem(g *chapters.Game, without Parts, goals []characters.Formula) (*Problem, error) {
	if g.Stage() != chapters.StagePlay {
		return nil, fmt.Errorf("the round is in stage %s, not in stage play", g.Stage())
	}
	checker, err := characters.Compile(g.Table(), &g.Library().Cache, goals...)
	if err != nil {
		return nil, err
	}
	if len(checker.Counters) > rankMark {
		return nil, fmt.Errorf("the goals count %d different things, more than the solver can tell apart", len(checker.Counters))
	}
	p := &Problem{table: g.Table(), checker: checker, stays: g.Stays(), without: without}
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
	p.wonLeads = p.table.Namers == 0
	for t := range p.table.Tricks() {
		p.wonLeads = p.wonLeads && p.table.Playing(t) == 1<<p.table.Seats-1
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

// forest works out what the cards of the Old Forest that are turned up let win, and
// which ranks none of those still to come parts (C5).
func (p *Problem) forest() {
	n := p.table.Tricks()
	p.played = 1<<n - 1
	p.enough, p.winnable, p.classes = nil, nil, nil
	if len(p.table.Willow) == 0 {
		return
	}
	for _, up := range p.table.Willow {
		p.enough = append(p.enough, atLeast(up.Rank()))
	}
	if !p.off(OldForest) {
		p.winnable = make([]uint32, len(p.owner))
		for c := range tricks.Card(len(p.winnable)) {
			for t := range n {
				if t >= len(p.enough) || p.enough[t].Has(c) || c == tricks.OneRing {
					p.winnable[c] |= 1 << t
				}
			}
		}
	}
	p.classes = make([][9]uint8, n+1)
	for t := range p.classes {
		for _, up := range p.table.Willow[min(t, len(p.table.Willow)):min(n, len(p.table.Willow))] {
			for rank := up.Rank(); rank < 9; rank++ {
				p.classes[t][rank]++
			}
		}
	}
}

// same reports whether two cards are the same to every goal and to the side
// deck, from a trick on.
func (p *Problem) same(a, b tricks.Card, trick int) bool {
	return p.mark[a] == p.mark[b] &&
		(p.classes == nil || p.classes[trick][a.Rank()] == p.classes[trick][b.Rank()])
}

// sum works out what the Balrog cards ask for.
func (p *Problem) sum() {
	n := len(p.table.Balrog)
	if n == 0 {
		return
	}
	p.sums, p.toCome = make([]int, n), make([]int, n+1)
	for t := n - 1; t >= 0; t-- {
		for _, c := range p.table.Balrog[t] {
			p.sums[t] += c.Rank()
		}
		p.toCome[t] = p.toCome[t+1]
		if t < p.table.Tricks() {
			p.toCome[t] += p.sums[t]
		}
	}
}

// short reports whether the ranks that are left cannot sum to what the tricks
// to come ask for (C14).
func (p *Problem) short(s *tricks.State, present tricks.Set) bool {
	if int(s.Number) >= len(p.sums) {
		return false
	}
	total := 0
	for ; present != 0; present &= present - 1 {
		total += present.First().Rank()
	}
	return total < p.toCome[s.Number]
}

// fallsShort reports whether the unfinished trick cannot reach its sum any more,
// whatever the seats still to play do.
func (p *Problem) fallsShort(s *tricks.State) bool {
	if int(s.Number) >= len(p.sums) {
		return false
	}
	sum := 0
	for cards := s.Table; cards != 0; cards &= cards - 1 {
		sum += cards.First().Rank()
	}
	for seat := s.Turn; seat != s.Leader; seat = p.table.Next(seat) {
		most := 0
		for cards := s.Hand[seat] | p.tuckedAt(s, seat); cards != 0; cards &= cards - 1 {
			most = max(most, cards.First().Rank())
		}
		sum += most
	}
	return sum < p.sums[s.Number]
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
	if pr.Tally != characters.SettledTally || s.Short {
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
			m = randomMove(p.legal(&s), src)
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
