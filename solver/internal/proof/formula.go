package proof

import "fellowship/solver/internal/sat"

// Refutation receives the clauses that follow from a formula, in DIMACS numbers. It must not keep the
// slices. The refutation ends when the empty clause is learned.
type Refutation interface {
	// Learn receives a clause that follows from all clauses before it.
	Learn(clause []int)
	// Forget receives a learned clause that is not used any more.
	Forget(clause []int)
}

// Formula is a formula in clauses. It is a [sat.Trace]: it collects the formula that a solver receives,
// and passes on the refutation. Variables are numbered from 1 on in the order in which they were
// made. Number 1 is always true. The helper variables of linear conditions come after all others.
type Formula struct {
	// clauses are the literals of all clauses, with a 0 behind each clause. A helper variable is
	// its number in helpers above firstHelper here, because the variables before it are not all known.
	clauses []int32
	count   int
	// names says what each variable means, from firstName on.
	names []string
	// topic is the subject of the next linear conditions.
	topic string
	// conditions are the linear conditions that were written as diagrams.
	conditions []condition
	// helpers are the helper variables, in the order in which they were made.
	helpers []helper
	// last is the highest number of a variable that is not a helper.
	last int
	// refutation receives the learned clauses, nil for none.
	refutation Refutation
	// wordless reports whether the meanings of variables are left out.
	wordless bool
	// scratch is for a clause in DIMACS numbers.
	scratch []int
}

// firstHelper is larger than the number of any other variable.
const firstHelper = 1 << 30

// condition is a linear condition, in the numbers of a formula's clauses.
type condition struct {
	// topic is the subject of the condition.
	topic string
	// bound is the least sum of the weights of the literals that hold.
	bound int
	lits  []int
	// weights are the weights of the literals.
	weights []int32
	// given is the literal that must hold for the condition to apply. It is trueNumber if the condition
	// always applies.
	given int
}

// helper is a variable that may hold only if the first literals of a condition reach a sum.
type helper struct {
	// condition is the number of the condition, from 0.
	condition int
	// first is the number of literals whose weights are summed.
	first int
	// sum is the least sum of their weights.
	sum int
}

const (
	// trueNumber is the number of the variable that is always true.
	trueNumber = 1
	// firstName is the number of the first variable with a name.
	firstName = 2
)

// NewFormula returns an empty formula that passes on its refutation, unless refutation is nil.
func NewFormula(refutation Refutation) *Formula {
	return &Formula{refutation: refutation, last: trueNumber}
}

// NewWordless returns an empty formula as NewFormula does, but without the meanings of its variables.
func NewWordless(refutation Refutation) *Formula {
	f := NewFormula(refutation)
	f.wordless = true
	return f
}

// Name gives the meaning of a variable.
func (f *Formula) Name(v sat.Lit, meaning func() string) {
	n := f.numbered(v)
	if f.wordless {
		return
	}
	for len(f.names) <= n-firstName {
		f.names = append(f.names, "")
	}
	f.names[n-firstName] = meaning()
}

// Topic gives the subject of the linear conditions that follow.
func (f *Formula) Topic(topic func() string) {
	if !f.wordless {
		f.topic = topic()
	}
}

// Clauses returns the number of clauses.
func (f *Formula) Clauses() int { return f.count }

// Variables returns the number of variables, including helper variables.
func (f *Formula) Variables() int { return f.last + len(f.helpers) }

// number returns the DIMACS number of a literal.
func number(l sat.Lit) int {
	n := int(l>>1) + trueNumber
	if l&1 != 0 {
		return -n
	}
	return n
}

// numbered returns the DIMACS number of a literal of the formula, and updates f.last.
func (f *Formula) numbered(l sat.Lit) int {
	n := number(l)
	f.last = max(f.last, n, -n)
	return n
}

// Clause implements [sat.Trace].
func (f *Formula) Clause(lits []sat.Lit) {
	clause := make([]int, 0, len(lits))
	for _, l := range lits {
		clause = append(clause, f.numbered(l))
	}
	f.add(clause...)
}

// add adds a clause without the literals that never hold. It drops a clause with a literal that always
// holds, except for the first clause of the formula, which makes number 1 true.
func (f *Formula) add(clause ...int) {
	begun := len(f.clauses)
	for _, n := range clause {
		switch {
		case n == -trueNumber:
		case n == trueNumber && f.count > 0:
			f.clauses = f.clauses[:begun]
			return
		default:
			f.clauses = append(f.clauses, int32(n))
		}
	}
	if len(f.clauses) == begun {
		f.clauses = append(f.clauses, -trueNumber) // some programs cannot read an empty clause
	}
	f.clauses = append(f.clauses, 0)
	f.count++
}

// Linear implements [sat.Trace].
func (f *Formula) Linear(bound int, lits []sat.Lit, weights []int32, given sat.Lit) {
	c := condition{topic: f.topic, bound: bound, given: f.numbered(given)}
	unitWeights := true
	sum := 0
	for i, l := range lits {
		switch l {
		case sat.False:
		case sat.True:
			c.bound -= int(weights[i])
		default:
			c.lits = append(c.lits, f.numbered(l))
			c.weights = append(c.weights, weights[i])
			sum += int(weights[i])
			unitWeights = unitWeights && weights[i] == 1
		}
	}
	switch n := len(c.lits); {
	case c.bound <= 0 || c.given == -trueNumber:
	case c.bound > sum:
		f.add(-c.given)
	case unitWeights && c.bound == 1:
		f.add(append(c.lits, -c.given)...)
	case unitWeights && c.bound == n-1: // at most one literal does not hold
		for i := range c.lits {
			for j := range i {
				f.add(-c.given, c.lits[j], c.lits[i])
			}
		}
	case c.bound == sum:
		for _, l := range c.lits {
			f.add(-c.given, l)
		}
	default:
		f.addDiagram(c)
	}
}

// addDiagram adds a linear condition as a decision diagram, see the package comment.
func (f *Formula) addDiagram(c condition) {
	d := diagram{f: f, condition: c, number: len(f.conditions), known: map[helper]int{}}
	d.sums = make([]int, len(c.lits)+1)
	for i, w := range c.weights {
		d.sums[i+1] = d.sums[i] + int(w)
	}
	f.conditions = append(f.conditions, c)
	f.add(-c.given, d.reaches(len(c.lits), c.bound))
}

// diagram is a decision diagram that is being written.
type diagram struct {
	f         *Formula
	condition condition
	// number is the number of the condition, from 0.
	number int
	// sums is, by a number of literals, the sum of the weights of the first literals.
	sums []int
	// known is the literals of the helper variables made so far.
	known map[helper]int
}

// reaches returns a literal that holds only if the first literals of the condition reach a sum.
func (d *diagram) reaches(first, sum int) int {
	switch {
	case sum <= 0:
		return trueNumber
	case sum > d.sums[first]:
		return -trueNumber
	}
	h := helper{d.number, first, sum}
	if l, ok := d.known[h]; ok {
		return l
	}
	d.f.helpers = append(d.f.helpers, h)
	l := firstHelper + len(d.f.helpers)
	d.known[h] = l
	last := first - 1
	d.f.add(-l, d.condition.lits[last], d.reaches(last, sum))
	d.f.add(-l, d.reaches(last, sum-int(d.condition.weights[last])))
	return l
}

// Learn implements [sat.Trace].
func (f *Formula) Learn(clause []sat.Lit) {
	if f.refutation != nil {
		f.refutation.Learn(f.numbers(clause))
	}
}

// Forget implements [sat.Trace].
func (f *Formula) Forget(clause []sat.Lit) {
	if f.refutation != nil {
		f.refutation.Forget(f.numbers(clause))
	}
}

// numbers returns a learned clause in DIMACS numbers. The result is valid until the next call.
func (f *Formula) numbers(clause []sat.Lit) []int {
	f.scratch = f.scratch[:0]
	for _, l := range clause {
		f.scratch = append(f.scratch, number(l))
	}
	return f.scratch
}

// dimacs returns the DIMACS number for an element of f.clauses.
func (f *Formula) dimacs(n int32) int {
	switch {
	case n > firstHelper:
		return f.last + int(n-firstHelper)
	case n < -firstHelper:
		return -f.last + int(n+firstHelper)
	}
	return int(n)
}

// Each yields the clauses of the formula. A clause is valid until the next one.
func (f *Formula) Each(yield func(clause []int) bool) {
	var clause []int
	for _, n := range f.clauses {
		if n != 0 {
			clause = append(clause, f.dimacs(n))
			continue
		}
		if !yield(clause) {
			return
		}
		clause = clause[:0]
	}
}
