package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// problemsOf returns the problems of which one has to be solved: one for each set of
// goals.
func problemsOf(g *chapters.Game, without Parts) ([]*Problem, error) {
	sets := goalSets(g)
	list := make([]*Problem, 0, len(sets))
	for _, set := range sets {
		p, err := newProblem(g, without, set)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// goalSets lists the sets of goals of which one has to be met. Where
// Mithril can still cover one character's goal, each set leaves one out; a line that meets
// all goals meets those as well.
func goalSets(g *chapters.Game) [][]characters.Formula {
	goals := g.Goals()
	var sets [][]characters.Formula
	if g.Waiver() != tricks.NoSeat {
		for i, can := range g.Waivable() {
			if can {
				sets = append(sets, slices.Delete(slices.Clone(goals), i, i+1))
			}
		}
	}
	if len(sets) == 0 {
		sets = append(sets, goals)
	}
	return sets
}

// promising leaves out the problems that are lost at once and sorts the others.
func promising(problems []*Problem) []*Problem {
	var list []outlooked
	var o outlook
	for _, p := range problems {
		at := outlooked{problem: p}
		if p.swap != nil {
			p = p.swap.bounds
		}
		if len(problems) > 1 {
			at.promise = p.ease()
		}
		if start := p.start; !start.Over {
			if !p.judge(&start, p.progress, &o) {
				continue // lost at once
			}
			for _, n := range o.must {
				at.promise -= n * trickWorth
			}
		}
		list = append(list, at)
	}
	slices.SortStableFunc(list, func(a, b outlooked) int { return b.promise - a.promise })
	out := make([]*Problem, len(list))
	for i := range list {
		out[i] = list[i].problem
	}
	return out
}

// outlooked is a problem and how promising it looks: the easier it is to win the
// cards and the fewer tricks they need at least, the better.
type outlooked struct {
	problem *Problem
	promise int
}

// trickWorth is how many ranks of ease a trick that is needed counts for.
const trickWorth = 5

// ease rates the cards that seats have to win, of each set the easiest: a high one
// in the own hand, a low one in another.
func (p *Problem) ease() int {
	sum := 0
	for i := range p.checker.Firm {
		k := &p.checker.Counters[i]
		if k.Kind != characters.CardsWon || k.Lo <= 0 {
			continue
		}
		var buf [64]int
		ranks := buf[:0]
		for cards := k.Of & p.all; cards != 0; cards &= cards - 1 {
			c := cards.First()
			if p.owner[c] == k.Seat {
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
