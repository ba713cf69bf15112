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

// present returns all cards that are still to be played.
func (f *Formula) present() tricks.Set {
	h := &f.p.Start.Held
	return h[0] | h[1] | h[2] | h[3]
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
