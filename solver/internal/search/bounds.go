package search

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// forecast is the answers of the bounds about a position at the beginning of a trick.
type forecast struct {
	// present is every card in play at the beginning of the trick, and left the tricks to
	// be played, this one included.
	present    tricks.Set
	tricksLeft int
	// trickWinners is the seats that may win this trick without losing the round at once.
	trickWinners tricks.SeatSet
	// winners is the seats that may win this trick or a later one.
	winners tricks.SeatSet
	// need is how many more tricks each seat has to win for its cards, and must the larger of
	// that and what the tally asks for.
	need, minWins [tricks.MaxSeats]int
	// desire is how much each seat should win this trick, in points of the move ordering:
	// most where a seat must win many of the tricks left, 0 where it need not win any.
	desire [tricks.MaxSeats]int32
	// keep is cards that a seat may not play now, because they are still to be exchanged.
	keep [tricks.MaxSeats]tricks.Set
	// unled is cards that a seat may not lead any more.
	unled [tricks.MaxSeats]tricks.Set
	// denied is cards that a seat may not win, in this trick or later, see deny. The last entry
	// is for tricks that nobody wins.
	denied [tricks.MaxSeats + 1]tricks.Set
	// neededCards is cards of which each of the needed tricks has to hold one, 0 for none.
	neededCards [tricks.MaxSeats]tricks.Set
	// mustHold is cards of which the trick must hold one if the seat wins it, 0 for any trick, and
	// asked reports whether there are any.
	mustHold    [tricks.MaxSeats]tricks.Set
	anyMustHold bool
	// least is how many cards of union the trick must bring the seat if it wins it, and few says
	// that this is more than none for some seat.
	least    [tricks.MaxSeats]int
	anyLeast bool
	// someDenied is the cards that anyone may not win.
	someDenied tricks.Set
	// wanted is the cards that each seat still needs some of, someWanted those that any does.
	wanted     [tricks.MaxSeats]tricks.Set
	someWanted tricks.Set
	// union is the cards of all demands of a seat, no two of which share a card, and total is
	// how many of them the seat needs.
	union    [tricks.MaxSeats]tricks.Set
	total    [tricks.MaxSeats]int
	demands  [maxDemands]demand
	ndemands int
}

// demand is that a seat needs short more of some cards and can do without spare of them.
type demand struct {
	seat         tricks.Seat
	cards        tricks.Set
	short, spare int
}

// maxDemands limits the demands looked at; leaving one out costs time only.
const maxDemands = 24

// deny lets only the seats of ok win any of the cards, in this trick or later, where most is 0. Most
// is how many of the cards the other seats may still win. It is 0 for a seat that has as many as its
// goal allows, and for each seat if another one needs all that are left. Gimli needs five Mountains
// and five are left: no other seat may win one.
func (f *forecast) deny(cards tricks.Set, most int, ok tricks.SeatSet) {
	if most > 0 {
		return
	}
	for seat := range f.denied {
		if !ok.Contains(tricks.Seat(seat)) {
			f.denied[seat] |= cards
		}
	}
}

// require notes that a seat has to win at least so many tricks that hold one of the cards, or
// so many of any kind if there are none. Of conditions that ask for as many tricks the one
// with the fewest cards says most.
func (f *forecast) require(seat tricks.Seat, n int, cards tricks.Set) {
	switch {
	case n > f.need[seat]:
		f.need[seat] = n
		f.neededCards[seat] = cards
	case n == f.need[seat] && cards != 0 && (f.neededCards[seat] == 0 || cards.Len() < f.neededCards[seat].Len()):
		f.neededCards[seat] = cards
	}
}

// want notes that a seat needs so many of the cards, and the tricks for that.
func (f *forecast) want(s *tricks.State, seat tricks.Seat, cards tricks.Set, short int) {
	f.wanted[seat] |= cards
	n := 1
	if short > 1 {
		n = fewest(s, cards, short)
	}
	f.require(seat, n, cards)
}

// demand notes a [demand]. If two demands of a seat share cards, only the first one counts: so no
// card counts twice.
func (f *forecast) demand(seat tricks.Seat, cards tricks.Set, short, spare int) {
	if cards&f.union[seat] == 0 && f.ndemands < maxDemands {
		f.demands[f.ndemands] = demand{seat, cards, short, spare}
		f.ndemands++
		f.union[seat] |= cards
		f.total[seat] += short
	}
}

// judge works the forecast out. It returns false when the position is proven lost. Each test
// is a necessary condition for winning:
//
//   - the tally of trick winners must have an accepted future;
//   - a counter must be able to reach its lower bound with the cards left, and not have
//     passed its upper bound;
//   - a trick brings at most one card of each hand, so a seat that still needs so many cards,
//     of one set or of several that share none, needs so many tricks (fewest), and no more
//     than the tally lets it win;
//   - a seat that needs every card that is left of a set has to win the tricks that it plays
//     its own cards of the set into (ownWins);
//   - all seats together cannot win more tricks than are left, nor more cards of a set (most);
//   - a seat that has to win a trick must be able to get the lead (leadsPass);
//   - somebody must be able to win the last trick with what has to be played into it (last_trick.go).
func (p *Problem) judge(s *tricks.State, pr Progress, f *forecast) bool {
	f.ndemands = 0
	f.tricksLeft = p.Table.Tricks() - int(s.Number)
	f.present = s.Held[0] | s.Held[1] | s.Held[2] | s.Held[3]
	f.need = [tricks.MaxSeats]int{}
	f.neededCards = [tricks.MaxSeats]tricks.Set{}
	f.keep = [tricks.MaxSeats]tricks.Set{}
	f.wanted = [tricks.MaxSeats]tricks.Set{}
	f.union = [tricks.MaxSeats]tricks.Set{}
	f.total = [tricks.MaxSeats]int{}
	f.unled = [tricks.MaxSeats]tricks.Set{}
	f.denied = [tricks.MaxSeats + 1]tricks.Set{}
	if pr.Tally == characters.DeadTally || s.Short && !p.Spared {
		return false
	}
	if p.IsDisabled(Cards) {
		*f = forecast{trickWinners: anyWinner, winners: anyWinner, tricksLeft: f.tricksLeft, present: f.present}
		return true
	}
	if p.short(s, f.present) {
		return false
	}
	for _, i := range p.limits {
		switch k := &p.Checker.Counters[i]; {
		case k.In(pr) != k.Hi:
		case k.Kind == characters.Leads:
			f.unled[k.Seat] |= k.Cards
		default:
			f.denied[k.Seat] |= k.Cards
		}
	}
	now := &p.Checker.Tally.States[pr.Tally]
	for i := range p.Checker.Firm {
		k := &p.Checker.Counters[i]
		if !p.judgeCounter(k, s, pr, f) || f.need[k.Seat] > int(now.Max[k.Seat]) && !p.IsDisabled(FewestTricks) {
			return false
		}
	}
	sum := 0
	for seat, n := range f.total {
		if n > 1 && !p.IsDisabled(JointNeeds) {
			f.require(tricks.Seat(seat), fewest(s, f.union[seat], n), f.union[seat])
		}
		sum += f.need[seat]
	}
	if sum > f.tricksLeft && !p.IsDisabled(FewestTricks) {
		return false
	}
	for i := range p.Checker.Trees {
		need, ok := p.judgeTree(&p.Checker.Trees[i], s, pr, f)
		if !ok {
			return false
		}
		for seat, n := range need {
			f.require(tricks.Seat(seat), n, 0)
		}
	}
	if !p.judgeShared(pr, f) {
		return false
	}
	if p.IsDisabled(FewestTricks) {
		f.need = [tricks.MaxSeats]int{}
	}
	if !p.judgeWinners(s, pr, f) {
		return false
	}
	if p.IsDisabled(Bans) {
		f.denied = [tricks.MaxSeats + 1]tricks.Set{}
	}
	if !p.judgeLastTrick(now.Last, s, pr, f) {
		return false
	}
	f.someDenied = 0
	for _, cards := range f.denied {
		f.someDenied |= cards
	}
	return true
}

// judgeShared looks at the cards of which several seats need some. If the others need all that are
// left, a seat may win none of them.
func (p *Problem) judgeShared(pr Progress, f *forecast) bool {
	if p.IsDisabled(JointNeeds) {
		return true
	}
	for i := range p.shared {
		c := &p.shared[i]
		for seat, most := range p.most(c, pr, f.present) {
			if most < 0 {
				return false
			}
			f.deny(c.cards, most, ^tricks.Seat(seat).Bit())
		}
	}
	return true
}

// judgeCounter looks at one counter that must be met.
func (p *Problem) judgeCounter(k *Counter, s *tricks.State, pr Progress, f *forecast) bool {
	seat := k.Seat
	cards := k.Cards & f.present
	switch k.Kind {
	case characters.Cards:
		return p.judgeCards(k, s, k.In(pr), f)
	case characters.TricksWith:
		value := k.In(pr)
		if value > k.Hi {
			return false
		}
		f.deny(cards, k.Hi-value, ^seat.Bit())
		if short := k.Lo - value; short > 0 {
			if cards.Len() < short {
				return false
			}
			f.deny(cards, cards.Len()-short, seat.Bit()) // of each trick of its own one card counts
			f.wanted[seat] |= cards
			f.require(seat, short, cards)
		}
	case characters.TricksWithout:
		f.require(seat, k.Lo-k.In(pr), 0)
		return k.In(pr) <= k.Hi
	case characters.Leads:
		return k.In(pr) <= k.Hi
	case characters.MostCards:
		short := p.MostCards(k, s, pr)
		spare := cards.Len() - short
		if spare < 0 || short == 0 {
			return spare >= 0
		}
		f.want(s, seat, cards, short)
		f.deny(cards, spare, seat.Bit())
		f.demand(seat, cards, short, spare)
	case characters.PlaysLast:
		return p.judgePlaysLast(k, s, pr)
	case characters.LeftOver:
		return p.judgeLeftOver(k, s)
	case characters.Tricks, characters.Fewest, characters.BetweenOthers, characters.WinsOneOfLast,
		characters.TricksInARow:
		return k.In(pr) != int(characters.DeadTally)
	default: // nothing is known before the end
	}
	return true
}

// judgeCards looks at a counter of cards won that must be met, of which so many are won.
func (p *Problem) judgeCards(k *Counter, s *tricks.State, value int, f *forecast) bool {
	if value > k.Hi {
		return false
	}
	seat := k.Seat
	cards := k.Cards & f.present
	winners := seat.Bit() | k.ExtraSeats
	f.deny(cards, k.Hi-value, ^winners)
	short := k.Lo - value
	if short <= 0 {
		return true
	}
	if k.ExtraSeats != 0 { // several seats may win them, so no single one needs any trick
		f.wanted[seat] |= cards
		f.deny(cards, cards.Len()-short, winners)
		return cards.Len() >= short
	}
	cards &^= f.denied[seat] // other goals forbid the seat to win them
	unsure, lost := p.unleadable(s, cards, seat, f)
	sure := cards &^ unsure // nothing else limits how many of these the seat wins
	spare := cards.Len() - lost - short
	if spare < 0 {
		return false
	}
	f.want(s, seat, cards, short)
	f.deny(sure, spare, seat.Bit())
	if spare == 0 && !p.IsDisabled(OwnCards) {
		f.require(seat, ownWins(s, sure, seat), sure)
	}
	f.demand(seat, cards, short, spare+lost)
	return true
}

// judgeLeftOver reports whether a seat can still hold a certain card at the end: it must hold
// one, and more cards than it will play.
func (p *Problem) judgeLeftOver(k *Counter, s *tricks.State) bool {
	return k.Cards&s.Held[k.Seat] != 0 && s.Held[k.Seat].Len() > p.playsLeft(int(s.Number), k.Seat)
}

// judgeTree returns the tricks that each seat needs at least for a condition with
// alternatives, and whether it can be met at all. All parts need the most that one of them
// does, and any of some parts the fewest.
func (p *Problem) judgeTree(t *characters.Formula, s *tricks.State, pr Progress,
	f *forecast,
) (need [tricks.MaxSeats]int, ok bool) {
	switch t.Op {
	case characters.All:
		for i := range t.Parts {
			part, ok := p.judgeTree(&t.Parts[i], s, pr, f)
			if !ok {
				return need, false
			}
			for seat, n := range part {
				need[seat] = max(need[seat], n)
			}
		}
		return need, true
	case characters.Any:
		for i := range t.Parts {
			part, possible := p.judgeTree(&t.Parts[i], s, pr, f)
			if !possible {
				continue
			}
			for seat, n := range part {
				if ok {
					n = min(n, need[seat])
				}
				need[seat] = n
			}
			ok = true
		}
		return need, ok
	}
	// The notes on this condition hold only if it must be met. So they are put apart.
	apart := forecast{present: f.present, tricksLeft: f.tricksLeft}
	k := &p.Checker.Counters[t.Counter]
	ok = p.judgeCounter(k, s, pr, &apart)
	f.wanted[k.Seat] |= apart.wanted[k.Seat]
	return apart.need, ok
}

// Lost reports whether a position at the beginning of a trick is proven lost.
func (p *Problem) Lost(s *tricks.State, pr Progress) bool {
	var f forecast
	return !p.judge(s, pr, &f)
}

// Needs returns how many tricks each seat has to win at least from the start on. It
// reports false if the problem is proven lost.
func (p *Problem) Needs() (minWins [tricks.MaxSeats]int, ok bool) {
	var f forecast
	start := p.Start
	ok = p.judge(&start, p.Progress, &f)
	return f.minWins, ok
}

// Sorted leaves out the problems that are lost at once and sorts the others: the fewer
// tricks they need at least, the better.
func Sorted(problems []*Problem) []*Problem {
	needed := map[*Problem]int{}
	var list []*Problem
	for _, p := range problems {
		bounds := p
		if p.Swap != nil {
			bounds = p.Swap.Bounds
		}
		if !bounds.Start.IsOver {
			minWins, ok := bounds.Needs()
			if !ok {
				continue // lost at once
			}
			for _, n := range minWins {
				needed[p] += n
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b *Problem) int { return needed[a] - needed[b] })
	return list
}
