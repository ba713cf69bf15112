package solver

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// Solve decides whether the round can be won from where the game stands, with
// all cards open. Every choice that is still to be made counts: characters, exchanges,
// plays. The game is not changed. A winning answer has been replayed through
// chapters.Game, unless the options leave that out. If the context ends first, the
// verdict is unknown. An error means that the solver itself went wrong.
func Solve(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	if opt.Memory <= 0 {
		opt.Memory = DefaultMemory
	}
	if ctx.Err() != nil {
		return Result{Verdict: Unknown, Reason: stopReason(ctx)}, nil
	}
	s := searches.Get().(*turns)
	defer s.release()
	var result Result
	var err error
	switch {
	case g.Stage() != chapters.StagePlay:
		result, err = s.solveSetup(ctx, g, opt)
	case !g.IsOver() && g.Due().Kind == chapters.Return:
		result, err = s.solveReturn(ctx, g, opt)
	default:
		result, err = s.solvePlay(ctx, g, opt)
	}
	if errors.Is(err, characters.ErrTooMuch) {
		result = Result{Verdict: Unknown, Reason: GoalLimit, Nodes: result.Nodes}
		err = nil
	}
	if opt.Nodes > 0 {
		// The formula goes on to its next contradiction, a little beyond the limit.
		result.Nodes = min(result.Nodes, opt.Nodes)
	}
	if err != nil || result.Verdict != Winnable || opt.Unchecked {
		return result, err
	}
	return result, verify(g, &s.replay, &result, opt.Excused)
}

// solvePlay decides a game in stage play. If there are several problems, each gets a small
// budget in turn before any gets a large one.
func (s *turns) solvePlay(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	result := Result{Verdict: Unknown}
	problems, err := problemsOf(g, &opt)
	if err != nil {
		return result, err
	}
	s.expect(problems, opt.Memory/4)
	if len(problems) > 1 {
		problems = search.Sorted(problems)
	}
	if opt.Progress != nil {
		s.progress = func(nodes int64) { opt.Progress(result.Nodes + nodes) }
	}
	// Exchanges during play are tried later, if no way to win without one is found soon.
	later := g.State().SwapTo != tricks.NoSeat
	joined, unsearched := false, false
	for budget := firstShare; len(problems) > 0 || later; budget *= shareGrowth {
		if later && (len(problems) == 0 || budget > aloneShare) {
			later = false
			joined = true
			budget = firstShare
			more, err := swapsOf(g, &opt)
			if err != nil {
				return result, err
			}
			problems, unsearched = append(problems, more.problems...), more.unsearched
			result.Nodes += int64(more.looked)
		}
		var open []*search.Problem
		for _, p := range problems {
			most := budget
			switch {
			case len(problems) == 1 && !later:
				most = 0
			case len(problems) == 1:
				most = aloneShare
				budget = aloneShare
			case joined && p.Swap == nil:
				most *= aloneShare / firstShare * shareGrowth // this problem has had its small budgets
			}
			if s.lost && p.Swap == nil {
				continue
			}
			verdict, done := s.ask(ctx, p, most, &opt, &result)
			if done {
				return result, nil
			}
			s.nodesBefore = result.Nodes
			if opt.Progress != nil {
				opt.Progress(result.Nodes)
			}
			if verdict == Unknown {
				open = append(open, p)
			}
		}
		problems = open
	}
	if unsearched {
		result.Reason = SwapLimit
	} else {
		result.Verdict = Unwinnable
	}
	return result, nil
}

const (
	// firstShare is how many nodes each of several problems gets in the first turn.
	firstShare = int64(300)
	// shareGrowth is the factor by which the budget grows with each turn.
	shareGrowth = 4
	// aloneShare is the largest budget of a problem before exchanges during play are tried.
	aloneShare = int64(200_000)
)

// solveReturn decides a game in which a seat has to answer a card that was passed to it during
// play (Sting, L5). It tries each answer in turn.
func (s *turns) solveReturn(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	most := opt.Nodes
	all := Result{Verdict: Unwinnable}
	for _, d := range g.Options() {
		if most > 0 {
			opt.Nodes = most - all.Nodes
			if opt.Nodes <= 0 {
				all.Verdict = Unknown
				all.Reason = NodeLimit
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
			r.Setup = []chapters.Decision{d}
			r.Nodes = nodes
			return r, nil
		case r.Verdict == Unknown:
			all.Verdict = Unknown
			all.Reason = r.Reason
		}
		all.Nodes = nodes
	}
	return all, nil
}
