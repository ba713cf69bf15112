package formula

import (
	"slices"

	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// Formula is a problem as a propositional formula, or several of which one has to be solved;
// see the package comment.
type Formula struct {
	// p is the first of the problems of which one has to be solved: they differ in their
	// goals only. Chosen says of each that it is the one.
	p      *search.Problem
	all    []*search.Problem
	chosen []sat.Lit
	s      *sat.Solver
	// describer is told what a plain formula says, nil for a formula of the search.
	describer Describer
	// seatNames are what it calls the seats.
	seatNames []string
	// wayNames say of each problem how the round is won then.
	wayNames []string
	// firstTrick is the first trick, n how many there are from it on. All tricks below
	// are counted from it.
	firstTrick, n int

	// plays means that a card is played into a trick, leftOver that it never is (T10), and
	// gone that it was played before a trick, which is there only for seats of which cards
	// wait.
	plays, gone [64][]sat.Lit
	leftOver    [64]sat.Lit
	// best is the seat with the best card of a trick, wins its winner: the same but for
	// the Old Man Willow, who wins it as the last of them (C5).
	best, wins, leads [][]sat.Lit
	led               [][]sat.Lit
	void              [tricks.MaxSeats][tricks.Suits][]sat.Lit
	// suit means that a seat plays a card of a suit.
	suit [tricks.MaxSeats][tricks.Suits][]sat.Lit
	// toWin means that R1 is played to win a trick (T7).
	toWin []sat.Lit
	// won says of some seats that one of them wins a card.
	won [64][]wonBy
}

// wonBy is some seats and the literal that one of them wins a card.
type wonBy struct {
	seats tricks.SeatSet
	lit   sat.Lit
}

// Covers reports whether a formula can be written of problems: it knows all their specials and
// all that their goals look at, and nothing is exchanged during play.
func Covers(all ...*search.Problem) bool {
	return !slices.ContainsFunc(all, func(p *search.Problem) bool {
		return p.Breaks(search.Learning) || p.Swap != nil || !isExpressible(p)
	})
}

// New writes the formula of problems of the same round. The solver is used for it, with so
// many bytes for the clauses.
func New(all []*search.Problem, s *sat.Solver, memory int64) *Formula {
	s.Reset(memory)
	f := &Formula{s: s}
	f.write(all)
	return f
}

// write writes the formula of problems of the same round.
func (f *Formula) write(all []*search.Problem) {
	f.p = all[0]
	f.all = all
	f.firstTrick = int(f.p.Start.Number)
	f.n = f.p.Table.Tricks() - f.firstTrick
	f.writePlays()
	f.writeSuits()
	f.writeLeads()
	f.writeGoals() // early: what they settle makes the rest shorter
	f.writeWins()
	f.writeFollowing()
	f.writeRings()
	f.writeSums()
	f.writeForced()
	if !f.plain() {
		f.orderEqual()
	}
	// The winner of a trick and the led suit say more than a single card.
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

// playsBefore returns in how many tricks before the t-th a seat plays.
func (f *Formula) playsBefore(seat, t int) (n int) {
	for q := range t {
		if f.isPlaying(seat, q) {
			n++
		}
	}
	return n
}

// next returns the seat that leads a trick if the given one should (T9).
func (f *Formula) next(seat, t int) int {
	for !f.isPlaying(seat, t) {
		seat = int(f.p.Table.Next(tricks.Seat(seat)))
	}
	return seat
}

// playLits lists "one of the cards is played into the trick", with room for what else
// the clause says.
func (f *Formula) playLits(cards tricks.Set, t int) []sat.Lit {
	list := make([]sat.Lit, 0, cards.Len()+4)
	for ; cards != 0; cards &= cards - 1 {
		if l := f.plays[cards.First()][t]; l != sat.False {
			list = append(list, l)
		}
	}
	return list
}

// leftOverLits lists "one of the cards is left over".
func (f *Formula) leftOverLits(cards tricks.Set) []sat.Lit {
	var list []sat.Lit
	for ; cards != 0; cards &= cards - 1 {
		if l := f.leftOver[cards.First()]; l != sat.False {
			list = append(list, l)
		}
	}
	return list
}

// writePlays: each card is played into one trick or left over, and a seat plays one
// card a trick (T3, T10).
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

// writeSuits makes the variables of which suit a seat plays, and counts the cards of
// each suit: it plays all of them but those that are left over.
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

// mustWait reports whether a card is not in the hand at the beginning: covered (S9) or
// still to be drawn (S10).
func (f *Formula) mustWait(c tricks.Card) bool {
	return f.p.Table.DrawnAfter(c) > f.firstTrick || f.directCovers(c) != 0
}

// directCovers returns the cards that still lie over a card (S9).
func (f *Formula) directCovers(c tricks.Card) tricks.Set {
	return f.p.Table.Covers(c) & f.p.Start.Held[f.p.Owner[c]]
}

// allCovers returns all cards that have to go before a card is open (S9).
func (f *Formula) allCovers(c tricks.Card) tricks.Set {
	set := f.directCovers(c)
	for cards := set; cards != 0; cards &= cards - 1 {
		set |= f.allCovers(cards.First())
	}
	return set
}

// coveredCards returns all cards that wait for a card in a pyramid (S9).
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

// mayPlay reports whether a card can be played into a trick. Covered cards wait for those
// over them (S9), and others are drawn later (S10). If the seat plays all its cards, one in a pyramid
// cannot wait so long that those under it no longer come. One that was put into the first trick is
// played there. One set aside for the last trick is played there, or when it is the only one
// (K: Radagast). A tucked one may have to stay in the first trick (K: Shadowfax).
func (f *Formula) mayPlay(seat int, c tricks.Card, t int) bool {
	p := f.p
	earlierPlays := f.playsBefore(seat, t) // cards that the seat plays before the trick
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

// lastIsDue reports whether a seat plays the card that it has set aside for the last
// trick, whatever else it holds (G2, K: Radagast).
func (f *Formula) lastIsDue(seat, t int) bool {
	return f.p.Table.LastIsDue(tricks.Seat(seat), f.firstTrick+t, f.p.Start.Held[seat])
}

// writeGone states the cards that were played before each trick, and that covered cards
// wait for those over them (S9).
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

// writeLeads: the winner of a trick leads the next one (T5), or the next seat that
// has a card (T9), or whom he names (K: Bilbo Baggins); after a trick for the Willow
// the same seat leads again (C5).
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

// writeBest makes the variables of the winner of a trick. One that would be won by a card
// of a lower rank than the one turned up is nobody's; R1 played to win is immune
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

// writeWins: the first card's suit is led (T3), its highest card wins (T5), unless R1
// is played to win (T7) or a trump is played (T8).
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

// writeHigher: for each card that another seat plays, the winner has a higher one of that suit
// if it plays the suit at all. For each card it may win with, each other seat that plays the
// suit has a lower one. Where both hands are of few ranks that says more than that no card wins
// over a higher one. It need not be so if it wins with R1 (T7). If Sam wins with H5 and Pippin
// has H3 and H7, Pippin plays H3 or no Hill.
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

// writeFollowing: a seat that has the led suit must play it (T4).
func (f *Formula) writeFollowing() {
	p := f.p
	for s := range f.seats() {
		for u := range tricks.Suit(tricks.Suits) {
			f.void[s][u] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.void[s][u][t] = f.writeVoid(s, u, t)
				first := f.firstTrick+t == 0
				if !f.isPlaying(s, t) || p.Table.Free.Contains(tricks.Seat(s)) || f.lastIsDue(s, t) ||
					first && (p.Table.FreeOnce.Contains(tricks.Seat(s)) || p.Table.First[s] != tricks.NoCard) {
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
	open := 0 // cards that are in the hand from the beginning
	for cards := hand; cards != 0; cards &= cards - 1 {
		if f.mustWait(cards.First()) {
			waits = true
		} else {
			open++
		}
	}
	if f.playsBefore(seat, t) < open {
		return sat.False // it plays one a trick
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
		if whole { // then it holds just if the seat has none left
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

// writeRings: Rings may not be led before one was played, unless the leader has
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

// writeSums: the ranks of a trick must not sum to less than those of the Balrog cards
// turned up for it (C14), unless the chosen problem is spared that.
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
				lits, ranks = append(lits, f.plays[c][t]), append(ranks, int32(c.Rank()))
			}
		}
		f.topic("ranks of the cards in trick {trick}, against the Balrog's (C14)", subject{trick: t})
		f.s.Linear(f.p.Sums[f.firstTrick+t], lits, ranks, count)
	}
}

// writeForced fixes the plays that have been made into the first trick.
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

// orderEqual puts equal cards in order: of two neighbours in a hand that are the same to every
// goal and between which nobody else has a card, the lower one is played first, or the higher
// one is left over. To change them about in a line changes neither who may play what nor who
// wins. Of H3 and H4 in one hand H3 goes first. Cards that lie in a pyramid or are drawn later
// are not equal, nor is one that is put into the first trick. Nothing is equal in a trick that
// has begun.
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

// same reports whether two cards are the same to every goal.
func (f *Formula) same(a, b tricks.Card) bool {
	for _, p := range f.all {
		if !p.Same(a, b, f.firstTrick) {
			return false
		}
	}
	return true
}

// Line reads the plays out of the model, in order, without those that had been made
// already.
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
