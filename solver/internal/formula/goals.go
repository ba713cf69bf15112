package formula

import (
	"slices"

	"fellowship/characters"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// writeGoals states that the goals of at least one of the problems are met.
func (f *Formula) writeGoals() {
	f.chosen = make([]sat.Lit, len(f.all))
	for i := range f.chosen {
		f.chosen[i] = sat.True
		if len(f.chosen) > 1 {
			f.chosen[i] = f.variable("the round is won {way}", subject{way: f.way(i)})
		}
	}
	f.s.Add(f.chosen...)
	for i, p := range f.all {
		if !f.plain() {
			f.writeNeeds(p, f.chosen[i])
		}
		c := p.Checker
		f.writeTally(c.Tally, p.Progress.Tally, f.chosen[i], f.way(i))
		for k := range c.Firm {
			f.writeCounter(p, &c.Counters[k], f.chosen[i], f.way(i))
		}
		for k := range c.Trees {
			f.writeTree(p, &c.Trees[k], f.chosen[i], f.place("condition", k, "its goals"), f.way(i))
		}
		if !f.plain() {
			f.writeShared(p, f.chosen[i])
		}
	}
}

// writeShared states that each seat leaves the others the cards that they need, where several seats
// need cards of one set ([search.Problem.Shared]). The conditions hold if given holds. They follow
// from the rest of the formula, but only by trying all ways to share the cards out.
func (f *Formula) writeShared(p *search.Problem, given sat.Lit) {
	if p.IsDisabled(search.JointNeeds) {
		return
	}
	p.Shared(func(cards tricks.Set, most [tricks.MaxSeats]int) {
		for seat := range tricks.Seat(f.seats()) {
			if most[seat] >= cards.Len() {
				continue
			}
			var won []sat.Lit
			for c := cards; c != 0; c &= c - 1 {
				won = append(won, f.wonBy(c.First(), seat.Bit()))
			}
			f.s.AtMost(most[seat], won, given)
		}
	})
}

// writeNeeds states that each seat wins at least the tricks that it needs by the bounds
// ([search.Problem.Needs]), and leaves the others theirs. The conditions hold if given holds. They
// follow from the rest of the formula, but only in many steps.
func (f *Formula) writeNeeds(p *search.Problem, given sat.Lit) {
	if p.Start.Naming {
		return
	}
	minWins, ok := p.Needs()
	if !ok {
		f.s.Add(given.Not())
		return
	}
	spare := f.n
	for _, n := range minWins {
		spare -= n
	}
	for seat, n := range minWins[:f.seats()] {
		var wins []sat.Lit
		for t := range f.n {
			wins = append(wins, f.wins[t][seat])
		}
		f.s.AtLeast(n, wins, given)
		f.s.AtMost(n+spare, wins, given)
	}
}

// writeTree states a condition with alternatives, which must be met if given holds. For descriptions, place says
// where in the goals the condition stands, and way how the round is won.
func (f *Formula) writeTree(p *search.Problem, t *characters.Formula, given sat.Lit, place, way string) {
	switch t.Op {
	case characters.All:
		for i := range t.Parts {
			f.writeTree(p, &t.Parts[i], given, f.place("part", i, place), way)
		}
	case characters.Any:
		either := []sat.Lit{given.Not()}
		for i := range t.Parts {
			part := f.place("alternative", i, place)
			meaning := subject{seat: p.Checker.Counters[firstLeaf(t).Counter].Seat, place: part, way: way}
			l := f.variable("{seat} meets {place} {way}", meaning)
			f.writeTree(p, &t.Parts[i], l, part, way)
			either = append(either, l)
		}
		f.s.Add(either...)
	default:
		f.writeCounter(p, &p.Checker.Counters[t.Counter], given, way)
	}
}

// firstLeaf returns the first condition of a formula that has no parts.
func firstLeaf(t *characters.Formula) *characters.Formula {
	for t.Op != characters.Leaf {
		t = &t.Parts[0]
	}
	return t
}

// writeTally unrolls the automaton of trick winners along the tricks: it is in one state before each trick, and if
// given holds, it ends in a state that it accepts. A state is described by an example, the numbers of tricks won on
// one way to it. All other ways to it are the same to the goals on tricks from then on.
func (f *Formula) writeTally(tally *characters.Tally, start uint16, given sat.Lit, way string) {
	examples := map[uint16]wonTricks{start: {}}
	states := []uint16{start}
	current := map[uint16]sat.Lit{start: sat.True}
	for t := range f.n {
		if len(states) == 1 && states[0] == characters.SettledTally {
			return
		}
		var reached []uint16
		next := map[uint16]sat.Lit{}
		reachedBy := map[uint16]wonTricks{}
		type edge struct {
			target uint16
			win    int
		}
		sources := map[edge][]sat.Lit{}
		for _, a := range states {
			for w, win := range f.wins[t] {
				if win == sat.False {
					continue
				}
				b := tally.States[a].Next[w]
				if b == characters.DeadTally && given == sat.True {
					f.s.Add(current[a].Not(), win.Not())
					continue
				}
				if _, ok := next[b]; !ok {
					next[b] = sat.False // made below, in a fixed order
					reached = append(reached, b)
					if f.plain() {
						example := examples[a]
						example[w]++
						reachedBy[b] = example
					}
				}
				sources[edge{b, w}] = append(sources[edge{b, w}], current[a])
			}
		}
		slices.Sort(reached)
		var all []sat.Lit
		for _, b := range reached {
			l := sat.True
			if len(reached) > 1 {
				meaning := subject{trick: t + 1, number: int(b), won: reachedBy[b], way: way}
				l = f.variable("before trick {trick} the goals on tricks stand as if {won} (state {number}) {way}",
					meaning)
			}
			next[b] = l
			all = append(all, l)
			clause := []sat.Lit{l.Not()}
			for w, win := range f.wins[t] {
				if win == sat.False {
					continue
				}
				source := sources[edge{b, w}]
				f.s.Add(append([]sat.Lit{l.Not(), win.Not()}, source...)...)
				for _, a := range source {
					f.s.Add(a.Not(), win.Not(), l)
					if !slices.Contains(clause, a) {
						clause = append(clause, a)
					}
				}
			}
			f.s.Add(clause...)
		}
		f.s.ExactlyOne(all...)
		states = reached
		current = next
		examples = reachedBy
	}
	for _, a := range states {
		if a != characters.SettledTally {
			f.s.Add(given.Not(), current[a].Not())
		}
	}
}

// writeCounter states the condition of one counter, which must be met if given holds. For descriptions, way says how
// the round is won.
func (f *Formula) writeCounter(p *search.Problem, k *search.Counter, given sat.Lit, way string) {
	value := k.In(p.Progress)
	switch k.Kind {
	case characters.Cards:
		var list []sat.Lit
		for cards := k.Cards & f.present(); cards != 0; cards &= cards - 1 {
			list = append(list, f.wonBy(cards.First(), k.Seat.Bit()|k.ExtraSeats))
		}
		f.topic("cards of {cards} that are won by {seats}",
			subject{cards: k.Cards & f.present(), seats: k.Seat.Bit() | k.ExtraSeats})
		f.addBounds(list, value, k.Lo, k.Hi, given)
	case characters.TricksWith, characters.TricksWithout:
		var list []sat.Lit
		for t := range f.n {
			if f.wins[t][k.Seat] != sat.False {
				list = append(list, f.trickWith(k, t))
			}
		}
		meaning := "tricks that {seat} wins with one of {cards} in them"
		if k.Kind == characters.TricksWithout {
			meaning = "tricks that {seat} wins with none of {cards} in them"
		}
		f.topic(meaning, subject{seat: k.Seat, cards: k.Cards & f.present()})
		f.addBounds(list, value, k.Lo, k.Hi, given)
	case characters.Leads:
		var list []sat.Lit
		for t := range f.n {
			if f.leads[t][k.Seat] == sat.False {
				continue
			}
			l := f.variable("{seat} leads trick {trick} with one of {cards}",
				subject{seat: k.Seat, trick: t, cards: k.Cards & p.Start.Held[k.Seat]})
			list = append(list, l)
			f.s.Add(l.Not(), f.leads[t][k.Seat])
			plays := f.playLits(k.Cards&p.Start.Held[k.Seat], t)
			f.s.Add(append([]sat.Lit{l.Not()}, plays...)...)
			for _, m := range plays {
				f.s.Add(f.leads[t][k.Seat].Not(), m.Not(), l)
			}
		}
		f.topic("tricks that {seat} leads with one of {cards}",
			subject{seat: k.Seat, cards: k.Cards & p.Start.Held[k.Seat]})
		f.addBounds(list, value, k.Lo, k.Hi, given)
	case characters.MostCards:
		f.writeMost(p, k, given)
	case characters.PlaysLast:
		if value == 0 && f.n > 0 {
			plays := f.playLits(k.Cards&p.Start.Held[k.Seat], f.n-1)
			f.s.Add(append(plays, given.Not())...)
		} else if value != 1 {
			f.s.Add(given.Not())
		}
	case characters.LeftOver:
		clause := []sat.Lit{given.Not()}
		for cards := k.Cards & p.Start.Held[k.Seat]; cards != 0; cards &= cards - 1 {
			clause = append(clause, f.leftOver[cards.First()])
		}
		f.s.Add(clause...)
	case characters.Tricks, characters.Fewest, characters.BetweenOthers, characters.WinsOneOfLast,
		characters.TricksInARow:
		f.writeTally(k.Tally, uint16(value), given, way)
	default: // see isExpressible
	}
}

// isExpressible reports whether a formula can state all conditions of a problem.
func isExpressible(p *search.Problem) bool {
	for i := range p.Checker.Counters {
		switch p.Checker.Counters[i].Kind {
		case characters.Tricks, characters.Fewest, characters.BetweenOthers, characters.WinsOneOfLast,
			characters.TricksInARow,
			characters.Cards, characters.TricksWith, characters.TricksWithout, characters.Leads,
			characters.MostCards, characters.PlaysLast, characters.LeftOver:
		default:
			return false
		}
	}
	return true
}

// addBounds states that the value so far plus the number of true literals is from lo to hi, if
// given holds.
func (f *Formula) addBounds(list []sat.Lit, value, lo, hi int, given sat.Lit) {
	f.s.AtLeast(lo-value, list, given)
	if hi != characters.NoLimit {
		f.s.AtMost(hi-value, list, given)
	}
}

// wonBy returns the literal that one of the seats wins a card (G1), and makes it at first use.
func (f *Formula) wonBy(c tricks.Card, seats tricks.SeatSet) sat.Lit {
	for _, w := range f.won[c] {
		if w.seats == seats {
			return w.lit
		}
	}
	l := f.variable("{card} is won by {seats}", subject{card: c, seats: seats})
	for _, w := range f.won[c] {
		switch common := w.seats & seats; common {
		case 0:
			f.s.Add(l.Not(), w.lit.Not()) // one seat wins it at most
		case seats:
			f.s.Add(l.Not(), w.lit)
		case w.seats:
			f.s.Add(w.lit.Not(), l)
		}
	}
	f.won[c] = append(f.won[c], wonBy{seats, l})
	f.s.Add(l.Not(), f.leftOver[c].Not())
	for t, plays := range f.plays[c] {
		clause := []sat.Lit{l.Not(), plays.Not()}
		for s := range f.seats() {
			win := f.wins[t][s]
			if seats.Contains(tricks.Seat(s)) {
				clause = append(clause, win)
				f.s.Add(plays.Not(), win.Not(), l)
			} else {
				f.s.Add(l.Not(), plays.Not(), win.Not())
			}
		}
		f.s.Add(clause...)
	}
	return l
}

// trickWith returns a new literal that the counter's seat wins a trick with one of its cards in it,
// or with none of them if the counter counts such tricks.
func (f *Formula) trickWith(k *search.Counter, t int) sat.Lit {
	meaning := "{seat} wins trick {trick} with one of {cards} in it"
	if k.Kind == characters.TricksWithout {
		meaning = "{seat} wins trick {trick} with none of {cards} in it"
	}
	l := f.variable(meaning, subject{seat: k.Seat, trick: t, cards: k.Cards & f.present()})
	win := f.wins[t][k.Seat]
	f.s.Add(l.Not(), win)
	plays := f.playLits(k.Cards&f.present(), t)
	if k.Kind == characters.TricksWith {
		f.s.Add(append([]sat.Lit{l.Not()}, plays...)...)
		for _, m := range plays {
			f.s.Add(win.Not(), m.Not(), l)
		}
		return l
	}
	f.s.Add(append([]sat.Lit{win.Not(), l}, plays...)...)
	for _, m := range plays {
		f.s.Add(l.Not(), m.Not())
	}
	return l
}

// writeMost states that a seat wins more of the cards than each other seat, if given holds: for
// some n it wins at least n of them, and every other seat fewer than n.
func (f *Formula) writeMost(p *search.Problem, k *search.Counter, given sat.Lit) {
	cards := k.Cards & f.present()
	f.writeWinners(cards)
	least := 0
	if !f.plain() && !p.IsDisabled(search.Cards) {
		least = p.MostCards(k, &p.Start, p.Progress)
	}
	f.topic("cards of {cards} that a seat wins, of which {seat} has to win the most",
		subject{seat: k.Seat, cards: cards})
	won := func(o tricks.Seat) []sat.Lit {
		var list []sat.Lit
		for c := cards; c != 0; c &= c - 1 {
			list = append(list, f.wonBy(c.First(), o.Bit()))
		}
		return list
	}
	own := won(k.Seat)
	f.s.AtLeast(least, own, given)
	base := k.Won(p.Progress, k.Seat)
	either := []sat.Lit{given.Not()}
	for n := least; n <= cards.Len(); n++ {
		l := f.variable("{seat} wins {number} more of {cards} at least, and every other seat fewer in all",
			subject{seat: k.Seat, number: n, cards: cards})
		either = append(either, l)
		f.s.AtLeast(n, own, l)
		for o := range tricks.Seat(f.seats()) {
			if o != k.Seat {
				f.s.AtMost(base+n-1-k.Won(p.Progress, o), won(o), l)
			}
		}
	}
	f.s.Add(either...)
}

// writeWinners states that each card is won by exactly one seat or left over (G1). With the Old Man
// Willow it can also be won by nobody (C5).
func (f *Formula) writeWinners(cards tricks.Set) {
	for ; cards != 0; cards &= cards - 1 {
		c := cards.First()
		winLits := []sat.Lit{f.leftOver[c]}
		for s := range tricks.Seat(f.seats()) {
			winLits = append(winLits, f.wonBy(c, s.Bit()))
		}
		if len(f.p.Table.Willow) > 0 {
			f.s.AtMostOne(winLits...)
		} else {
			f.s.ExactlyOne(winLits...)
		}
	}
}
