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

// Not returns the opposite.
func (l Lit) Not() Lit { return l ^ 1 }

// Status is the answer for a formula.
type Status uint8

// The statuses.
const (
	// Unknown: the steps did not suffice.
	Unknown Status = iota
	// Satisfiable: there is a model, see [Solver.Holds].
	Satisfiable
	// Unsatisfiable: there is none.
	Unsatisfiable
)

// Solver holds a formula and the clauses learned about it. [Solver.Reset] makes it
// ready for use, and for the next formula.
type Solver struct {
	// value is 1 for literals that hold, −1 for those that do not, 0 for open ones.
	value []int8
	// Of each variable: the level it was decided at, its place on the trail, what
	// implied it, and the sign it had last.
	level, place []int32
	reasons      []reason
	phase        []Lit

	// trail is every literal that holds, in the order they came; head is the first
	// whose consequences were not drawn yet, levels where each guess stands.
	trail  []Lit
	head   int
	levels []int32

	// clauses is all clauses: the length, the number of levels in it (0 for one that
	// was not learned), the literals. The first two are watched.
	clauses []Lit
	watches [][]watch // of each literal: clauses to look at when it becomes false
	linear  []linear
	terms   [][]term // of each literal: linear conditions it is in

	// Room for the weights and the literals of a condition that is being added.
	unitWeights []int32
	negated     []Lit

	queue  queue
	learnt int // clauses learned and kept
	most   int // that many are kept at most, before half of them go
	memory int // literals that the clauses may take
	lost   bool

	// trace is told of all that follows, nil for none; told is how many literals of the trail it knows
	// of that hold whatever else does, and refuted that it knows of the empty clause.
	trace       Trace
	tracedCount int
	refuted     bool

	steps     int64
	restarts  int
	left      int // contradictions left to this attempt
	conflict  []Lit
	clause    []Lit
	seen      []uint8
	minimised []int32
	stamp     []int32
	stamps    int32
}

// reason is the cause of a literal: nothing, a clause, one other literal that
// does not hold, or a linear condition.
type reason struct {
	kind   reasonKind
	source int32
}

type reasonKind uint8

const (
	guessed reasonKind = iota
	byClause
	byOne
	byLinear
)

// watch is a clause to look at; other is a literal of it, and the only other one
// if the clause has but two (at is −1 then).
type watch struct {
	clause int32
	other  Lit
}

// linear is the condition that the weights of the literals that hold sum to some
// bound at least. Slack is how far those that can still hold exceed it.
type linear struct {
	lits    []Lit
	weights []int32
	slack   int32
	widest  int32
}

type term struct {
	condition int32
	weight    int32
}

// Reset forgets the formula, and the trace of it. The clauses, those learned among them, may take so
// many bytes.
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

// longer adds an empty list, reusing what stood there before.
func longer[T any](lists [][]T) [][]T {
	if n := len(lists); n < cap(lists) {
		lists = lists[:n+1]
		lists[n] = lists[n][:0]
		return lists
	}
	return append(lists, nil)
}

// Raise has the search guess a variable before others, until it knows better.
func (s *Solver) Raise(l Lit) { s.queue.bump(int32(l >> 1)) }

// Steps returns the literals followed so far: the measure of work.
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

// storeClause is Add for a clause that the trace knows of, or that follows from a linear condition.
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

// attach stores a clause of at least two literals and returns its place, −1 for one
// of two, which is kept in the watches only.
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

// ExactlyOne requires that just one of the literals holds.
func (s *Solver) ExactlyOne(lits ...Lit) {
	s.AtMostOne(lits...)
	s.Add(lits...)
}

// AtLeast requires that at least so many of the literals hold if another one does,
// which may be [True].
func (s *Solver) AtLeast(least int, lits []Lit, given Lit) {
	for len(s.unitWeights) < len(lits) {
		s.unitWeights = append(s.unitWeights, 1)
	}
	s.Linear(least, lits, s.unitWeights, given)
}

// AtMost requires that at most so many of the literals hold if another one does.
func (s *Solver) AtMost(most int, lits []Lit, given Lit) {
	s.negated = s.negated[:0]
	for _, l := range lits {
		s.negated = append(s.negated, l.Not())
	}
	s.AtLeast(len(lits)-most, s.negated, given)
}

// Linear requires that the weights of the literals that hold sum to the bound at
// least, if another literal holds. Weights are positive; no variable stands in it
// twice.
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
			c.lits, c.weights = append(c.lits, l), append(c.weights, weights[i])
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
		c.lits, c.weights = append(c.lits, given.Not()), append(c.weights, need)
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
