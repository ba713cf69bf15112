package search

import "fellowship/tricks"

// prepareWillow works out which cards can win over those of the Old Forest that are turned up, and
// which ranks none of those still to come parts (C5).
func (p *Problem) prepareWillow() {
	n := p.Table.Tricks()
	p.overWillow, p.classes = nil, nil
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

// Same reports whether two cards are the same to every goal and to the side
// deck, from a trick on.
func (p *Problem) Same(a, b tricks.Card, trick int) bool {
	return p.traits[a] == p.traits[b] &&
		(p.classes == nil || p.classes[trick][a.Rank()] == p.classes[trick][b.Rank()])
}

// prepareSums works out what the Balrog cards ask for.
func (p *Problem) prepareSums() {
	n := len(p.Table.Balrog)
	if n == 0 {
		return
	}
	p.Sums, p.toCome = make([]int, n), make([]int, n+1)
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

// ranks returns the sum of the ranks of some cards.
func ranks(cards tricks.Set) (sum int) {
	for ; cards != 0; cards &= cards - 1 {
		sum += cards.First().Rank()
	}
	return sum
}

// short reports whether the ranks that are left cannot sum to what the tricks to come ask for
// (C14). Two tricks that ask for 9 and 7 are too much for cards of the ranks 1, 2, 4 and 8.
func (p *Problem) short(s *tricks.State, present tricks.Set) bool {
	return int(s.Number) < len(p.Sums) && ranks(present) < p.toCome[s.Number]
}

// fallsShort reports whether the unfinished trick cannot reach its sum any more, whatever the
// seats still to play do (C14). On the table are ranks 2 and 3, the last seat's highest is 4,
// and 10 are asked for.
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
