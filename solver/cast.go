package solver

import (
	"context"
	"slices"

	"fellowship/chapters"
)

// cast is the rest of a draft: there may be tens of thousands of them, so only
// what was decided is kept.
type cast []chapters.Decision

// applyTo returns the game after it, of the game it was listed for.
func (c cast) applyTo(g *chapters.Game) *chapters.Game {
	next := g.Clone()
	for _, d := range c {
		if err := next.Apply(d); err != nil {
			panic(err) // the game itself has offered these decisions
		}
	}
	return next
}

// possibleCasts lists every possible rest of a game's draft, as far as it comes until
// the context ends.
func possibleCasts(ctx context.Context, g *chapters.Game) (list []cast) {
	begun := len(g.Decisions())
	var visit func(*chapters.Game)
	visit = func(g *chapters.Game) {
		if g.Stage() != chapters.StageDraft {
			list = append(list, slices.Clone(g.Decisions()[begun:]))
			return
		}
		for _, d := range g.Options() {
			if ctx.Err() == nil {
				child := g.Clone()
				mustApply(child, d)
				visit(child)
			}
		}
	}
	visit(g)
	return list
}
