package players

import "fellowship/characters"

// almost is the value of a goal that is missed by one trick or card. A goal that is met has the
// value 1. It guides the player when no option leads to a met goal.
const almost = 0.3

// nearness returns 1 for a goal that is met at the end of a round, and the less the farther the
// goal is missed.
func (r *round) nearness(g *goal, n *characters.Formula) float64 {
	var sum, best float64
	switch n.Op {
	case characters.All:
		if len(n.Parts) == 0 {
			return 1
		}
		for i := range n.Parts {
			sum += r.nearness(g, &n.Parts[i])
		}
		return sum / float64(len(n.Parts))
	case characters.Any:
		for i := range n.Parts {
			best = max(best, r.nearness(g, &n.Parts[i]))
		}
		return best
	}
	if miss := r.numbers(g, n).Distance; miss > 0 {
		return almost / float64(miss)
	}
	return 1
}

// numbers returns the present counts of a condition.
func (r *round) numbers(g *goal, n *characters.Formula) characters.Numbers {
	return n.Condition.Numbers(g.Values[n.Counter], r.table.Seats, r.state.Held[n.Condition.Seat])
}
