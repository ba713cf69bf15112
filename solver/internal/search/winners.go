package search

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// judgeWinners finds the seats that may win the trick, and reports whether there are any.
//
// Example: three tricks are left. Gimli needs two of them and Sam needs one. Both may win this trick, and
// nobody else.
//
// Proof: after the trick the tally must be alive, and every seat must be able to win the tricks that it
// needs, within what the tally lets it and within the tricks left.
func (p *Problem) judgeWinners(s *tricks.State, pr Progress, f *forecast) bool {
	tally := p.Checker.Tally
	tallyState := &tally.States[pr.Tally]
	for seat := range p.Table.Seats {
		f.minWins[seat] = max(f.need[seat], int(tallyState.Min[seat]))
		if f.minWins[seat] > min(int(tallyState.Max[seat]), f.tricksLeft) {
			return false
		}
		if n := f.minWins[seat]; n > 1 && f.tricksLeft-n <= mostLosses && s.Number == p.Start.Number &&
			!p.IsDisabled(Sweeps) && !p.sweeps(s, tricks.Seat(seat), n, f.tricksLeft) {
			return false
		}
	}
	f.winners = p.mayWin(tallyState, f)
	if !p.leadsPass(s, f) {
		return false
	}
	f.trickWinners = 0
	f.anyLeast = false
	f.least = [tricks.MaxSeats]int{}
	f.mustHold = [tricks.MaxSeats]tricks.Set{}
	f.anyMustHold = false
	for w := range tricks.MaxSeats + 1 {
		switch {
		case tallyState.Next[w] == characters.DeadTally:
			continue
		case w == tricks.MaxSeats && int(s.Number) >= len(p.Table.Willow):
			continue // there is no Willow to take the trick
		case w < tricks.MaxSeats && s.Hand[w] == 0:
			continue
		}
		next := &tally.States[tallyState.Next[w]]
		sum := 0
		fits := true
		for seat := range p.Table.Seats {
			need := f.need[seat]
			if seat == w {
				need--
			}
			need = max(need, int(next.Min[seat]))
			sum += need
			fits = fits && (need <= 0 || need <= int(next.Max[seat]))
		}
		if fits && sum < f.tricksLeft {
			f.trickWinners |= tricks.Seat(w).Bit()
			if w < p.Table.Seats && !p.IsDisabled(JointNeeds|FewestTricks) {
				p.leastFor(tricks.Seat(w), sum, next, f)
				p.askFor(tricks.Seat(w), sum, next, f)
			}
		}
	}
	if p.IsDisabled(InTrick) {
		f.trickWinners = anyWinner
	}
	if f.trickWinners == 0 {
		return false
	}
	for seat, n := range f.minWins {
		f.desire[seat] = 0
		if n > 0 {
			f.desire[seat] = int32(n*winnerWeight) / int32(max(f.tricksLeft, 1))
		}
	}
	f.someWanted = f.wanted[0] | f.wanted[1] | f.wanted[2] | f.wanted[3]
	return true
}

// mayWin returns the seats that may win this trick or a later one.
//
// Example: two tricks are left, and Merry and Sam need one each. Pippin may win none.
//
// Proof: a trick goes to one seat. When all tricks that are left are needed, only seats that need some
// may win any.
func (p *Problem) mayWin(now *characters.TallyState, f *forecast) (winners tricks.SeatSet) {
	sum := 0
	for _, n := range f.minWins[:p.Table.Seats] {
		sum += n
	}
	for seat, n := range f.minWins[:p.Table.Seats] {
		if n > 0 || sum < f.tricksLeft && now.Max[seat] > 0 {
			winners |= tricks.Seat(seat).Bit()
		}
	}
	return winners
}

// leastFor works out how many of the cards that seat w needs must be in this trick if w wins it. Sum is
// how many tricks all seats together, w included, need after this one.
//
// Example: Sam needs nine cards at four seats and can win two tricks after this one. This trick has to
// hold one of the nine.
//
// Proof: each trick holds at most one card of each hand, so Sam's two later tricks hold eight. After this
// trick w can win only the tricks that the others do not need, and no more than the tally allows.
func (p *Problem) leastFor(w tricks.Seat, sum int, next *characters.TallyState, f *forecast) {
	if f.total[w] == 0 {
		return
	}
	own := max(f.need[w]-1, int(next.Min[w]), 0)
	more := min(f.tricksLeft-1-(sum-own), int(next.Max[w]))
	f.least[w] = f.total[w] - more*p.Table.Seats
	f.anyLeast = f.anyLeast || f.least[w] > 0
}

// askFor finds a set of cards such that the trick must hold one of them if seat w wins it. Sum is how many
// tricks all seats together need after this one if the trick holds such a card. If it does not, they need
// one more.
//
// Example: two tricks are left; Sam needs H3, and Pippin needs a trick. If Sam wins this trick, H3 has
// to be in it.
//
// Proof: w needs f.need[w] tricks that each hold one of the cards f.neededCards[w]. Suppose that w wins this
// trick without any of them. Then w needs as many tricks after it as before. If the tally does not allow w
// that many, or all seats together need more tricks than are left, the trick must hold one of the cards.
func (p *Problem) askFor(w tricks.Seat, sum int, next *characters.TallyState, f *forecast) {
	need := f.need[w]
	if f.neededCards[w] == 0 || need <= int(next.Min[w]) {
		return
	}
	if sum == f.tricksLeft-1 || need > int(next.Max[w]) {
		f.mustHold[w] = f.neededCards[w]
		f.anyMustHold = true
	}
}
