package sat

// Trace receives what a [Solver] does, so that other programs can check that a formula has no
// model. It receives the formula as it was given, each clause that the search learns, and each
// learned clause that the search forgets. A learned clause follows by unit propagation: if none of
// its literals holds, the formula and the clauses learned so far contradict each other step by step.
// The search has refuted the formula once it learns the empty clause.
//
// A trace must not keep the slices that it receives.
type Trace interface {
	// Clause receives a clause of the formula: one of the literals holds.
	Clause(lits []Lit)
	// Linear receives a linear condition of the formula: if given holds, the weights of the
	// literals that hold sum to at least the bound.
	Linear(bound int, lits []Lit, weights []int32, given Lit)
	// Learn receives a clause that follows from all clauses and conditions before it.
	Learn(clause []Lit)
	// Forget receives a learned clause that the search does not use any more.
	Forget(clause []Lit)
}

// ResetTraced does the same as [Solver.Reset], and then passes the next formula and its search to
// a trace, until the next reset. The search is the same with a trace and without one.
func (s *Solver) ResetTraced(memory int64, trace Trace) {
	s.trace = nil
	s.Reset(memory)
	s.trace = trace
	s.tracedCount = len(s.trail) // the trail holds only True, and the next line passes it on
	trace.Clause([]Lit{True})
}

// learn passes a learned clause to the trace.
func (s *Solver) learn(clause []Lit) {
	if s.trace != nil {
		s.trace.Learn(clause)
	}
}

// learnFixed passes all literals that hold unconditionally to the trace, unless it has them already.
// After that a checker does not need the clauses from which they follow. It must be called at
// level 0, without guesses.
func (s *Solver) learnFixed() {
	if s.trace == nil {
		return
	}
	for _, l := range s.trail[s.tracedCount:] {
		s.trace.Learn([]Lit{l})
	}
	s.tracedCount = len(s.trail)
}

// refute notes that the formula has no model, and passes the empty clause to the trace, once.
func (s *Solver) refute() Status {
	if !s.refuted {
		s.learn(nil)
	}
	s.lost = true
	s.refuted = true
	return Unsatisfiable
}

// replaced tells the trace that a shorter clause replaces a learned clause. If shorter is nil, the
// learned clause is forgotten.
func (s *Solver) replaced(clause, shorter []Lit) {
	if s.trace == nil || len(clause) == len(shorter) {
		return
	}
	if shorter != nil {
		s.trace.Learn(shorter)
	}
	s.trace.Forget(clause)
}
