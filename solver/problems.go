package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// problemsOf returns the problems of which one has to be solved: one for each set of
// goals.
func problemsOf(g *chapters.Game, without Parts) ([]*search.Problem, error) {
	sets := goalSets(g)
	list := make([]*search.Problem, 0, len(sets))
	for _, set := range sets {
		p, err := search.NewProblem(g, without, set)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// goalSets lists the sets of goals of which one has to be met. Where Mithril can still
// cover one character's goal, each set leaves one out. A line that meets all goals meets
// those as well.
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
