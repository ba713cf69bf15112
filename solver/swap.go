package solver

import (
	"context"

	"fellowship/chapters"
)

// solveReturn decides a game in which a card that was passed on during play is
// to be answered (Sting, L5): with each answer in turn.
func (s *search) solveReturn(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	most := opt.Nodes
	all := Result{Verdict: Unwinnable}
	for _, d := range g.Options() {
		if most > 0 {
			if opt.Nodes = most - all.Nodes; opt.Nodes <= 0 {
				all.Verdict, all.Reason = Unknown, NodeLimit
				break
			}
		}
		next := g.Clone()
		mustApply(next, d)
		r, err := s.solvePlay(ctx, next, opt)
		nodes := all.Nodes + r.Nodes
		switch {
		case err != nil:
			return r, err
		case r.Verdict == Winnable:
			r.Setup, r.Nodes = []chapters.Decision{d}, nodes
			return r, nil
		case r.Verdict == Unknown:
			all.Verdict, all.Reason = Unknown, r.Reason
		}
		all.Nodes = nodes
	}
	return all, nil
}
