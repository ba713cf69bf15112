package search

import "slices"

// Promising leaves out the problems that are lost at once and sorts the others: the fewer
// tricks they need at least, the better.
func Promising(problems []*Problem) []*Problem {
	needed := map[*Problem]int{}
	var list []*Problem
	for _, p := range problems {
		at := p
		if p.Swap != nil {
			at = p.Swap.Bounds
		}
		if !at.Start.Over {
			must, ok := at.Needs()
			if !ok {
				continue // lost at once
			}
			for _, n := range must {
				needed[p] += n
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b *Problem) int { return needed[a] - needed[b] })
	return list
}
