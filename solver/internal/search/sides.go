package search

import "fellowship/tricks"

// prepareWillow works out which cards rank high enough to win each trick, and which ranks the Old Forest
// does not tell apart from each trick on (C5).
func (p *Problem) prepareWillow() {
	n := p.Table.Tricks()
	p.overWillow = nil
	p.classes = nil
	if len(p.Table.Willow) == 0 {
		return
	}
	p.overWillow = make([]tricks.Set, len(p.Table.Willow))
	for t := range p.overWillow {
		p.overWillow[t] = atLeast(p.Table.Willow[t].Rank())
	}
	p.classes = make([][9]uint8, n+1)
	for t := range p.classes {
		for _, up := range p.Table.Willow[min(t, len(p.Table.Willow)):min(n, len(p.Table.Willow))] {
			for rank := up.Rank(); rank < 9; rank++ {
				p.classes[t][rank]++
			}
		}
	}
}

// Same reports whether no goal and no side deck tells two cards apart from a trick on.
func (p *Problem) Same(a, b tricks.Card, trick int) bool {
	return p.traits[a] == p.traits[b] &&
		(p.classes == nil || p.classes[trick][a.Rank()] == p.classes[trick][b.Rank()])
}

// prepareSums works out the sums that the tricks must reach against the Balrog cards (C14).
func (p *Problem) prepareSums() {
	n := len(p.Table.Balrog)
	if n == 0 {
		return
	}
	p.Sums = make([]int, n)
	p.toCome = make([]int, n+1)
	for t := n - 1; t >= 0; t-- {
		for _, c := range p.Table.Balrog[t] {
			p.Sums[t] += c.Rank()
		}
		p.toCome[t] = p.toCome[t+1]
		if t < p.Table.Tricks() {
			p.toCome[t] += p.Sums[t]
		}
	}
}

// ranks returns the sum of the ranks of the cards.
func ranks(cards tricks.Set) (sum int) {
	for ; cards != 0; cards &= cards - 1 {
		sum += cards.First().Rank()
	}
	return sum
}

// short reports whether the ranks of all cards left are too low for the sums of the tricks to come (C14).
// For example two tricks that must reach 9 and 7 are too much for cards of the ranks 1, 2, 4 and 8.
func (p *Problem) short(s *tricks.State, present tricks.Set) bool {
	return int(s.Number) < len(p.Sums) && ranks(present) < p.toCome[s.Number]
}

// fallsShort reports whether the unfinished trick cannot reach its sum any more, whatever the
// seats still to play do (C14). For example the trick must reach 10, ranks 2 and 3 are on the table, and
// the last seat's highest rank is 4.
func (p *Problem) fallsShort(s *tricks.State) bool {
	if int(s.Number) >= len(p.Sums) {
		return false
	}
	sum := ranks(s.Trick)
	for seat := s.Turn; seat != s.Leader; seat = p.Table.Next(seat) {
		most := 0
		for cards := s.Hand[seat] | p.tuckedAt(s, seat); cards != 0; cards &= cards - 1 {
			most = max(most, cards.First().Rank())
		}
		sum += most
	}
	return sum < p.Sums[s.Number]
}
