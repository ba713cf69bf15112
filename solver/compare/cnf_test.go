package compare_test

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
)

// A lit is a literal as DIMACS writes it: a variable, counted from 1, or its
// negation as a negative number.
type lit int

// The literals that are always true and always false. They never reach the
// formula: clauses are written without them.
const (
	yes lit = math.MaxInt32
	no  lit = -yes
)

// cnf is a formula in conjunctive normal form.
type cnf struct {
	vars    int
	clauses [][]lit
	// unless is added to every clause that require writes: what makes a goal not
	// count (Mithril).
	unless lit
}

func newCNF() *cnf { return &cnf{unless: no} }

// fresh returns a new variable.
func (f *cnf) fresh() lit {
	f.vars++
	return lit(f.vars)
}

// add writes a clause: one of the literals is true.
func (f *cnf) add(clause ...lit) {
	kept := make([]lit, 0, len(clause))
	for _, l := range clause {
		switch {
		case l == yes || slices.Contains(kept, -l):
			return
		case l != no && !slices.Contains(kept, l):
			kept = append(kept, l)
		}
	}
	f.clauses = append(f.clauses, kept)
}

// require writes a clause of a goal.
func (f *cnf) require(clause ...lit) { f.add(append(clause, f.unless)...) }

// exactlyOne demands that one of the literals is true and no other. Pairs propagate
// best, and the lists are short.
func (f *cnf) exactlyOne(list []lit) {
	f.add(list...)
	f.atMostOne(list)
}

func (f *cnf) atMostOne(list []lit) {
	for i, a := range list {
		for _, b := range list[:i] {
			f.add(-a, -b)
		}
	}
}

// atLeast requires at least k of the literals, if the given one is true. Few
// enough sets of literals are written out: of each that leaves out k−1 one must
// be true. Else a counter counts.
func (f *cnf) atLeast(list []lit, k int, when lit) {
	const written = 40
	switch n := len(list); {
	case k <= 0:
	case k > n:
		f.require(-when)
	case choose(n, k-1) <= written:
		subsets(list, n-k+1, func(some []lit) { f.require(append([]lit{-when}, some...)...) })
	default:
		f.require(-when, f.count(list, k)[k])
	}
}

// atMost requires at most k of the literals.
func (f *cnf) atMost(list []lit, k int) {
	not := make([]lit, len(list))
	for i, l := range list {
		not[i] = -l
	}
	f.atLeast(not, len(list)-k, yes)
}

// between requires lo to hi of the literals.
func (f *cnf) between(list []lit, lo, hi int) {
	f.atLeast(list, lo, yes)
	f.atMost(list, hi)
}

// count returns literals that say "at least k of the list", for k from 0 to
// most, true exactly if it is so: a ladder with a rung for every k after every
// literal.
func (f *cnf) count(list []lit, most int) []lit {
	before := make([]lit, most+1)
	for k := range before {
		before[k] = no
	}
	before[0] = yes
	for i, x := range list {
		after := slices.Clone(before)
		for k := 1; k <= min(most, i+1); k++ {
			if x == no {
				continue
			}
			after[k] = f.fresh()
			f.add(-before[k], after[k])
			f.add(-x, -before[k-1], after[k])
			f.add(-after[k], before[k], x)
			f.add(-after[k], before[k-1])
		}
		before = after
	}
	return before
}

func choose(n, k int) int {
	r := 1
	for i := range k {
		r = r * (n - i) / (i + 1)
	}
	return r
}

// subsets calls f with every part of the list that has so many elements.
func subsets(list []lit, size int, f func([]lit)) {
	var walk func(from int, some []lit)
	walk = func(from int, some []lit) {
		if len(some) == size {
			f(slices.Clone(some))
			return
		}
		for i := from; i < len(list); i++ {
			walk(i+1, append(some, list[i]))
		}
	}
	walk(0, nil)
}

// WriteDIMACS writes the formula in the format that SAT solvers read.
func (f *cnf) WriteDIMACS(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", f.vars, len(f.clauses))
	for _, clause := range f.clauses {
		for _, l := range clause {
			fmt.Fprintf(out, "%d ", l)
		}
		fmt.Fprintln(out, 0)
	}
	return out.Flush()
}
