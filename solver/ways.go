package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// aim is goals that win a round. Spared says that it may then fall short of the Balrog
// (C14).
type aim struct {
	goals  []characters.Formula
	spared bool
}

// problemsOf returns a problem for each aim.
func problemsOf(g *chapters.Game, without Parts, sets []aim) ([]*Problem, error) {
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

// goalSets lists the aims of which one has to be met, none taken apart. Where Mithril
// can still cover one character's goal, each leaves one out; a line that meets all goals
// meets those as well. Where it can cover the Balrog's sums instead, one does that.
func goalSets(g *chapters.Game) []aim {
	goals := g.Goals()
	var sets []aim
	if g.Waiver() != tricks.NoSeat {
		for i, can := range g.Waivable() {
			if can {
				sets = append(sets, aim{goals: slices.Delete(slices.Clone(goals), i, i+1)})
			}
		}
	}
	if len(sets) == 0 {
		sets = append(sets, aim{goals: goals})
	}
	if g.SumsWaivable() && len(g.Table().Balrog) > 0 {
		sets = append(sets, aim{goals: goals, spared: true})
	}
	return sets
}

// waysOf lists the ways of all aims of which one has to be met.
func waysOf(g *chapters.Game, without Parts) []aim {
	var list []aim
	for _, set := range goalSets(g) {
		list = append(list, ways(set, without)...)
	}
	return list
}

// wholesOf returns a problem for each aim of which one has to be met, none taken
// apart; nil if there is too much to count.
func wholesOf(g *chapters.Game, without Parts) []*Problem {
	list, err := problemsOf(g, without, goalSets(g))
	if err != nil {
		return nil
	}
	return list
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

// maxWays is the most problems a set of goals is taken apart into.
const maxWays = 64

// ways lists the combinations of ways in which the goals can be met. A goal that can be
// met in several ways, such as cards of any one rank, is another goal for each of them:
// one that says which cards leaves all others alike, and the bounds hold it to them.
// Together the ways are the goals, exactly. Goals that have too many stay whole.
func ways(a aim, without Parts) []aim {
	if without&Ways != 0 {
		return []aim{a}
	}
	out := []aim{{goals: make([]characters.Formula, 0, len(a.goals)), spared: a.spared}}
	for _, goal := range a.goals {
		list, ok := goal.Alternatives(maxWays / max(len(out), 1))
		if !ok {
			list = []characters.Formula{goal}
		}
		if len(list) == 1 {
			for i := range out {
				out[i].goals = append(out[i].goals, list[0])
			}
			continue
		}
		var next []aim
		for _, so := range out {
			for _, way := range list {
				next = append(next, aim{append(slices.Clip(so.goals), way), a.spared})
			}
		}
		out = next
	}
	return out
}
