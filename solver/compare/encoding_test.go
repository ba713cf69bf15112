package compare_test

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// encoding is the question "can this round be won with open cards?" as a
// formula: every model is a line of play that wins, and there is a model for
// every such line. It is written from the rules reference alone, whose numbers
// the comments give, and shares nothing with the game and the solver but the
// notation: cards, sets and what a position document says.
//
// It is small because the rules fix who plays in which trick: a seat
// with n cards plays in the first n tricks (T9), and a round has as many tricks
// as the hand that is the second to run out has cards (T10). So there is one
// variable for each card and trick, one for each seat and trick (it wins), one
// for each suit and trick (it is led), and one for each seat, suit and trick
// (it has none of it left); the last is only ever used where it helps a play,
// so it needs to be sound in one direction only.
type encoding struct {
	*cnf
	pos    chapters.Position
	seats  []*seatCards
	tricks int
	owner  map[tricks.Card]int
	// spared means that Mithril covers the sums of the Balrog.
	spared lit

	// plays means that a card is played into a trick, left that it is never
	// played: a surplus card (T10).
	plays map[tricks.Card][]lit
	left  map[tricks.Card]lit
	// gone means that a card was played before a trick; only for cards that
	// others wait for.
	gone map[tricks.Card][]lit
	// best is who has the highest card of a trick, wins who wins it: the same
	// but for the Old Man Willow (C5). leads is who leads it, led its suit.
	best, wins, leads [][]lit
	led               [][]lit
	// void means that a seat has no card of a suit in its hand before a trick.
	void [][][]lit
	// ringBefore means that a Ring was played before a trick (T6), toWin that R1
	// is played to win it (T7).
	ringBefore, toWin []lit
	trump             tricks.Suit
}

// seatCards is what a seat holds.
type seatCards struct {
	info  chapters.HandInfo
	cards []tricks.Card
	// from is the first trick a card can be played into, over the cards that
	// must be played before it (S9).
	from map[tricks.Card]int
	over map[tricks.Card][]tricks.Card
	// apart is the cards that are held, but do not count as the hand (K):
	// tucked, put into the first trick, set aside for the last.
	apart tricks.Set
	free  bool // need not follow, may lead Rings (K: Gandalf, Servant of the Secret Fire)
	namer bool // may name another leader (K: Bilbo Baggins)
}

// encode writes the formula for a position in stage play, before the first
// trick or in the middle of the play.
func encode(pos chapters.Position) *encoding {
	e := &encoding{
		cnf: newCNF(), pos: pos, owner: map[tricks.Card]int{}, plays: map[tricks.Card][]lit{},
		left: map[tricks.Card]lit{}, gone: map[tricks.Card][]lit{}, trump: tricks.NoSuit,
	}
	if pos.Chapter == "17" {
		e.trump = tricks.Rivers // C17; in chapter 18 Rivers are no trump (C18)
	}
	for s := range pos.Hands {
		e.seats = append(e.seats, holding(&pos.Hands[s]))
	}
	e.refill()
	var sizes []int
	for s, seat := range e.seats {
		sizes = append(sizes, len(seat.cards))
		for _, c := range seat.cards {
			e.owner[c] = s
		}
	}
	slices.Sort(sizes)
	e.tricks = sizes[len(sizes)-2] // T10
	e.writePlays()
	e.writeLeads()
	e.writeWins()
	e.writeFollowing()
	e.writeRings()
	e.writePast()
	e.writeGoals()
	e.writeSums()
	return e
}

// holding lists a seat's cards, except what it draws later.
func holding(h *chapters.HandInfo) *seatCards {
	seat := &seatCards{
		info: *h, from: map[tricks.Card]int{}, over: map[tricks.Card][]tricks.Card{},
		apart: h.Tucked | h.First | h.Last,
		free:  h.Character == "gandalf-servant",
		namer: h.Character == "bilbo-baggins",
	}
	all := h.Cards | h.Extra | seat.apart
	for r, row := range h.Rows {
		for i, c := range row {
			if c == tricks.NoCard {
				continue
			}
			all |= c.Bit()
			if r+1 == len(h.Rows) {
				continue
			}
			// S9: card i of a row is covered by cards i and i+1 of the row below.
			for _, d := range h.Rows[r+1][i : i+2] {
				if d != tricks.NoCard {
					seat.over[c] = append(seat.over[c], d)
				}
			}
		}
	}
	seat.cards = all.Cards()
	for _, c := range seat.cards {
		seat.from[c] = seat.above(c).Len()
	}
	return seat
}

// above returns all cards that have to go before a card opens.
func (s *seatCards) above(c tricks.Card) tricks.Set {
	var set tricks.Set
	for _, d := range s.over[c] {
		set |= d.Bit() | s.above(d)
	}
	return set
}

// refill deals the draw pile out: after each trick a card to each seat, seat 0
// first, except to those who are never refilled (S10, K).
func (e *encoding) refill() {
	pile := e.pos.Pile
	for t := 1; len(pile) > 0; t++ {
		for _, seat := range e.seats {
			if seat.info.Character == "fatty" || seat.info.Character == "goldberry" || len(pile) == 0 {
				continue
			}
			seat.cards = append(seat.cards, pile[0])
			seat.from[pile[0]] = t
			pile = pile[1:]
		}
	}
}

func (s *seatCards) waits(c tricks.Card) bool { return s.from[c] > 0 }

// plain reports whether all cards are in the hand from the start.
func (s *seatCards) plain() bool { return !slices.ContainsFunc(s.cards, s.waits) }

// in reports whether a seat plays in a trick (T9).
func (e *encoding) in(s, t int) bool { return t < len(e.seats[s].cards) }

// next returns the seat that leads a trick if the given one should (T9).
func (e *encoding) next(s, t int) int {
	for !e.in(s, t) {
		s = (s + 1) % len(e.seats)
	}
	return s
}

// ofSuit lists a seat's cards of a suit.
func (s *seatCards) ofSuit(u tricks.Suit) []tricks.Card {
	var list []tricks.Card
	for _, c := range s.cards {
		if c.Suit() == u {
			list = append(list, c)
		}
	}
	return list
}

// playing lists "one of the cards is played into the trick".
func (e *encoding) playing(cards []tricks.Card, t int) []lit {
	var list []lit
	for _, c := range cards {
		list = append(list, e.plays[c][t])
	}
	return list
}

// writePlays: each card is played into one trick or left over, and a seat plays
// one card a trick (T3, T10). Covered cards wait for those over them (S9).
func (e *encoding) writePlays() {
	for s, seat := range e.seats {
		surplus := len(seat.cards) > e.tricks
		for _, c := range seat.cards {
			e.plays[c] = make([]lit, e.tricks)
			for t := range e.tricks {
				e.plays[c][t] = no
				if e.in(s, t) && t >= seat.from[c] && e.mayBeApart(seat, c, t) {
					e.plays[c][t] = e.fresh()
				}
			}
			e.left[c] = no
			if surplus {
				e.left[c] = e.fresh()
			}
			e.exactlyOne(live(append(slices.Clone(e.plays[c]), e.left[c])))
		}
		for t := range e.tricks {
			if e.in(s, t) {
				e.exactlyOne(live(e.playing(seat.cards, t)))
			}
		}
		if !seat.plain() {
			e.writeGone(seat)
		}
	}
}

// mayBeApart: a card put into the first trick is played there, one set aside for
// the last trick there (K: Radagast).
func (e *encoding) mayBeApart(seat *seatCards, c tricks.Card, t int) bool {
	switch {
	case seat.info.First.Contains(c):
		return t == 0
	case seat.info.Last.Contains(c):
		return t == e.tricks-1
	}
	return !(t == 0 && seat.info.First != 0 || t == e.tricks-1 && seat.info.Last != 0)
}

func (e *encoding) writeGone(seat *seatCards) {
	for _, c := range seat.cards {
		gone := make([]lit, e.tricks)
		gone[0] = no
		for t := 1; t < e.tricks; t++ {
			gone[t] = no
			if t <= seat.from[c] {
				continue
			}
			gone[t] = e.fresh()
			e.add(-gone[t], gone[t-1], e.plays[c][t-1])
			e.add(-gone[t-1], gone[t])
			e.add(-e.plays[c][t-1], gone[t])
			e.add(-gone[t], -e.plays[c][t])
		}
		e.gone[c] = gone
	}
	for c, over := range seat.over {
		for _, d := range over {
			for t := range e.tricks {
				e.add(-e.plays[c][t], e.gone[d][t])
			}
		}
	}
}

// live drops the literals that are false anyway.
func live(list []lit) []lit {
	return slices.DeleteFunc(slices.Clone(list), func(l lit) bool { return l == no })
}

// writeLeads: the winner of a trick leads the next one (T5), or the next seat
// that has a card (T9); Bilbo Baggins names whom he likes (K); after a trick for
// the Willow the same seat leads again (C5).
func (e *encoding) writeLeads() {
	first := int(e.pos.Leader)
	willow := e.pos.Sides["oldforest"]
	for t := range e.tricks {
		best := make([]lit, len(e.seats))
		leads := make([]lit, len(e.seats))
		for s := range e.seats {
			best[s], leads[s] = no, no
			if e.in(s, t) {
				best[s] = e.fresh()
			}
		}
		e.exactlyOne(live(best))
		e.best = append(e.best, best)
		wins := best
		if t < len(willow) {
			wins = e.writeWillow(t, willow[t])
		}
		e.wins = append(e.wins, wins)

		// toLead[s] lists what makes it seat s's turn to lead.
		toLead := make([][]lit, len(e.seats))
		if t == 0 {
			s := e.next(first, 0)
			toLead[s] = []lit{yes}
		} else {
			for s := range e.seats {
				to := e.next(s, t)
				if e.wins[t-1][s] != no {
					toLead[to] = append(toLead[to], e.wins[t-1][s])
				}
			}
		}
		again := t > 0 && t-1 < len(willow)
		names := slices.ContainsFunc(e.seats, func(s *seatCards) bool { return s.namer })
		plain := !again && !names
		for s := range e.seats {
			switch {
			case !e.in(s, t):
			case plain && len(toLead[s]) == 0:
			case plain && len(toLead[s]) == 1:
				leads[s] = toLead[s][0]
			default:
				leads[s] = e.fresh()
			}
		}
		e.leads = append(e.leads, leads)
		if !plain || slices.ContainsFunc(toLead, func(l []lit) bool { return len(l) > 1 }) {
			e.exactlyOne(live(leads))
			for s, why := range toLead {
				if e.seats[s].namer {
					continue // whoever he names leads
				}
				for _, l := range why {
					e.add(-l, leads[s])
				}
			}
		}
		if again {
			for s := range e.seats {
				if e.leads[t-1][s] != no {
					e.add(append(slices.Clone(e.wins[t-1]), -e.leads[t-1][s], leads[e.next(s, t)])...)
				}
			}
		}
	}
}

// writeWillow: a trick that would be won by a card of a lower rank than the one
// turned up is nobody's; R1 played to win is immune (C5).
func (e *encoding) writeWillow(t int, up tricks.Card) []lit {
	wins := make([]lit, len(e.seats))
	for s, seat := range e.seats {
		wins[s] = no
		if e.best[t][s] == no {
			continue
		}
		wins[s] = e.fresh()
		e.add(-wins[s], e.best[t][s])
		for _, c := range seat.cards {
			switch {
			case c.Rank() >= up.Rank():
				e.add(-e.best[t][s], -e.plays[c][t], wins[s])
			case c == tricks.OneRing:
				e.add(-e.plays[c][t], -wins[s], e.oneRing(t))
				e.add(-e.oneRing(t), wins[s])
			default:
				e.add(-e.plays[c][t], -wins[s])
			}
		}
	}
	return wins
}

// oneRing returns "R1 is played into this trick, to win it".
func (e *encoding) oneRing(t int) lit {
	for len(e.toWin) <= t {
		x := no
		if plays, ok := e.plays[tricks.OneRing]; ok && plays[len(e.toWin)] != no {
			x = e.fresh()
			e.add(-x, plays[len(e.toWin)])
		}
		e.toWin = append(e.toWin, x)
	}
	return e.toWin[t]
}

// suits lists the suits that can be led.
func (e *encoding) suits() []tricks.Suit {
	var list []tricks.Suit
	for u := tricks.Hills; u < tricks.NoSuit; u++ {
		if slices.ContainsFunc(e.seats, func(s *seatCards) bool { return len(s.ofSuit(u)) > 0 }) {
			list = append(list, u)
		}
	}
	return list
}

// writeWins: the first card's suit is the led suit (T3), its highest card wins
// (T5), unless R1 is played to win (T7) or a trump is played (T8).
func (e *encoding) writeWins() {
	ringSeat, hasRing := e.owner[tricks.OneRing]
	for t := range e.tricks {
		led := make([]lit, tricks.Suits)
		for u := range led {
			led[u] = no
		}
		for _, u := range e.suits() {
			led[u] = e.fresh()
		}
		e.led = append(e.led, led)
		e.exactlyOne(live(led))
		trumped := no
		if e.trump != tricks.NoSuit && led[e.trump] != no {
			trumped = e.fresh()
		}
		x := e.oneRing(t)
		if hasRing {
			e.add(-x, e.best[t][ringSeat])
		}
		for s, seat := range e.seats {
			if !e.in(s, t) {
				continue
			}
			own := no
			if hasRing && ringSeat == s {
				own = x
			}
			var trumps []lit
			if trumped != no {
				trumps = e.playing(seat.ofSuit(e.trump), t)
				for _, l := range trumps {
					e.add(-l, trumped)
				}
				e.add(append(trumps, -trumped, -e.best[t][s], own)...)
			}
			for _, u := range e.suits() {
				suit := e.playing(seat.ofSuit(u), t)
				e.add(append(suit, -led[u], -e.leads[t][s])...)
				e.add(slices.Concat(suit, trumps, []lit{-led[u], -e.best[t][s], own})...)
			}
		}
		// A higher card of the same suit beats a lower one.
		for c, s := range e.owned() {
			for d := c + 1; int(d)%8 != 0; d++ {
				r, ok := e.owner[d]
				if !ok || r == s || e.plays[c][t] == no || e.plays[d][t] == no {
					continue
				}
				own := no
				if c == tricks.OneRing {
					own = x
				}
				e.add(-e.best[t][s], -e.plays[c][t], -e.plays[d][t], own)
			}
		}
	}
}

// owned goes through all cards and their seats in a fixed order.
func (e *encoding) owned() func(yield func(tricks.Card, int) bool) {
	return func(yield func(tricks.Card, int) bool) {
		for s, seat := range e.seats {
			for _, c := range seat.cards {
				if !yield(c, s) {
					return
				}
			}
		}
	}
}

// writeFollowing: who has the led suit must play it (T4).
func (e *encoding) writeFollowing() {
	for s, seat := range e.seats {
		var void [][]lit
		for t := range e.tricks {
			row := make([]lit, tricks.Suits)
			for u := range tricks.NoSuit {
				row[u] = yes
				if e.in(s, t) && len(seat.ofSuit(u)) > 0 {
					row[u] = e.writeVoid(seat, u, t, void)
				}
			}
			void = append(void, row)
			if seat.free || !e.in(s, t) {
				continue
			}
			if t == 0 && (seat.info.First != 0 || seat.info.Gift == "glamdring") {
				continue // K: exempt from T4; L5: need not follow in trick 1
			}
			for _, u := range e.suits() {
				e.add(append(e.playing(seat.ofSuit(u), t), -e.led[t][u], row[u])...)
			}
		}
		e.void = append(e.void, void)
	}
}

// writeVoid returns a literal that can be true only if a seat has no card of a
// suit in its hand before a trick.
func (e *encoding) writeVoid(seat *seatCards, u tricks.Suit, t int, before [][]lit) lit {
	var hand []tricks.Card
	for _, c := range seat.ofSuit(u) {
		if !seat.apart.Contains(c) {
			hand = append(hand, c)
		}
	}
	waits := slices.ContainsFunc(hand, seat.waits)
	if len(hand) == 0 {
		return yes
	}
	if t == 0 && slices.ContainsFunc(hand, func(c tricks.Card) bool { return !seat.waits(c) }) {
		return no
	}
	v := e.fresh()
	for _, c := range hand {
		if !waits {
			e.add(-v, -e.plays[c][t])
			if t+1 >= min(e.tricks, len(seat.cards)) {
				e.add(-v, -e.left[c])
			}
			continue
		}
		if over := seat.over[c]; len(over) > 0 {
			clause := []lit{-v, e.gone[c][t]}
			for _, d := range over {
				clause = append(clause, -e.gone[d][t])
			}
			e.add(clause...)
		} else if t >= seat.from[c] {
			e.add(-v, e.gone[c][t])
		}
	}
	if !waits && t > 0 {
		e.add(-before[t-1][u], v)
	}
	return v
}

// writeRings: Rings may not be led before one was played, unless the leader has
// nothing else (T6).
func (e *encoding) writeRings() {
	var rings []tricks.Card
	for c := range e.owned() {
		if c.Suit() == tricks.Rings {
			rings = append(rings, c)
		}
	}
	e.ringBefore = []lit{no}
	if len(rings) == 0 {
		return
	}
	for t := 1; t < e.tricks; t++ {
		b := e.fresh()
		e.add(append(e.playing(rings, t-1), -b, e.ringBefore[t-1])...)
		e.ringBefore = append(e.ringBefore, b)
	}
	for t := range e.tricks {
		for s, seat := range e.seats {
			if seat.free || len(seat.ofSuit(tricks.Rings)) == 0 || t == 0 && seat.info.First != 0 {
				continue
			}
			for _, u := range e.suits() {
				if u != tricks.Rings {
					e.add(-e.led[t][tricks.Rings], -e.leads[t][s], e.ringBefore[t], e.void[s][t][u])
				}
			}
		}
	}
}

// writeSums: the ranks of a trick must not sum to less than those of the Balrog
// cards turned up for it, three a trick at four seats and two at three (C14).
func (e *encoding) writeSums() {
	deck := e.pos.Sides[chapters.Balrog]
	if len(deck) == 0 {
		return
	}
	each := 2
	if len(e.seats) == 4 {
		each = 3
	}
	for t := 0; t < e.tricks && (t+1)*each <= len(deck); t++ {
		need := 0
		for _, c := range deck[t*each : (t+1)*each] {
			need += c.Rank()
		}
		// atLeast[s][r]: the seat's card has at least rank r.
		var ranks [][]lit
		for s, seat := range e.seats {
			if !e.in(s, t) {
				continue
			}
			row := make([]lit, 10)
			row[0], row[1], row[9] = yes, yes, no
			for r := 2; r <= 8; r++ {
				row[r] = e.fresh()
				if r > 2 {
					e.add(-row[r], row[r-1])
				}
			}
			for _, c := range seat.cards {
				if e.plays[c][t] != no {
					e.add(-e.plays[c][t], -row[c.Rank()+1])
				}
			}
			ranks = append(ranks, row)
		}
		var walk func(i, need int, clause []lit)
		walk = func(i, need int, clause []lit) {
			switch rest := len(ranks) - i; {
			case need <= rest: // ranks are 1 or more
				return
			case need > 8*rest:
				e.add(append(slices.Clone(clause), e.spared)...)
				return
			}
			for r := 1; r <= 8; r++ { // if this seat has at most r
				walk(i+1, need-r, append(slices.Clone(clause), ranks[i][r+1]))
			}
		}
		walk(0, need, nil)
	}
}

// writePast fixes the plays that have been made: who leads each trick, the cards,
// and whether R1 was played to win.
func (e *encoding) writePast() {
	past := e.pos.Plays
	for t := 0; len(past) > 0; t++ {
		n := 0
		for s := range e.seats {
			if e.in(s, t) {
				n++
			}
		}
		e.add(e.leads[t][past[0].Seat])
		for _, play := range past[:min(n, len(past))] {
			e.add(e.plays[play.Card][t])
			if play.Card == tricks.OneRing {
				x := e.toWin[t]
				if !play.ToWin {
					x = -x
				}
				e.add(x)
			}
		}
		past = past[min(n, len(past)):]
	}
}

// line reads the plays out of a model.
func (e *encoding) line(holds func(lit) bool) ([]tricks.Play, error) {
	var line []tricks.Play
	for t := range e.tricks {
		leader := slices.IndexFunc(e.leads[t], holds)
		if leader < 0 {
			return nil, fmt.Errorf("nobody leads trick %d", t+1)
		}
		for i := range e.seats {
			s := (leader + i) % len(e.seats)
			for _, c := range e.seats[s].cards {
				if holds(e.plays[c][t]) {
					move := tricks.Move{Card: c, ToWin: c == tricks.OneRing && holds(e.toWin[t])}
					line = append(line, tricks.Play{Seat: tricks.Seat(s), Move: move})
				}
			}
		}
	}
	return line[len(e.pos.Plays):], nil
}

// encodeTight is encode with equal cards put in order: what solvers are measured
// on. The oracle does without it, for the solver it judges knows equal cards, too.
func encodeTight(pos chapters.Position) *encoding {
	e := encode(pos)
	e.orderEqual()
	return e
}

// orderEqual orders equal cards: of two neighbours in a hand between which
// nobody else has a card, the lower is played first. To swap them in a line
// changes neither who may play what nor who wins, and no goal tells them apart
// but those that name a card or a rank. Only for plain hands and rules.
func (e *encoding) orderEqual() {
	if e.pos.Chapter != "" || len(e.pos.Sides) > 0 || len(e.pos.Pile) > 0 || len(e.pos.Plays) > 0 {
		return
	}
	named := tricks.OneRing.Bit()
	for _, seat := range e.seats {
		if id := seat.info.Character; id == "celeborn" || id == "maggot" ||
			seat.info.Rider == "black-breath" || seat.apart != 0 || !seat.plain() {
			return
		}
		named |= tricks.RankSet(seat.info.Threat)
	}
	for s, seat := range e.seats {
		if len(seat.cards) > e.tricks {
			continue
		}
		for i, high := range seat.cards[1:] {
			low := seat.cards[i]
			if high.Suit() != low.Suit() || named.Contains(high) || named.Contains(low) || e.parted(low, high, s) {
				continue
			}
			for t := range e.tricks {
				for q := range t {
					e.add(-e.plays[high][q], -e.plays[low][t])
				}
			}
		}
	}
}

// parted reports whether another seat holds a card between two of a suit.
func (e *encoding) parted(low, high tricks.Card, s int) bool {
	for c := low + 1; c < high; c++ {
		if o, ok := e.owner[c]; ok && o != s {
			return true
		}
	}
	return false
}
