package solver

import "fellowship/solver/internal/sat"

// learner is the other search: for a line of the whole round as a model of one
// formula, learning from contradictions. Most rounds are decided card by card
// before it is asked at all.
type learner struct {
	sat sat.Solver
	// whole is what the formula says: the problems of which one has to be solved, if
	// nothing is exchanged during play.
	whole []*Problem
	// formula is nil until it is first needed. It says the whole, or, with an exchange
	// during play, just that problem.
	formula *formula
	swap    *swap
	// before is how many nodes earlier searches of the round took, after how many it
	// is searched card by card before the formula is written.
	before, after int64
	// memory is how many bytes it may take.
	memory int64
	// lost says that the whole is proven lost.
	lost bool
}

// learnAfter is how many nodes a round is searched card by card before its formula
// is written.
var learnAfter = int64(2000)

// writing is how many nodes it counts to write a formula: it takes as long.
const writing = 2000

// expect begins a new round.
func (l *learner) expect(whole []*Problem, memory int64) {
	l.whole, l.formula, l.swap, l.lost = whole, nil, nil, false
	l.before, l.after, l.memory = 0, learnAfter, memory
}

// forget lets go of the round.
func (l *learner) forget() { l.expect(nil, 0) }

// learn goes on with the formula for as many steps as there were card plays. Winnable leaves the line
// in s.line. Unwinnable holds for the whole round but for exchanges during play, or for
// the problem itself if it has one.
func (s *search) learn(plays int64) Verdict {
	l, p := &s.learner, s.problem
	switch {
	case p.off(Learning) || p.start.Over:
		return Unknown
	case p.swap != nil && (s.nodes < l.after || !p.swap.covered()):
		return Unknown
	case p.swap == nil && l.before+s.nodes < l.after:
		return Unknown
	}
	if l.formula == nil || l.swap != p.swap {
		list := l.whole
		if p.swap != nil {
			list = []*Problem{p}
		}
		l.formula, l.swap = newFormula(list, &l.sat, l.memory), p.swap
		s.nodes += writing
	}
	for end := min(s.nodes+plays, s.most); s.nodes < end; {
		before := l.sat.Steps()
		status := l.sat.Solve(min(end-s.nodes, 1<<14))
		s.nodes += l.sat.Steps() - before
		switch status {
		case sat.Satisfiable:
			s.line = l.formula.line(s.line[:0])
			s.swapped = l.formula.afterSwap()
			return Winnable
		case sat.Unsatisfiable:
			l.lost = p.swap == nil
			return Unwinnable
		}
		if s.ctx.Err() != nil {
			s.reason = stopReason(s.ctx)
			break
		}
		if s.progress != nil {
			s.progress(s.nodes)
		}
	}
	return Unknown
}
