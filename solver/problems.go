package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// problemsOf returns the problems of which one has to be solved: one for each aim.
func problemsOf(g *chapters.Game, without Parts) ([]*search.Problem, error) {
	aims := aimsOf(g)
	list := make([]*search.Problem, 0, len(aims))
	for _, aim := range aims {
		p, err := search.NewProblem(g, without, aim)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// aimsOf lists the aims of which one has to be met. Where Mithril can still cover one
// character's goal, each leaves one out. A line that meets all goals meets those as well.
// Where it can cover the Balrog's sums instead, one more does that, the last one.
func aimsOf(g *chapters.Game) []search.Aim {
	goals := g.Goals()
	var aims []search.Aim
	if g.Waiver() != tricks.NoSeat {
		for i, can := range g.Waivable() {
			if can {
				aims = append(aims, search.Aim{Goals: slices.Delete(slices.Clone(goals), i, i+1)})
			}
		}
	}
	if len(aims) == 0 {
		aims = append(aims, search.Aim{Goals: goals})
	}
	if g.SumsWaivable() && len(g.Table().Balrog) > 0 {
		aims = append(aims, search.Aim{Goals: goals, Spared: true})
	}
	return aims
}
