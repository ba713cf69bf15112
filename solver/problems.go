package solver

import (
	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// problemsOf returns the problems of which one has to be solved: one for each of the [alternatives].
func problemsOf(g *chapters.Game, opt *Options) ([]*search.Problem, error) {
	ways := alternatives(g)
	list := make([]*search.Problem, 0, len(ways))
	for _, goals := range ways {
		goals.Waived |= opt.Excused
		p, err := search.NewProblem(g, opt.DisabledParts, goals)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// alternatives lists the ways to win. Where Mithril can still cover one character's goal, each way
// leaves one out. A line that meets all goals meets those as well. Where Mithril can cover the
// Balrog's sums instead, the last way has all goals without the sums.
func alternatives(g *chapters.Game) []search.Alternative {
	state := g.State()
	var list []search.Alternative
	if state.Waiver != tricks.NoSeat {
		for i, goal := range g.Goals() {
			if !goal.Rider { // Mithril covers only goals of characters
				list = append(list, search.Alternative{Waived: 1 << i})
			}
		}
	}
	if len(list) == 0 {
		list = append(list, search.Alternative{})
	}
	if state.WaivesSums && len(state.Table.Balrog) > 0 {
		list = append(list, search.Alternative{Spared: true})
	}
	return list
}
