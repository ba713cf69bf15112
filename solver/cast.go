package solver

import (
	"context"
	"slices"

	"fellowship/chapters"
)

// cast is a way to complete a draft. It holds only the decisions, not a game, because a draft
// may have tens of thousands of casts.
type cast []chapters.Decision

// applyTo returns the game after the draft. g has to be the game that the cast was listed for.
func (c cast) applyTo(g *chapters.Game) *chapters.Game {
	next := g.Clone()
	for _, d := range c {
		if err := next.Apply(d); err != nil {
			panic(err) // the game itself has offered these decisions
		}
	}
	return next
}

// possibleCasts lists every cast of a game. If the context ends first, the list is incomplete.
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
