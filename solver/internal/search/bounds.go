package search

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// forecast holds the results of the bounds for a position at the beginning of a trick. "This trick" means
// the trick that is about to be played.
type forecast struct {
	// present is every card that is in some hand at the beginning of this trick.
	present tricks.Set
	// tricksLeft is the number of tricks still to be played, including this one.
	tricksLeft int

	// trickWinners is the seats that may win this trick without losing the round at once.
	trickWinners tricks.SeatSet
	// winners is the seats that may win this trick or a later one.
	winners tricks.SeatSet

	// need is how many more tricks each seat has to win in order to get its cards.
	need [tricks.MaxSeats]int
	// minWins is how many more tricks each seat has to win at least: for its cards (need), or because the
	// tally of trick winners requires it, whichever is more.
	minWins [tricks.MaxSeats]int
	// desire is how much each seat should win this trick, in points of the move ordering. It is highest
	// for a seat that must win most of the tricks left, and 0 for a seat that need not win any.
	desire [tricks.MaxSeats]int32

	// keep is the cards that each seat must not play now, because they are still to be exchanged.
	keep [tricks.MaxSeats]tricks.Set
	// unled is the cards that each seat may not lead any more.
	unled [tricks.MaxSeats]tricks.Set
	// denied is the cards that each seat may not win, in this trick or later (see deny). The last entry
	// is for tricks that nobody wins.
	denied [tricks.MaxSeats + 1]tricks.Set
	// someDenied is the union of denied.
	someDenied tricks.Set

	// neededCards restricts the tricks counted in need: each of them has to hold a card of this set. An
	// empty set means that any tricks will do.
	neededCards [tricks.MaxSeats]tricks.Set
	// mustHold is a condition on this trick, should the seat win it: the trick then has to hold a card of
	// this set. An empty set means that there is no condition.
	mustHold [tricks.MaxSeats]tricks.Set
	// anyMustHold reports whether mustHold has a condition for some seat.
	anyMustHold bool
	// least is how many cards of the seat's union this trick has to hold, should the seat win it.
	least [tricks.MaxSeats]int
	// anyLeast reports whether least is more than 0 for some seat.
	anyLeast bool

	// wanted is the cards that help a seat: it still needs some of them, though perhaps not all.
	wanted [tricks.MaxSeats]tricks.Set
	// someWanted is the union of wanted.
	someWanted tricks.Set

	// demands lists the demands of all seats; only the first ndemands entries are in use.
	demands [maxDemands]demand
	// ndemands is the number of entries of demands in use.
	ndemands int
	// union is the cards of all demands of a seat. No card belongs to two demands of the same seat.
	union [tricks.MaxSeats]tricks.Set
	// total is how many cards of its union a seat needs.
	total [tricks.MaxSeats]int
}

// demand is the need of a seat for some cards of a set.
type demand struct {
	// seat is the seat that needs the cards.
	seat tricks.Seat
	// cards is the set from which the seat needs some.
	cards tricks.Set
	// short is how many cards of the set the seat still has to win.
	short int
	// spare is how many cards of the set the seat can do without.
	spare int
}

// maxDemands limits the demands looked at; leaving one out costs time only.
const maxDemands = 24

// deny notes that only the allowed seats may win any of the cards, in this trick or later, if the other
// seats may win none of them. Most is how many of the cards those other seats may still win: deny does
// nothing unless it is 0. It is 0 for a seat that has already won as many as its goal allows, and for
// every seat but one if that one needs all the cards left. For example Gimli needs five Mountains and
// five are left: no other seat may win one.
func (f *forecast) deny(cards tricks.Set, most int, allowed tricks.SeatSet) {
	if most > 0 {
		return
	}
	for seat := range f.denied {
		if !allowed.Contains(tricks.Seat(seat)) {
			f.denied[seat] |= cards
		}
	}
}

// require notes that a seat has to win at least n more tricks, each of which holds one of the cards. If
// cards is empty, any tricks will do. A forecast keeps one such condition for each seat: the one with the
// most tricks, and among equal numbers the one with the smallest set of cards, because it is the
// strictest.
func (f *forecast) require(seat tricks.Seat, n int, cards tricks.Set) {
	switch {
	case n > f.need[seat]:
		f.need[seat] = n
		f.neededCards[seat] = cards
	case n == f.need[seat] && cards != 0 && (f.neededCards[seat] == 0 || cards.Len() < f.neededCards[seat].Len()):
		f.neededCards[seat] = cards
	}
}

// want notes that a seat needs short more of the cards, and that it has to win the tricks for them.
func (f *forecast) want(s *tricks.State, seat tricks.Seat, cards tricks.Set, short int) {
	f.wanted[seat] |= cards
	n := 1
	if short > 1 {
		n = fewest(s, cards, short)
	}
	f.require(seat, n, cards)
}

// demand notes a [demand]. If two demands of a seat share cards, only the first one is noted, so that
// no card is counted twice.
func (f *forecast) demand(seat tricks.Seat, cards tricks.Set, short, spare int) {
	if cards&f.union[seat] == 0 && f.ndemands < maxDemands {
		f.demands[f.ndemands] = demand{seat, cards, short, spare}
		f.ndemands++
		f.union[seat] |= cards
		f.total[seat] += short
	}
}

// judge computes the forecast of a position. It returns false if the position is proven lost. Each of its
// tests is a necessary condition for winning:
//
//   - the tally of trick winners must have an accepted future;
//   - a counter must be able to reach its lower bound with the cards left, and not have
//     passed its upper bound;
//   - a trick holds at most one card of each hand, so the cards that a seat still needs take a
//     minimum number of tricks (fewest), which the tally must let it win. That holds for one set
//     of cards, and for several disjoint sets together;
//   - a seat that needs every card left of a set has to win each trick into which it plays one
//     of its own cards of the set (ownWins);
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

// judgeShared tests the sets of cards that several seats compete for. If the other seats need all the
// cards left of a set, a seat may win none of them. It returns false if the cards are too few for all.
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

// judgeCounter notes what one counter that must be met asks for. It returns false if it cannot be met.
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
			f.deny(cards, cards.Len()-short, seat.Bit()) // each of these tricks takes a card
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

// judgeCards notes what a counter of cards won that must be met asks for. Value is how many of the cards
// are won already. It returns false if the counter cannot be met.
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
	if k.ExtraSeats != 0 { // several seats may win the cards, so none of them needs a trick by itself
		f.wanted[seat] |= cards
		f.deny(cards, cards.Len()-short, winners)
		return cards.Len() >= short
	}
	cards &^= f.denied[seat] // other goals forbid the seat to win these
	unsure, lost := p.unleadable(s, cards, seat, f)
	sure := cards &^ unsure // the ban on leading does not limit how many of these the seat wins
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

// judgeLeftOver reports whether a seat can still hold one of the counter's cards at the end: it must hold
// one now, and it must hold more cards than it will play.
func (p *Problem) judgeLeftOver(k *Counter, s *tricks.State) bool {
	return k.Cards&s.Held[k.Seat] != 0 && s.Held[k.Seat].Len() > p.playsLeft(int(s.Number), k.Seat)
}

// judgeTree returns how many tricks each seat needs at least for a condition with alternatives, and
// whether the condition can be met at all. If all parts have to be met, a seat needs as many tricks as
// the most demanding part; if any one part will do, as many as the least demanding part that is possible.
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
	// This condition need not be met, since another alternative may be. So what judgeCounter notes about
	// it goes into a forecast of its own.
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

// Needs returns how many tricks each seat has to win at least from the start on. Its second result is
// false if the problem is proven lost.
func (p *Problem) Needs() (minWins [tricks.MaxSeats]int, ok bool) {
	var f forecast
	start := p.Start
	ok = p.judge(&start, p.Progress, &f)
	return f.minWins, ok
}

// Sorted returns the problems that are not proven lost without a search. Those whose seats have to win
// the fewest tricks come first.
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
