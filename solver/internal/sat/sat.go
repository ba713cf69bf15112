// Package sat decides whether a propositional formula can be satisfied, by
// conflict-driven clause learning: guess a literal, follow its consequences, and
// learn from each contradiction a clause that keeps it from coming back. A
// formula holds clauses and linear conditions.
//
// The answers are exact, and everything is counted in steps, never in time: the
// same formula gives the same answer, model and number of steps on any machine.
package sat

import "slices"

// Lit is a literal: a variable, or a variable negated.
type Lit int32

// The constants, literals of a variable that is always true.
const (
	True  Lit = 0
	False Lit = 1
)

// Not returns the negated literal.
func (l Lit) Not() Lit { return l ^ 1 }

// Status is the answer for a formula.
type Status uint8

// The statuses.
const (
	// Unknown means that the limit of steps was reached.
	Unknown Status = iota
	// Satisfiable means that there is a model, see [Solver.Holds].
	Satisfiable
	// Unsatisfiable means that there is no model.
	Unsatisfiable
)

// Solver holds a formula and the clauses learned about it. [Solver.Reset] makes it
// ready for use, and for the next formula.
type Solver struct {
	// value is 1 for literals that hold, −1 for literals that do not, and 0 for open ones.
	value []int8
	// level is, by variable, the level at which the variable was decided.
	level []int32
	// place is, by variable, its index on the trail.
	place []int32
	// reasons is, by variable, the cause of its value.
	reasons []reason
	// phase is, by variable, the literal that held last.
	phase []Lit

	// trail is every literal that holds, in the order in which they came.
	trail []Lit
	// head is the index on the trail of the first literal whose consequences are not drawn yet.
	head int
	// levels is the indices of the guesses on the trail.
	levels []int32

	// clauses is all clauses one after the other. A clause consists of its length, its number of
	// levels (0 if it was not learned), and its literals. The first two literals are watched.
	clauses []Lit
	// watches is, by literal, the clauses to examine when it becomes false.
	watches [][]watch
	// linear is all linear conditions.
	linear []linear
	// terms is, by literal, the linear conditions that contain it.
	terms [][]term

	// unitWeights is a list of ones, reused as weights for adding conditions.
	unitWeights []int32
	// negated is reused memory for the literals of a condition that is being added.
	negated []Lit

	// queue has the variables in the order in which they are guessed.
	queue queue
	// learnt is the number of learned clauses in clauses.
	learnt int
	// most is the number of learned clauses above which half of them are forgotten.
	most int
	// memory limits the length of clauses, above which learned clauses are forgotten, too.
	memory int
	// lost reports whether the formula is known to have no model.
	lost bool

	// trace receives the formula and the search, nil for no trace.
	trace Trace
	// tracedCount is how many literals at the beginning of the trail the trace has received.
	tracedCount int
	// refuted reports whether the trace has received the empty clause.
	refuted bool

	// steps is the number of literals followed so far.
	steps int64
	// restarts is the number of attempts that have ended.
	restarts int
	// left is the number of contradictions left to this attempt.
	left int
	// conflict is a list of literals of which one must hold, and none does.
	conflict []Lit
	// clause is the clause that is being added or learned.
	clause []Lit
	// seen is, by variable, 1 if the analysis of a contradiction has met it.
	seen []uint8
	// minimised is the variables for which minimise must reset seen.
	minimised []int32
	// stamp is, by level, the value of stamps when the level was counted last.
	stamp []int32
	// stamps is the number of learned clauses whose levels were counted.
	stamps int32
}

// reason is the cause of a literal.
type reason struct {
	kind reasonKind
	// source is the index of a clause or of a linear condition, or a literal, depending on kind.
	source int32
}

// reasonKind is the kind of a cause.
type reasonKind uint8

const (
	// guessed means that there is no cause.
	guessed reasonKind = iota
	// byClause means that all other literals of a clause do not hold.
	byClause
	// byOne means that the other literal of a clause of two does not hold.
	byOne
	// byLinear means that a linear condition could not be met without the literal.
	byLinear
)

// watch is a watched clause.
type watch struct {
	// clause is the index of the clause, −1 for a clause of two literals.
	clause int32
	// other is another literal of the clause. In a clause of two it is the only other one.
	other Lit
}

// linear is the condition that the weights of the literals that hold sum to at least some
// bound.
type linear struct {
	lits    []Lit
	weights []int32
	// slack is the sum of the weights of all literals that hold or are open, less the bound.
	slack int32
	// widest is the largest weight.
	widest int32
}

// term is a literal's part in a linear condition.
type term struct {
	condition int32
	weight    int32
}

// Reset forgets the formula and its trace. All clauses of the next formula, including learned ones, may
// take memory bytes.
func (s *Solver) Reset(memory int64) {
	*s = Solver{
		value: s.value[:0], level: s.level[:0], place: s.place[:0], reasons: s.reasons[:0], phase: s.phase[:0],
		trail: s.trail[:0], levels: s.levels[:0], clauses: s.clauses[:0], watches: s.watches[:0],
		linear: s.linear[:0], terms: s.terms[:0],
		queue: s.queue.emptied(), conflict: s.conflict[:0], clause: s.clause[:0], seen: s.seen[:0],
		stamp: s.stamp[:0], minimised: s.minimised[:0],
		unitWeights: s.unitWeights, negated: s.negated,
		most: firstLearnt, memory: int(memory / 4),
	}
	s.stamp = append(s.stamp, 0)
	s.Var()
	s.assign(True, reason{})
}

// Var returns a new variable.
func (s *Solver) Var() Lit {
	v := Lit(len(s.value))
	s.value = append(s.value, 0, 0)
	s.level = append(s.level, 0)
	s.place = append(s.place, 0)
	s.reasons = append(s.reasons, reason{})
	s.phase = append(s.phase, v.Not())
	s.seen = append(s.seen, 0)
	s.stamp = append(s.stamp, 0)
	s.watches = longer(longer(s.watches))
	s.terms = longer(longer(s.terms))
	s.queue.add(int32(v >> 1))
	return v
}

// longer adds an empty list to lists. It reuses the memory of an earlier list there.
func longer[T any](lists [][]T) [][]T {
	if n := len(lists); n < cap(lists) {
		lists = lists[:n+1]
		lists[n] = lists[n][:0]
		return lists
	}
	return append(lists, nil)
}

// Raise makes the search guess a variable before others at first. The order changes during the search.
func (s *Solver) Raise(l Lit) { s.queue.bump(int32(l >> 1)) }

// Steps returns the number of literals followed so far, which measures the work done.
func (s *Solver) Steps() int64 { return s.steps }

// Holds reports whether a literal holds in the model that was found.
func (s *Solver) Holds(l Lit) bool {
	return s.value[l] > 0 || s.value[l] == 0 && s.phase[l>>1] == l
}

// Add requires that one of the literals holds.
func (s *Solver) Add(clause ...Lit) {
	if s.trace != nil {
		s.trace.Clause(slices.Clone(clause)) // a copy, so that others need not be allocated
	}
	s.storeClause(clause)
}

// storeClause adds a clause to the formula without passing it to the trace.
func (s *Solver) storeClause(clause []Lit) {
	if s.lost {
		return
	}
	s.clause = s.clause[:0]
next:
	for _, l := range clause {
		switch s.value[l] {
		case 1:
			return
		case -1:
			continue
		}
		for _, m := range s.clause {
			switch m {
			case l:
				continue next
			case l.Not():
				return
			}
		}
		s.clause = append(s.clause, l)
	}
	switch len(s.clause) {
	case 0:
		s.lost = true
	case 1:
		s.fix(s.clause[0])
	default:
		s.attach(s.clause, 0)
	}
}

// fix makes a literal hold for good.
func (s *Solver) fix(l Lit) {
	switch s.value[l] {
	case 0:
		s.assign(l, reason{})
		s.lost = s.lost || !s.propagate()
	case -1:
		s.lost = true
	}
}

// attach stores a clause of at least two literals and returns its index. A clause of two literals is
// stored only in the watches and has the index −1.
func (s *Solver) attach(clause []Lit, levels int) int32 {
	a, b := clause[0], clause[1]
	index := int32(-1)
	if len(clause) > 2 {
		index = int32(len(s.clauses))
		s.clauses = append(s.clauses, Lit(len(clause)), Lit(min(levels, mostLevels)))
		s.clauses = append(s.clauses, clause...)
		if levels > 0 {
			s.learnt++
		}
	}
	s.watches[a] = append(s.watches[a], watch{index, b})
	s.watches[b] = append(s.watches[b], watch{index, a})
	return index
}

// AtMostOne requires that no two of the literals hold.
func (s *Solver) AtMostOne(lits ...Lit) { s.AtMost(1, lits, True) }

// ExactlyOne requires that exactly one of the literals holds.
func (s *Solver) ExactlyOne(lits ...Lit) {
	s.AtMostOne(lits...)
	s.Add(lits...)
}

// AtLeast requires that at least a number of the literals hold, if the literal given holds. For an
// unconditional requirement, given is [True].
func (s *Solver) AtLeast(least int, lits []Lit, given Lit) {
	for len(s.unitWeights) < len(lits) {
		s.unitWeights = append(s.unitWeights, 1)
	}
	s.Linear(least, lits, s.unitWeights, given)
}

// AtMost requires that at most a number of the literals hold, if the literal given holds.
func (s *Solver) AtMost(most int, lits []Lit, given Lit) {
	s.negated = s.negated[:0]
	for _, l := range lits {
		s.negated = append(s.negated, l.Not())
	}
	s.AtLeast(len(lits)-most, s.negated, given)
}

// Linear requires that the weights of the literals that hold sum to at least the bound, if the literal
// given holds. Weights are positive, and no variable occurs twice.
func (s *Solver) Linear(bound int, lits []Lit, weights []int32, given Lit) {
	if s.trace != nil {
		s.trace.Linear(bound, slices.Clone(lits), slices.Clone(weights[:len(lits)]), given)
	}
	if s.lost || s.value[given] == -1 {
		return
	}
	c := linear{lits: make([]Lit, 0, len(lits)+1), weights: make([]int32, 0, len(lits)+1)}
	need := int32(bound)
	for i, l := range lits {
		switch s.value[l] {
		case 1:
			need -= weights[i]
		case 0:
			c.lits = append(c.lits, l)
			c.weights = append(c.weights, weights[i])
			c.slack += weights[i]
		}
	}
	c.slack -= need
	if need <= 0 {
		return
	}
	if c.slack < 0 {
		s.storeClause([]Lit{given.Not()})
		return
	}
	if s.value[given] == 0 {
		c.lits = append(c.lits, given.Not())
		c.weights = append(c.weights, need)
		c.slack += need
	}
	single := true // each literal is enough
	for _, w := range c.weights {
		c.widest = max(c.widest, w)
		single = single && w >= need
	}
	if single {
		s.storeClause(c.lits)
		return
	}
	index := int32(len(s.linear))
	for i, l := range c.lits {
		s.terms[l] = append(s.terms[l], term{index, c.weights[i]})
	}
	s.linear = append(s.linear, c)
	var forced []Lit
	for i, l := range c.lits {
		if c.weights[i] > c.slack {
			forced = append(forced, l)
		}
	}
	for _, l := range forced {
		s.fix(l)
	}
}
