package formula

import (
	"slices"

	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// Formula is a propositional formula that has a model if and only if one of several problems can
// be solved. See the package comment.
//
// The fields from plays on hold literals by what they mean. Their last index is the trick, counted
// from firstTrick, unless the comment says something else.
type Formula struct {
	// p is the first of the problems. They differ in their goals only, so p stands for all of
	// them where the goals do not matter.
	p *search.Problem
	// all is the problems; the formula requires the goals of at least one of them.
	all []*search.Problem
	// chosen holds for each problem the literal that requires its goals.
	chosen []sat.Lit
	// s receives the clauses and conditions.
	s *sat.Solver
	// describer receives the meaning of a plain formula. It is nil for a formula of the search.
	describer Describer
	// seatNames are the names of the seats in descriptions.
	seatNames []string
	// wayNames describe for each problem how the round is won.
	wayNames []string
	// firstTrick is the number of the first trick.
	firstTrick int
	// n is the number of tricks from firstTrick on.
	n int

	// plays means, by card and trick, that the card is played into the trick.
	plays [64][]sat.Lit
	// gone means, by card and trick, that the card was played before the trick. It exists only
	// for seats with cards that wait.
	gone [64][]sat.Lit
	// leftOver means, by card, that the card is never played (T10).
	leftOver [64]sat.Lit
	// best means, by trick and seat, that the seat plays the best card of the trick.
	best [][]sat.Lit
	// wins means, by trick and seat, that the seat wins the trick. It differs from best only for
	// the Old Man Willow, who is the last entry, tricks.MaxSeats (C5).
	wins [][]sat.Lit
	// leads means, by trick and seat, that the seat leads the trick.
	leads [][]sat.Lit
	// led means, by trick and suit, that the suit is led.
	led [][]sat.Lit
	// void means, by seat, suit and trick, that the seat has no card of the suit before the trick.
	// It may be false although that is so, see writeVoid.
	void [tricks.MaxSeats][tricks.Suits][]sat.Lit
	// suit means, by seat, suit and trick, that the seat plays a card of the suit.
	suit [tricks.MaxSeats][tricks.Suits][]sat.Lit
	// toWin means, by trick, that R1 is played to win the trick (T7).
	toWin []sat.Lit
	// won holds, by card, the literals that wonBy has made so far.
	won [64][]wonBy
}

// wonBy is a set of seats and the literal that one of them wins a certain card.
type wonBy struct {
	seats tricks.SeatSet
	lit   sat.Lit
}

// Covers reports whether a formula can be written for problems: it can express all their special
// rules and everything that their goals depend on, and no cards are exchanged during play.
func Covers(all ...*search.Problem) bool {
	return !slices.ContainsFunc(all, func(p *search.Problem) bool {
		return p.Breaks(search.Learning) || p.Swap != nil || !isExpressible(p)
	})
}

// New writes the formula of problems of the same round into a solver, which it resets. The
// solver may use memory bytes for its clauses.
func New(all []*search.Problem, s *sat.Solver, memory int64) *Formula {
	s.Reset(memory)
	f := &Formula{s: s}
	f.write(all)
	return f
}

// write writes all parts of the formula.
func (f *Formula) write(all []*search.Problem) {
	f.p = all[0]
	f.all = all
	f.firstTrick = int(f.p.Start.Number)
	f.n = f.p.Table.Tricks() - f.firstTrick
	f.writePlays()
	f.writeSuits()
	f.writeLeads()
	f.writeGoals() // early, since literals that the goals fix make the rest shorter
	f.writeWins()
	f.writeFollowing()
	f.writeRings()
	f.writeSums()
	f.writeForced()
	if !f.plain() {
		f.orderEqual()
	}
	// The search guesses the winner of a trick and the led suit first: they decide more than a single card.
	for t := range f.n {
		for _, list := range [][]sat.Lit{f.best[t], f.wins[t], f.led[t], f.leads[t]} {
			for _, l := range list {
				f.s.Raise(l)
			}
		}
	}
}

// seats returns how many seats there are.
func (f *Formula) seats() int { return f.p.Table.Seats }

// isPlaying reports whether a seat plays in a trick (T9).
func (f *Formula) isPlaying(seat, t int) bool {
	return f.p.Table.Playing(f.firstTrick + t).Contains(tricks.Seat(seat))
}

// playsBefore returns the number of tricks before the t-th in which a seat plays.
func (f *Formula) playsBefore(seat, t int) (n int) {
	for q := range t {
		if f.isPlaying(seat, q) {
			n++
		}
	}
	return n
}

// next returns the seat that leads a trick if it is the turn of the given seat: that seat, or the
// next one that still has a card (T9).
func (f *Formula) next(seat, t int) int {
	for !f.isPlaying(seat, t) {
		seat = int(f.p.Table.Next(tricks.Seat(seat)))
	}
	return seat
}

// playLits returns the literals for playing one of the cards into a trick. The list has room for
// a few more literals of a clause.
func (f *Formula) playLits(cards tricks.Set, t int) []sat.Lit {
	list := make([]sat.Lit, 0, cards.Len()+4)
	for ; cards != 0; cards &= cards - 1 {
		if l := f.plays[cards.First()][t]; l != sat.False {
			list = append(list, l)
		}
	}
	return list
}

// leftOverLits returns the literals for leaving one of the cards over.
func (f *Formula) leftOverLits(cards tricks.Set) []sat.Lit {
	var list []sat.Lit
	for ; cards != 0; cards &= cards - 1 {
		if l := f.leftOver[cards.First()]; l != sat.False {
			list = append(list, l)
		}
	}
	return list
}

// writePlays states that each card is played into one trick or left over, and that a seat plays
// one card a trick (T3, T10).
func (f *Formula) writePlays() {
	p := f.p
	for seat := range f.seats() {
		held := p.Start.Held[seat]
		plays := f.playsBefore(seat, f.n)
		waits := false
		for cards := held; cards != 0; cards &= cards - 1 {
			c := cards.First()
			f.plays[c] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.plays[c][t] = sat.False
				if f.isPlaying(seat, t) && f.mayPlay(seat, c, t) {
					f.plays[c][t] = f.variable("{card} is played into trick {trick}", subject{card: c, trick: t})
				}
			}
			f.leftOver[c] = sat.False
			if held.Len() > plays {
				f.leftOver[c] = f.variable("{card} is left over at the end", subject{card: c})
			}
			waits = waits || f.mustWait(c)
		}
		for cards := held; cards != 0; cards &= cards - 1 {
			c := cards.First()
			f.s.ExactlyOne(append(f.plays[c], f.leftOver[c])...)
		}
		if left := f.leftOverLits(held); len(left) > 0 {
			f.topic("cards that {seat} has left over at the end (T10)", subject{seat: tricks.Seat(seat)})
			f.s.AtMost(held.Len()-plays, left, sat.True)
			f.s.AtLeast(held.Len()-plays, left, sat.True)
		}
		for t := range f.n {
			if f.isPlaying(seat, t) {
				f.s.ExactlyOne(f.playLits(held, t)...)
			}
		}
		if waits && f.n > 0 {
			f.writeGone(held)
		}
	}
}

// writeSuits makes the variables for the suit that a seat plays. It also states that a seat plays
// as many cards of a suit as it holds, less the cards that are left over.
func (f *Formula) writeSuits() {
	for s := range f.seats() {
		held := f.p.Start.Held[s]
		for u := range tricks.Suit(tricks.Suits) {
			f.suit[s][u] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.suit[s][u][t] = sat.False
				plays := f.playLits(held.OfSuit(u), t)
				switch {
				case len(plays) == 1:
					f.suit[s][u][t] = plays[0]
				case len(plays) > 1:
					l := f.variable("{seat} plays {suit} into trick {trick}",
						subject{seat: tricks.Seat(s), suit: u, trick: t})
					f.suit[s][u][t] = l
					for _, m := range plays {
						f.s.Add(m.Not(), l)
					}
					f.s.Add(append(plays, l.Not())...)
				}
			}
			if n := held.OfSuit(u).Len(); n > 1 {
				list := append(f.leftOverLits(held.OfSuit(u)), f.suit[s][u]...)
				f.topic("cards of {suit} that {seat} plays or has left over", subject{seat: tricks.Seat(s), suit: u})
				f.s.AtMost(n, list, sat.True)
				f.s.AtLeast(n, list, sat.True)
			}
		}
		for t := range f.n {
			if f.isPlaying(s, t) {
				var list []sat.Lit
				for u := range f.suit[s] {
					list = append(list, f.suit[s][u][t])
				}
				f.s.ExactlyOne(list...)
			}
		}
	}
}

// mustWait reports whether a card is not in the hand at the beginning, because it is covered (S9)
// or drawn later (S10).
func (f *Formula) mustWait(c tricks.Card) bool {
	return f.p.Table.DrawnAfter(c) > f.firstTrick || f.directCovers(c) != 0
}

// directCovers returns the cards that lie directly over a card and are not played yet (S9).
func (f *Formula) directCovers(c tricks.Card) tricks.Set {
	return f.p.Table.Covers(c) & f.p.Start.Held[f.p.Owner[c]]
}

// allCovers returns all cards that must be played before a card is open (S9).
func (f *Formula) allCovers(c tricks.Card) tricks.Set {
	set := f.directCovers(c)
	for cards := set; cards != 0; cards &= cards - 1 {
		set |= f.allCovers(cards.First())
	}
	return set
}

// coveredCards returns all cards of a pyramid that lie under a card, directly or not (S9).
func (f *Formula) coveredCards(c tricks.Card) (set tricks.Set) {
	if !f.p.Pyramid.Contains(c) {
		return 0
	}
	for cards := f.p.Pyramid & f.p.Start.Held[f.p.Owner[c]]; cards != 0; cards &= cards - 1 {
		if f.allCovers(cards.First()).Contains(c) {
			set |= cards & -cards
		}
	}
	return set
}

// mayPlay reports whether a card can be played into a trick. It returns false if the trick is
// certainly impossible for the card:
//
//   - Covered cards wait for the cards over them (S9), and others are drawn later (S10).
//   - If the seat plays all its cards, a card of a pyramid must be played early enough for the
//     cards under it.
//   - A card that was put into the first trick is played there.
//   - A card set aside for the last trick is played there, or when it is the seat's only card
//     (K: Radagast).
//   - A tucked card may have to stay away in the first trick (K: Shadowfax).
func (f *Formula) mayPlay(seat int, c tricks.Card, t int) bool {
	p := f.p
	earlierPlays := f.playsBefore(seat, t)
	if first := p.Table.First[seat]; first != tricks.NoCard && f.firstTrick+t == 0 &&
		p.Start.Hand[seat].Contains(first) {
		return c == first
	}
	last := p.Table.Last[seat]
	switch {
	case p.Table.DrawnAfter(c) > f.firstTrick+t || f.allCovers(c).Len() > earlierPlays:
		return false
	case f.coveredCards(c).Len() > f.playsBefore(seat, f.n)-earlierPlays-1 &&
		p.Start.Held[seat].Len() == f.playsBefore(seat, f.n):
		return false
	case c == last:
		return f.lastIsDue(seat, t) || earlierPlays == p.Start.Held[seat].Len()-1
	case f.lastIsDue(seat, t):
		return false
	case c == p.Start.Tucked && p.Stays && t == 0:
		return false
	}
	return true
}

// lastIsDue reports whether a seat must now play the card that it has set aside for the last
// trick, whatever else it holds (G2, K: Radagast).
func (f *Formula) lastIsDue(seat, t int) bool {
	return f.p.Table.LastIsDue(tricks.Seat(seat), f.firstTrick+t, f.p.Start.Held[seat])
}

// writeGone defines the literals gone, and states that covered cards wait for the cards over them
// (S9).
func (f *Formula) writeGone(held tricks.Set) {
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		f.gone[c] = make([]sat.Lit, f.n)
		f.gone[c][0] = sat.False
		for t := 1; t < f.n; t++ {
			goneBefore := f.gone[c][t-1]
			played := f.plays[c][t-1]
			if goneBefore == sat.False && played == sat.False {
				f.gone[c][t] = sat.False
				continue
			}
			l := f.variable("{card} was played before trick {trick}", subject{card: c, trick: t})
			f.gone[c][t] = l
			f.s.Add(l.Not(), goneBefore, played)
			f.s.Add(goneBefore.Not(), l)
			f.s.Add(played.Not(), l)
			f.s.Add(l.Not(), f.plays[c][t].Not())
		}
	}
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		for covers := f.directCovers(c); covers != 0; covers &= covers - 1 {
			for t := range f.n {
				f.s.Add(f.plays[c][t].Not(), f.gone[covers.First()][t])
			}
		}
	}
}

// writeLeads states who leads each trick: the winner of the trick before it (T5), or the next seat
// that has a card (T9), or anyone the winner names (K: Bilbo Baggins). After a trick that the Old
// Man Willow takes, the same seat leads again (C5).
func (f *Formula) writeLeads() {
	p := f.p
	for t := range f.n {
		f.writeBest(t)
		toLead := make([][]sat.Lit, f.seats())
		switch {
		case t > 0:
			for s, l := range f.wins[t-1][:f.seats()] {
				if l != sat.False {
					leader := f.next(s, t)
					toLead[leader] = append(toLead[leader], l)
				}
			}
		case !p.Start.Naming:
			toLead[p.Start.Leader] = []sat.Lit{sat.True}
		}
		again := t > 0 && f.willow(t-1)
		anyone := again || p.Table.Namers != 0
		leads := make([]sat.Lit, f.seats())
		for s, reasons := range toLead {
			leads[s] = sat.False
			switch {
			case !f.isPlaying(s, t):
			case t == 0 && !p.Start.Naming:
				if len(reasons) > 0 {
					leads[s] = sat.True
				}
			case !anyone && len(reasons) == 0:
			case !anyone && len(reasons) == 1:
				leads[s] = reasons[0]
			default:
				leads[s] = f.variable("{seat} leads trick {trick}", subject{seat: tricks.Seat(s), trick: t})
			}
		}
		f.leads = append(f.leads, leads)
		f.s.ExactlyOne(leads...)
		if t == 0 {
			continue
		}
		for s, reasons := range toLead {
			if p.Table.Namers.Contains(tricks.Seat(s)) {
				continue // whoever is named leads
			}
			for _, l := range reasons {
				f.s.Add(l.Not(), leads[s])
			}
		}
		if again {
			for s, l := range f.leads[t-1] {
				if leader := f.next(s, t); !p.Table.Namers.Contains(tricks.Seat(leader)) {
					f.s.Add(l.Not(), f.wins[t-1][tricks.MaxSeats].Not(), leads[leader])
				}
			}
		}
	}
}

// willow reports whether the Old Man Willow may win a trick (C5).
func (f *Formula) willow(t int) bool { return f.firstTrick+t < len(f.p.Table.Willow) }

// writeBest makes the variables for the best card and the winner of a trick. The Old Man Willow
// takes the trick if the best card is lower than the card turned up, unless it is R1 played to win
// (C5).
func (f *Formula) writeBest(t int) {
	p := f.p
	bestMeans := "{seat} wins trick {trick}"
	if f.willow(t) {
		bestMeans = "{seat} wins trick {trick}, or the Old Man Willow takes it from there"
	}
	best := make([]sat.Lit, f.seats())
	for s := range best {
		best[s] = sat.False
		if f.isPlaying(s, t) {
			best[s] = f.variable(bestMeans, subject{seat: tricks.Seat(s), trick: t})
		}
	}
	f.s.ExactlyOne(best...)
	f.best = append(f.best, best)
	oneRing := sat.False
	if f.present().Contains(tricks.OneRing) && f.plays[tricks.OneRing][t] != sat.False {
		oneRing = f.variable("R1 is played to win trick {trick}", subject{trick: t})
		f.s.Add(oneRing.Not(), f.plays[tricks.OneRing][t])
		f.s.Add(oneRing.Not(), best[p.Owner[tricks.OneRing]])
	}
	f.toWin = append(f.toWin, oneRing)
	wins := make([]sat.Lit, tricks.MaxSeats+1)
	for s := range wins {
		wins[s] = sat.False
		if s < len(best) {
			wins[s] = best[s]
		}
	}
	if f.willow(t) {
		up := p.Table.Willow[f.firstTrick+t].Rank()
		for s := range best {
			if best[s] == sat.False {
				continue
			}
			l := f.variable("{seat} wins trick {trick}", subject{seat: tricks.Seat(s), trick: t})
			wins[s] = l
			f.s.Add(l.Not(), best[s])
			for cards := p.Start.Held[s]; cards != 0; cards &= cards - 1 {
				c := cards.First()
				switch {
				case c.Rank() >= up:
					f.s.Add(best[s].Not(), f.plays[c][t].Not(), l)
				case c == tricks.OneRing:
					f.s.Add(f.plays[c][t].Not(), l.Not(), oneRing)
					f.s.Add(oneRing.Not(), l)
				default:
					f.s.Add(f.plays[c][t].Not(), l.Not())
				}
			}
		}
		wins[tricks.MaxSeats] = f.variable("the Old Man Willow takes trick {trick}", subject{trick: t})
		f.s.ExactlyOne(wins...)
	}
	f.wins = append(f.wins, wins)
}

// writeWins states that the first card's suit is led (T3), and that the highest card of this suit
// is the best (T5), unless R1 is played to win (T7) or a trump is played (T8).
func (f *Formula) writeWins() {
	p := f.p
	for t := range f.n {
		led := make([]sat.Lit, tricks.Suits)
		for u := range led {
			led[u] = sat.False
			if len(f.playLits(f.present().OfSuit(tricks.Suit(u)), t)) > 0 {
				led[u] = f.variable("{suit} is led in trick {trick}", subject{suit: tricks.Suit(u), trick: t})
				for s := range f.seats() {
					f.s.Add(led[u], f.leads[t][s].Not(), f.suit[s][u][t].Not())
				}
			}
		}
		f.s.ExactlyOne(led...)
		f.led = append(f.led, led)
		trumped := sat.False
		if p.Trump != 0 {
			trumped = f.variable("a trump is played into trick {trick}", subject{trick: t})
		}
		for s := range f.seats() {
			if !f.isPlaying(s, t) {
				continue
			}
			held := p.Start.Held[s]
			own := sat.False
			if held.Contains(tricks.OneRing) {
				own = f.toWin[t]
			}
			trumps := f.playLits(held&p.Trump, t)
			for _, l := range trumps {
				f.s.Add(l.Not(), trumped)
			}
			if trumped != sat.False {
				f.s.Add(append([]sat.Lit{trumped.Not(), f.best[t][s].Not(), own}, trumps...)...)
			}
			for u := range led {
				suit := f.suit[s][u][t]
				f.s.Add(led[u].Not(), f.leads[t][s].Not(), suit)
				f.s.Add(append(trumps, led[u].Not(), f.best[t][s].Not(), own, suit)...)
			}
			f.writeHigher(s, t, own)
		}
	}
}

// writeHigher states that the winner of a trick plays the highest card of its suit. For each card
// that another seat plays, the winner plays a higher card of the suit, or another suit. For each
// card that may win, each other seat plays a lower card of the suit, or another suit. This need
// not hold if the winner wins with R1 (T7). In hands of few ranks these clauses lead to more
// consequences than a clause for each pair of cards. Example: if Sam wins with H5 and Pippin has H3
// and H7, Pippin plays H3 or no Hill.
func (f *Formula) writeHigher(winner, t int, ring sat.Lit) {
	held := f.p.Start.Held[winner]
	best := f.best[t][winner].Not()
	for cards := f.present() &^ held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		higher := held.OfSuit(c.Suit()) &^ (c.Bit() - 1)
		suit := f.suit[winner][c.Suit()][t]
		if f.plays[c][t] == sat.False || suit == sat.False || higher == held.OfSuit(c.Suit()) {
			continue
		}
		clause := append(f.playLits(higher, t), best, f.plays[c][t].Not(), suit.Not())
		if c.Suit() == tricks.Rings {
			clause = append(clause, ring)
		}
		f.s.Add(clause...)
	}
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		if f.plays[c][t] == sat.False {
			continue
		}
		for o := range f.seats() {
			otherCards := f.p.Start.Held[o].OfSuit(c.Suit())
			suit := f.suit[o][c.Suit()][t]
			if o == winner || suit == sat.False || otherCards&^(c.Bit()-1) == 0 {
				continue
			}
			clause := append(f.playLits(otherCards&(c.Bit()-1), t), best, f.plays[c][t].Not(), suit.Not())
			if c == tricks.OneRing {
				clause = append(clause, ring)
			}
			f.s.Add(clause...)
		}
	}
}

// present returns all cards that are still to be played.
func (f *Formula) present() tricks.Set {
	h := &f.p.Start.Held
	return h[0] | h[1] | h[2] | h[3]
}

// writeFollowing states that a seat that has the led suit must play it (T4).
func (f *Formula) writeFollowing() {
	p := f.p
	for s := range f.seats() {
		for u := range tricks.Suit(tricks.Suits) {
			f.void[s][u] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.void[s][u][t] = f.writeVoid(s, u, t)
				seat := tricks.Seat(s)
				isFreeNow := f.firstTrick+t == 0 && (p.Table.FreeOnce.Contains(seat) || p.Table.First[s] != tricks.NoCard)
				if !f.isPlaying(s, t) || p.Table.Free.Contains(seat) || f.lastIsDue(s, t) || isFreeNow {
					continue
				}
				f.s.Add(f.suit[s][u][t], f.led[t][u].Not(), f.void[s][u][t])
			}
		}
	}
}

// writeVoid returns a literal that can be true only if a seat has no card of a suit
// in its hand before a trick. Cards set aside or tucked away do not count (K).
func (f *Formula) writeVoid(seat int, u tricks.Suit, t int) sat.Lit {
	p := f.p
	hand := f.hand(seat).OfSuit(u)
	if hand == 0 {
		return sat.True
	}
	waits := false
	open := 0 // how many of the cards are in the hand from the beginning
	for cards := hand; cards != 0; cards &= cards - 1 {
		if f.mustWait(cards.First()) {
			waits = true
		} else {
			open++
		}
	}
	if f.playsBefore(seat, t) < open {
		return sat.False // it plays only one card a trick
	}
	whole := hand == p.Start.Held[seat].OfSuit(u)
	v := f.variable("true only if {seat} has no {suit} in hand before trick {trick}",
		subject{seat: tricks.Seat(seat), suit: u, trick: t})
	for cards := hand; cards != 0; cards &= cards - 1 {
		c := cards.First()
		switch {
		case !waits:
			if whole {
				f.s.Add(v.Not(), f.suit[seat][u][t].Not())
			} else {
				f.s.Add(v.Not(), f.plays[c][t].Not())
			}
			if t+1 == f.n {
				f.s.Add(v.Not(), f.leftOver[c].Not())
			}
		case p.Table.DrawnAfter(c) <= f.firstTrick+t:
			clause := []sat.Lit{v.Not(), f.gone[c][t]}
			for covers := f.directCovers(c); covers != 0; covers &= covers - 1 {
				clause = append(clause, f.gone[covers.First()][t].Not())
			}
			f.s.Add(clause...)
		}
	}
	if !waits && t > 0 {
		f.s.Add(f.void[seat][u][t-1].Not(), v)
		if whole { // then the literal is true exactly if the seat has no card of the suit left
			f.s.Add(v.Not(), f.void[seat][u][t-1], f.suit[seat][u][t-1])
			f.topic("cards of {suit} that {seat} plays before trick {trick}",
				subject{seat: tricks.Seat(seat), suit: u, trick: t})
			f.s.AtLeast(hand.Len(), f.suit[seat][u][:t], v)
		}
	}
	return v
}

// hand returns the hand of a seat without the cards that are set aside or tucked away.
func (f *Formula) hand(seat int) tricks.Set {
	hand := f.p.Start.Held[seat]
	for _, c := range []tricks.Card{f.p.Table.Last[seat], f.p.Start.Tucked} {
		if c != tricks.NoCard {
			hand &^= c.Bit()
		}
	}
	return hand
}

// writeRings states that Rings may not be led before a Ring was played, unless the leader has
// nothing else (T6).
func (f *Formula) writeRings() {
	p := f.p
	ringPlayed := sat.False
	if p.Start.RingsBroken {
		return
	}
	for t := range f.n {
		if t > 0 {
			l := f.variable("a Ring was played before trick {trick}", subject{trick: t})
			clause := []sat.Lit{ringPlayed, l.Not()}
			for s := range f.seats() {
				ring := f.suit[s][tricks.Rings][t-1]
				clause = append(clause, ring)
				f.s.Add(ring.Not(), l)
			}
			f.s.Add(clause...)
			f.s.Add(ringPlayed.Not(), l)
			ringPlayed = l
		}
		for s := range f.seats() {
			if p.Table.Free.Contains(tricks.Seat(s)) || f.lastIsDue(s, t) ||
				f.firstTrick+t == 0 && p.Table.First[s] != tricks.NoCard {
				continue
			}
			for u := range tricks.Suit(tricks.Suits) {
				if u != tricks.Rings {
					f.s.Add(f.led[t][tricks.Rings].Not(), f.leads[t][s].Not(), ringPlayed, f.void[s][u][t])
				}
			}
		}
	}
}

// writeSums states that the ranks of each trick reach the sum of the Balrog cards turned up for it
// (C14), unless the chosen problem is spared that.
func (f *Formula) writeSums() {
	spared := []sat.Lit{}
	for i, p := range f.all {
		if p.Spared {
			spared = append(spared, f.chosen[i])
		}
	}
	count := sat.True
	if len(spared) > 0 {
		count = f.variable("the tricks have to reach the sums of the Balrog", subject{})
		f.s.Add(append(spared, count)...)
	}
	if f.p.Start.Short {
		f.s.Add(count.Not())
	}
	for t := range f.n {
		if f.firstTrick+t >= len(f.p.Sums) {
			break
		}
		var lits []sat.Lit
		var ranks []int32
		for cards := f.present(); cards != 0; cards &= cards - 1 {
			if c := cards.First(); f.plays[c][t] != sat.False {
				lits = append(lits, f.plays[c][t])
				ranks = append(ranks, int32(c.Rank()))
			}
		}
		f.topic("ranks of the cards in trick {trick}, against the Balrog's (C14)", subject{trick: t})
		f.s.Linear(f.p.Sums[f.firstTrick+t], lits, ranks, count)
	}
}

// writeForced fixes the plays that were made into the first trick already.
func (f *Formula) writeForced() {
	for _, m := range f.p.Forced {
		f.s.Add(f.plays[m.Card][0])
		if m.Card == tricks.OneRing {
			if m.ToWin {
				f.s.Add(f.toWin[0])
			} else {
				f.s.Add(f.toWin[0].Not())
			}
		}
	}
}

// orderEqual puts equal cards in order: the lower card is played first, or the higher one is left
// over. Two cards of a hand are equal if they are the same to every goal and nobody has a card
// between them. Swapping them in a line changes neither the legal plays nor the winners. Example:
// of H3 and H4 in one hand, H3 is played first. Cards in a pyramid, cards that are drawn later and
// a card put into the first trick are never equal to another card. If a trick has begun,
// orderEqual does nothing.
func (f *Formula) orderEqual() {
	p := f.p
	if p.IsDisabled(search.EqualCards) || len(f.p.Forced) > 0 {
		return
	}
	for s := range f.seats() {
		held := p.Start.Held[s] &^ p.Pyramid
		if first := p.Table.First[s]; first != tricks.NoCard {
			held &^= first.Bit()
		}
		for cards := held; cards != 0; cards &= cards - 1 {
			low := cards.First()
			higher := f.present().OfSuit(low.Suit()) &^ (low.Bit()<<1 - 1)
			if higher == 0 {
				continue
			}
			high := higher.First()
			if !held.Contains(high) || f.mustWait(low) || f.mustWait(high) || !f.same(low, high) {
				continue
			}
			f.s.Add(f.leftOver[low].Not(), f.leftOver[high])
			for t := range f.n {
				for q := range t {
					f.s.Add(f.plays[high][q].Not(), f.plays[low][t].Not())
				}
			}
		}
	}
}

// same reports whether two cards are the same to every goal of all problems.
func (f *Formula) same(a, b tricks.Card) bool {
	for _, p := range f.all {
		if !p.Same(a, b, f.firstTrick) {
			return false
		}
	}
	return true
}

// Line returns the plays of the model in their order, without the plays that were made before.
func (f *Formula) Line() (line []tricks.Play) {
	for t := range f.n {
		leader := 0
		for s, l := range f.leads[t] {
			if f.s.Holds(l) {
				leader = s
			}
		}
		for i := range f.seats() {
			s := (leader + i) % f.seats()
			for cards := f.p.Start.Held[s]; cards != 0; cards &= cards - 1 {
				if c := cards.First(); f.s.Holds(f.plays[c][t]) {
					m := tricks.Move{Card: c, ToWin: c == tricks.OneRing && f.s.Holds(f.toWin[t])}
					line = append(line, tricks.Play{Seat: tricks.Seat(s), Move: m})
				}
			}
		}
	}
	return line[len(f.p.Forced):]
}
