package solver

import (
	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// problemsOf returns a problem for each of the [alternatives]. The round can be won if one of them
// can be solved.
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

// alternatives lists the ways to win. If Mithril can still cover a goal, there is a way for each
// character's goal, which leaves that goal out. No way asks for all goals then, because a line that
// meets all goals solves the others, too. If Mithril can cover the Balrog's sums instead, the last way
// asks for all goals and leaves out the sums.
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
