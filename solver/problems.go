package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// problemsOf returns the problems of which one has to be solved: one for each of the [alternatives].
func problemsOf(g *chapters.Game, without Parts) ([]*search.Problem, error) {
	ways := alternatives(g)
	list := make([]*search.Problem, 0, len(ways))
	for _, goals := range ways {
		p, err := search.NewProblem(g, without, goals)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// alternatives lists sets of goals; a line that meets all goals of one set wins. Where Mithril
// can still cover one character's goal, each set leaves one out. A line that meets all goals meets those as well.
// Where Mithril can cover the Balrog's sums instead, the last set has all goals without the sums.
func alternatives(g *chapters.Game) []search.Alternative {
	goals := g.Goals()
	var list []search.Alternative
	if g.Waiver() != tricks.NoSeat {
		for i, goal := range g.Counted(nil) {
			if !goal.Rider { // Mithril covers only goals of characters
				list = append(list, search.Alternative{Goals: slices.Delete(slices.Clone(goals), i, i+1)})
			}
		}
	}
	if len(list) == 0 {
		list = append(list, search.Alternative{Goals: goals})
	}
	if g.SumsWaivable() && len(g.Table().Balrog) > 0 {
		list = append(list, search.Alternative{Goals: goals, Spared: true})
	}
	return list
}
