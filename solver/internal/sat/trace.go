package sat

// Trace is told what a [Solver] does, so that others can check that a formula has no model. It sees
// the formula as it was given, each clause that the search learns, and each learned clause that the
// search forgets. A learned clause follows by unit propagation: if none of its literals holds, the
// formula and the clauses learned so far contradict each other step by step. The search has refuted
// the formula once it learns the empty clause.
//
// A trace must not keep the slices that it is given.
type Trace interface {
	// Clause is told of a clause of the formula: one of the literals holds.
	Clause(lits []Lit)
	// Linear is told of a linear condition of the formula: if given holds, the weights of the
	// literals that hold sum to the bound at least.
	Linear(bound int, lits []Lit, weights []int32, given Lit)
	// Learn is told of a clause that follows from all before it.
	Learn(clause []Lit)
	// Forget is told of a learned clause that the search does without from now on.
	Forget(clause []Lit)
}

// ResetTraced is [Solver.Reset], and tells a trace of the next formula and of the search for its
// model, until the formula is forgotten. The search is the same with a trace and without one.
func (s *Solver) ResetTraced(memory int64, trace Trace) {
	s.trace = nil
	s.Reset(memory)
	s.trace = trace
	s.tracedCount = len(s.trail) // True, of which the next line tells
	trace.Clause([]Lit{True})
}

// learn tells the trace of a clause that follows from all before it.
func (s *Solver) learn(clause []Lit) {
	if s.trace != nil {
		s.trace.Learn(clause)
	}
}

// learnFixed tells the trace of the literals that hold whatever else does, of which it was not told
// yet. After that a checker can do without the clauses that made them hold. Nothing may be guessed at
// that time.
func (s *Solver) learnFixed() {
	if s.trace == nil {
		return
	}
	for _, l := range s.trail[s.tracedCount:] {
		s.trace.Learn([]Lit{l})
	}
	s.tracedCount = len(s.trail)
}

// refute notes that the formula has no model, and tells the trace of the empty clause, once.
func (s *Solver) refute() Status {
	if !s.refuted {
		s.learn(nil)
	}
	s.lost = true
	s.refuted = true
	return Unsatisfiable
}

// replaced tells the trace that a learned clause has become a shorter one, or is not needed any more
// if that is nil.
func (s *Solver) replaced(clause, shorter []Lit) {
	if s.trace == nil || len(clause) == len(shorter) {
		return
	}
	if shorter != nil {
		s.trace.Learn(shorter)
	}
	s.trace.Forget(clause)
}
