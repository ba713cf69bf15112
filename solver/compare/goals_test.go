package compare_test

import (
	"fmt"
	"slices"

	"fellowship/tricks"
)

// writeGoals requires every goal, rider and event of the round (K, C).
func (e *encoding) writeGoals() {
	waived := e.waivers()
	for s, seat := range e.seats {
		e.unless = waived[s]
		e.writeGoal(s)
		e.unless = no
		e.writeRider(s, seat.info.Rider)
	}
}

// waivers returns, for each seat, the literal that its goal counts as met all the
// same: Mithril covers one character's goal (K).
func (e *encoding) waivers() []lit {
	list := make([]lit, len(e.seats))
	mithril := slices.ContainsFunc(e.seats, func(s *seatCards) bool { return s.info.Gift == "mithril" })
	for s, seat := range e.seats {
		list[s] = no
		if mithril && !e.pos.MithrilUsed && seat.info.Character != "" {
			list[s] = e.fresh()
		}
	}
	e.spared = no
	if mithril && !e.pos.MithrilUsed && e.pos.Event == "bridge" {
		e.spared = e.fresh() // C14: or the Bridge
	}
	e.atMostOne(live(append(slices.Clone(list), e.spared)))
	return list
}

// writeGoal requires a character's goal (K).
func (e *encoding) writeGoal(s int) {
	h := &e.seats[s].info
	threat := h.Threat
	wins := e.allWins(s)
	last := e.tricks - 1
	switch h.Character {
	case "", "gandalf-servant": // C14: none of his own
	case "frodo":
		n := 4
		if e.pos.Players == 4 {
			n = 2 // S3
		}
		var rings []lit
		for _, c := range tricks.RingSet.Cards() {
			rings = append(rings, e.frodoWins(c, s))
		}
		e.atLeast(rings, n, yes)
	case "bilbo":
		e.atLeast(wins, 3, yes)
	case "gandalf":
		switch {
		case e.pos.Chapter == "12": // C12: a card of every rank
			for r := 1; r <= 8; r++ {
				e.require(e.allWon(tricks.RankSet(r), s)...)
			}
		case e.pos.Event == "doors": // C14
			for _, u := range []tricks.Suit{tricks.Hills, tricks.Mountains, tricks.Forests} {
				e.require(e.allWon(tricks.SuitSet(u), s)...)
			}
		default:
			e.require(wins...)
		}
	case "pippin":
		e.writeFewest(s)
	case "sam":
		e.mustWin(tricks.Hills, threat, s)
	case "merry":
		e.between(wins, 1, 2)
	case "gildor":
		e.require(e.playing(e.seats[s].ofSuit(tricks.Forests), last)...)
	case "maggot":
		e.atLeast(e.allWon(tricks.RankSet(threat), s), 2, yes)
	case "fatty", "bill":
		e.between(wins, 1, 1)
	case "tom":
		e.writeTom(s)
	case "goldberry":
		e.writeRun(s, 3)
	case "underhill":
		e.require(wins...)
		for t := range e.tricks {
			e.require(append(e.inTrick(tricks.RingSet, t), -e.wins[t][s])...)
		}
	case "barliman":
		var late []lit
		for _, trick := range e.wins[max(0, e.tricks-3):] {
			late = append(late, trick[s])
		}
		e.require(late...)
	case "strider":
		switch {
		case threat == 0:
			e.require()
		case h.Declared == "more":
			e.atLeast(wins, threat+1, yes)
		case h.Declared == "fewer":
			e.atMost(wins, threat-1)
		default:
			e.require()
		}
	case "glorfindel":
		for r := 1; r <= 8; r++ {
			e.mustWin(tricks.Shadows, r, s)
		}
	case "elrond": // every character wins a Ring
		for o, other := range e.seats {
			if other.info.Character != "" {
				e.require(e.allWon(tricks.RingSet, o)...)
			}
		}
	case "arwen":
		e.writeMost(tricks.SuitSet(tricks.Forests), s)
	case "gloin":
		e.writeMost(tricks.SuitSet(tricks.Mountains), s)
	case "bilbo-baggins":
		e.atLeast(wins, 3, yes)
		e.mustNotWin(tricks.OneRing.Bit(), s)
	case "aragorn", "aragorn-arathorn":
		switch {
		case h.Range != [2]int{}:
			e.between(wins, h.Range[0], h.Range[1]) // the Sword
		case threat == 0:
			e.require()
		default:
			e.between(wins, threat, threat)
		}
	case "boromir":
		e.require(e.wins[last][s])
		e.mustNotWin(tricks.OneRing.Bit(), s)
	case "boromir-denethor":
		e.require(e.wins[last][s])
		e.mustNotWin(tricks.RingSet, s)
	case "gwaihir":
		e.writeTricksWith(tricks.SuitSet(tricks.Mountains), 2, s)
	case "shadowfax":
		e.writeTricksWith(tricks.SuitSet(tricks.Hills), 2, s)
	case "radagast":
		e.writeTricksWith(tricks.SuitSet(tricks.Forests), 2, s)
	case "legolas", "orophin-rumil", "haldir":
		e.mustWin(tricks.Forests, threat, s)
	case "gimli":
		if e.pos.Event == "tomb" { // C14
			e.writeTomb(s)
			return
		}
		e.mustWin(tricks.Mountains, threat, s)
	case "galadriel":
		e.writeBetween(s)
	case "celeborn":
		e.writeOneRank(s)
	case "samwise":
		e.mustWin(tricks.Hills, threat, s)
		e.mustWin(tricks.Shadows, threat, s)
	case "peregrin":
		e.atMost(wins, 0)
		for o := range e.seats {
			if o != s {
				e.require(e.allWins(o)...)
			}
		}
	case "meriadoc":
		e.between(wins, 2, 2)
	case "legolas-greenleaf":
		e.mustWin(tricks.Forests, threat, s)
		e.mustWin(tricks.Shadows, threat, s)
	case "gimli-gloin":
		e.mustWin(tricks.Mountains, threat, s)
		e.mustWin(tricks.Shadows, threat, s)
	default:
		panic(fmt.Sprintf("no encoding of %s", h.Character))
	}
}

// writeRider forbids what breaches a rider (K, C8, C9).
func (e *encoding) writeRider(s int, rider string) {
	forbid := tricks.NoSuit
	switch rider {
	case "", "wraith", "unseen": // nothing that plays can breach
	case "morgul-knife":
		forbid = tricks.Rings
	case "terror":
		forbid = tricks.Hills
	case "black-breath":
		e.mustNotWin(tricks.RankSet(8), s)
	default:
		panic(fmt.Sprintf("no encoding of %s", rider))
	}
	for t := range e.tricks {
		if forbid != tricks.NoSuit {
			e.require(-e.leads[t][s], -e.led[t][forbid])
		}
	}
}

// allWins lists "the seat wins the trick".
func (e *encoding) allWins(s int) []lit {
	var list []lit
	for t := range e.tricks {
		list = append(list, e.wins[t][s])
	}
	return live(list)
}

// mustWin requires the card of a suit and a rank. One that is in no hand, or no
// threat at all, cannot be won (G1).
func (e *encoding) mustWin(u tricks.Suit, rank, s int) {
	if rank < 1 || rank > u.Ranks() {
		e.require()
		return
	}
	c := tricks.NewCard(u, rank)
	plays, ok := e.plays[c]
	if !ok {
		e.require()
		return
	}
	e.require(-e.left[c])
	for t := range e.tricks {
		e.require(-plays[t], e.wins[t][s])
	}
}

// mustNotWin forbids the seat to win any of the cards.
func (e *encoding) mustNotWin(cards tricks.Set, s int) {
	for _, c := range cards.Cards() {
		for t, l := range e.plays[c] {
			e.require(-l, -e.wins[t][s])
		}
	}
}

// won returns a literal that can be true only if the seat wins the card; exact
// makes it true whenever the seat does.
func (e *encoding) won(c tricks.Card, exact bool, seats ...int) lit {
	plays, ok := e.plays[c]
	if !ok {
		return no
	}
	g := e.fresh()
	e.add(-g, -e.left[c])
	for t, l := range plays {
		clause := []lit{-g, -l}
		for _, s := range seats {
			clause = append(clause, e.wins[t][s])
			if exact {
				e.add(-l, -e.wins[t][s], g)
			}
		}
		e.add(clause...)
	}
	return g
}

// frodoWins is won, with what Samwise wins for him (K).
func (e *encoding) frodoWins(c tricks.Card, s int) lit {
	seats := []int{s}
	for o, other := range e.seats {
		if other.info.Character == "samwise" {
			seats = append(seats, o)
		}
	}
	return e.won(c, false, seats...)
}

// allWon is won for each of the cards.
func (e *encoding) allWon(cards tricks.Set, s int) []lit {
	var list []lit
	for _, c := range cards.Cards() {
		list = append(list, e.won(c, false, s))
	}
	return live(list)
}

// inTrick lists "one of the cards is played into the trick", by anybody.
func (e *encoding) inTrick(cards tricks.Set, t int) []lit {
	var list []lit
	for c := range e.owned() {
		if cards.Contains(c) {
			list = append(list, e.plays[c][t])
		}
	}
	return live(list)
}

// writeFewest: nobody wins fewer tricks (G3). Who wins the fewest of n tricks at
// m seats wins at most n/m.
func (e *encoding) writeFewest(s int) {
	most := e.tricks / len(e.seats)
	own := e.count(e.allWins(s), most+1)
	e.require(-own[most+1])
	for o := range e.seats {
		if o == s {
			continue
		}
		other := e.count(e.allWins(o), most)
		for k := 1; k <= most; k++ {
			e.require(-own[k], other[k])
		}
	}
}

// writeBetween: somebody wins strictly fewer, somebody strictly more (G3).
func (e *encoding) writeBetween(s int) {
	own := e.count(e.allWins(s), e.tricks)
	var fewer, more []lit
	for o := range e.seats {
		if o == s {
			continue
		}
		other := e.count(e.allWins(o), e.tricks)
		for k := 1; k <= e.tricks; k++ {
			a, b := e.fresh(), e.fresh()
			e.add(-a, own[k])
			e.add(-a, -other[k])
			e.add(-b, other[k])
			e.add(-b, -own[k])
			fewer, more = append(fewer, a), append(more, b)
		}
	}
	e.require(fewer...)
	e.require(more...)
}

// writeMost: strictly more such cards than every other seat.
func (e *encoding) writeMost(cards tricks.Set, s int) {
	count := func(o int) []lit {
		var won []lit
		for _, c := range cards.Cards() {
			won = append(won, e.won(c, true, o))
		}
		return append(e.count(live(won), 8), no)
	}
	own := count(s)
	for o := range e.seats {
		if o == s {
			continue
		}
		for k, atLeast := range count(o)[:9] {
			e.require(-atLeast, own[k+1])
		}
	}
}

// writeRun: exactly so many tricks, one after the other (G4).
func (e *encoding) writeRun(s, n int) {
	begins := make([]lit, e.tricks)
	for t := range begins {
		begins[t] = no
		if t+n <= e.tricks {
			begins[t] = e.fresh()
		}
	}
	e.require(live(begins)...)
	e.atMostOne(live(begins))
	for t := range e.tricks {
		during := begins[max(0, t-n+1) : t+1]
		for _, b := range during {
			e.require(-b, e.wins[t][s])
		}
		e.require(append(slices.Clone(during), -e.wins[t][s])...)
	}
}

// writeTricksWith: at least so many tricks that contain such a card.
func (e *encoding) writeTricksWith(cards tricks.Set, n, s int) {
	var with []lit
	for t := range e.tricks {
		if e.wins[t][s] == no {
			continue
		}
		l := e.fresh()
		e.add(-l, e.wins[t][s])
		e.add(append(e.inTrick(cards, t), -l)...)
		with = append(with, l)
	}
	e.atLeast(with, n, yes)
}

// writeTom: three cards won of the suit of a card left in hand (G5).
func (e *encoding) writeTom(s int) {
	var ways []lit
	for u := range tricks.NoSuit {
		var left []lit
		for _, c := range e.seats[s].ofSuit(u) {
			left = append(left, e.left[c])
		}
		left = live(left)
		if len(left) == 0 {
			continue
		}
		way := e.fresh()
		ways = append(ways, way)
		e.require(append(left, -way)...)
		e.atLeast(e.allWon(tricks.SuitSet(u), s), 3, way)
	}
	e.require(ways...)
}

// writeOneRank: three cards of one rank (G6).
func (e *encoding) writeOneRank(s int) {
	var ways []lit
	for r := 1; r <= 8; r++ {
		way := e.fresh()
		ways = append(ways, way)
		e.atLeast(e.allWon(tricks.RankSet(r), s), 3, way)
	}
	e.require(ways...)
}

// writeTomb: Mountains of four consecutive ranks (C14).
func (e *encoding) writeTomb(s int) {
	var ways []lit
	for low := 1; low <= 5; low++ {
		way := e.fresh()
		ways = append(ways, way)
		for r := low; r < low+4; r++ {
			e.require(-way, e.won(tricks.NewCard(tricks.Mountains, r), false, s))
		}
	}
	e.require(ways...)
}
