package search

import (
	"slices"

	"fellowship/characters"
)

// Promising leaves out the problems that are lost at once and sorts the others.
func Promising(problems []*Problem) []*Problem {
	var list []ranked
	var o finding
	for _, p := range problems {
		at := ranked{problem: p}
		if p.Swap != nil {
			p = p.Swap.Bounds
		}
		if len(problems) > 1 {
			at.promise = p.ease()
		}
		if start := p.Start; !start.Over {
			if !p.judge(&start, p.Progress, &o) {
				continue // lost at once
			}
			for _, n := range o.must {
				at.promise -= n * trickWorth
			}
		}
		list = append(list, at)
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return b.promise - a.promise })
	out := make([]*Problem, len(list))
	for i := range list {
		out[i] = list[i].problem
	}
	return out
}

// ranked is a problem and how promising it looks: the easier it is to win the
// cards and the fewer tricks they need at least, the better.
type ranked struct {
	problem *Problem
	promise int
}

// trickWorth is how many ranks of ease a trick that is needed counts for.
const trickWorth = 5

// ease rates the cards that seats have to win, of each set the easiest: a high one
// in the own hand, a low one in another.
func (p *Problem) ease() int {
	sum := 0
	for i := range p.Checker.Firm {
		k := &p.Checker.Counters[i]
		if k.Kind != characters.CardsWon || k.Lo <= 0 {
			continue
		}
		var buf [64]int
		ranks := buf[:0]
		for cards := k.Of & p.all; cards != 0; cards &= cards - 1 {
			c := cards.First()
			if p.Owner[c] == k.Seat {
				ranks = append(ranks, c.Rank())
			} else {
				ranks = append(ranks, 9-c.Rank())
			}
		}
		slices.Sort(ranks)
		for _, r := range ranks[max(len(ranks)-k.Lo, 0):] {
			sum += r
		}
	}
	return sum
}
