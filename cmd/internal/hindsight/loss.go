package hindsight

import (
	"context"

	"fellowship/solver"
)

// LossSearch searches for the decision that lost a finished round, one step after the other, so that a page can show
// how far it has come. It begins with the last trick, because late positions are judged quickly.
type LossSearch struct {
	walk  *Walk
	judge Judge
	loss  Loss
	// index is the number of decisions after which the round was lost.
	index int
}

// LossState says how far a [LossSearch] has come.
type LossState string

// The states of a search.
const (
	// Searching means that the search goes on.
	Searching LossState = "looking"
	// LossFound means that the decision is known.
	LossFound LossState = "found"
	// NeverWinnable means that nobody could have won the deal, not even with open cards.
	NeverWinnable LossState = "never"
	// StillWinnable means that the round was won, or ended where it could still be won.
	StillWinnable LossState = "open"
	// Unfinished means that the search has reached a limit.
	Unfinished LossState = "unfinished"
)

// Loss holds the findings of a [LossSearch] so far.
type Loss struct {
	State LossState
	// Before is the number of the first trick before which the round was lost already. So it was lost neither in that
	// trick nor in a later one. It is 0 if no trick is ruled out.
	Before int
	// Last is the number of the last trick of the round.
	Last int
	// Step is the decision that lost the round, with its alternatives; nil before it is found.
	Step *solver.Step
	// From is the number of decisions after which people can play on to try it again: before the trick of Step, or
	// before Step itself if it was made before the first trick. It has a meaning in the state LossFound only.
	From int
	// walk is the round.
	walk *Walk
}

// SearchLoss returns a search for the decision that lost the round. The search takes no time until its first step.
func (w *Walk) SearchLoss(judge Judge) *LossSearch {
	return &LossSearch{walk: w, judge: judge, index: w.Len(), loss: Loss{State: Searching, Last: w.Tricks()}}
}

// Loss returns what was found out so far. The search does not change it later.
func (s *LossSearch) Loss() Loss { return s.loss }

// Run takes the remaining steps of the search, until the context ends.
func (s *LossSearch) Run(ctx context.Context) Loss {
	for s.loss.State == Searching && ctx.Err() == nil {
		s.Step(ctx)
	}
	return s.loss
}

// Step judges another position. If the context ends meanwhile, the search stays where it was.
func (s *LossSearch) Step(ctx context.Context) {
	trick := s.loss.Before - 1
	switch {
	case s.loss.State != Searching:
	case s.loss.Before == 0:
		s.checkEnd(ctx)
	case trick > 0:
		s.checkTrick(ctx, trick)
	default:
		s.checkDeal(ctx)
	}
}

// checkEnd judges the end of the round.
func (s *LossSearch) checkEnd(ctx context.Context) {
	switch s.ask(ctx, s.walk.Len()) {
	case solver.Winnable:
		s.loss.State = StillWinnable
	case solver.Unwinnable:
		s.loss.Before = s.loss.Last + 1
	}
}

// checkTrick judges the beginning of a trick.
func (s *LossSearch) checkTrick(ctx context.Context, trick int) {
	start := s.walk.TrickStart(trick)
	switch s.ask(ctx, start) {
	case solver.Winnable:
		s.bisect(ctx, start)
	case solver.Unwinnable:
		s.loss.Before = trick
		s.index = start
	}
}

// checkDeal judges the round before its first decision.
func (s *LossSearch) checkDeal(ctx context.Context) {
	verdict := solver.Unwinnable
	if s.index > 0 {
		verdict = s.ask(ctx, 0)
	}
	switch verdict {
	case solver.Winnable:
		s.bisect(ctx, 0)
	case solver.Unwinnable:
		s.loss.State = NeverWinnable
	}
}

// ask judges the round after a number of decisions. A verdict that is not found ends the search.
func (s *LossSearch) ask(ctx context.Context, n int) solver.Verdict {
	verdict := s.judge.Ask(ctx, s.walk.GameAt(n))
	if verdict == solver.Unknown && ctx.Err() == nil {
		s.loss.State = Unfinished
	}
	return verdict
}

// bisect finds the decision between a position that could still be won and s.index.
func (s *LossSearch) bisect(ctx context.Context, winnable int) {
	high := s.index
	for winnable+1 < high {
		middle := (winnable + high) / 2
		switch s.ask(ctx, middle) {
		case solver.Winnable:
			winnable = middle
		case solver.Unwinnable:
			high = middle
		default:
			return
		}
	}
	moment := s.walk.Moment(winnable).MarkLost().JudgeAll(ctx, s.judge)
	if ctx.Err() != nil {
		return
	}
	s.loss.State = LossFound
	s.loss.Step = &moment.Step
	s.loss.walk = s.walk
	s.loss.From = winnable
	if moment.Trick > 0 {
		s.loss.From = s.walk.TrickStart(moment.Trick)
	}
}
