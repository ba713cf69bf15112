package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/rup"
	"fellowship/solver/internal/sat"
)

// variables makes n variables in a solver.
func variables(s *sat.Solver, count int) []sat.Lit {
	var vars []sat.Lit
	for range count {
		vars = append(vars, s.Var())
	}
	return vars
}

// part is a part of a random formula.
type part func(s *sat.Solver)

// literals draws some literals of different variables.
func literals(t *rapid.T, vars []sat.Lit, least, most int) []sat.Lit {
	list := rapid.SliceOfNDistinct(rapid.SampledFrom(vars), least, most, rapid.ID[sat.Lit]).Draw(t, "variables")
	for i := range list {
		if rapid.Bool().Draw(t, "negated") {
			list[i] = list[i].Not()
		}
	}
	return list
}

// linear is a linear condition.
type linear struct {
	bound   int
	lits    []sat.Lit
	weights []int32
	given   sat.Lit
}

// write gives the condition to a solver.
func (l *linear) write(s *sat.Solver) { s.Linear(l.bound, l.lits, l.weights, l.given) }

// drawLinear draws a linear condition, sometimes with constants in it.
func drawLinear(t *rapid.T, vars []sat.Lit, most int) *linear {
	lits := literals(t, vars, 2, most)
	l := &linear{lits: lits[1:], given: lits[0]}
	if rapid.Bool().Draw(t, "always") {
		l.given = sat.True
	}
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "constants") {
		l.lits = append(l.lits, rapid.SampledFrom([]sat.Lit{sat.True, sat.False}).Draw(t, "constant"))
	}
	widest := rapid.SampledFrom([]int32{1, 1, 4}).Draw(t, "largest weight")
	sum := 0
	for range l.lits {
		w := rapid.Int32Range(1, widest).Draw(t, "weight")
		l.weights = append(l.weights, w)
		sum += int(w)
	}
	l.bound = rapid.IntRange(0, sum+1).Draw(t, "bound")
	return l
}

// TestProofsAreRight checks that the proof for a random formula without a model can be checked line by line,
// and that a formula with a model has no proof. The search is the same with a proof and without one.
func TestProofsAreRight(t *testing.T) {
	var plain, traced sat.Solver
	refuted := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		var drat, text bytes.Buffer
		w := proof.NewWriter(&drat)
		f := proof.NewFormula(w)
		memory := int64(rapid.SampledFrom([]int{1 << 8, 1 << 20}).Draw(t, "memory"))
		plain.Reset(memory)
		traced.ResetTraced(memory, f)
		count := rapid.IntRange(8, 40).Draw(t, "number of variables")
		vars := variables(&plain, count)
		require.Equal(t, vars, variables(&traced, count))
		var parts []part
		for range count * rapid.IntRange(20, 45).Draw(t, "clauses for ten variables") / 10 {
			clause := literals(t, vars, 3, 3)
			parts = append(parts, func(s *sat.Solver) { s.Add(clause...) })
		}
		for range rapid.IntRange(0, 4).Draw(t, "conditions") {
			parts = append(parts, drawLinear(t, vars, 8).write)
		}
		for _, write := range parts {
			write(&plain)
			write(&traced)
		}
		status := traced.Solve(1 << 40)
		require.Equal(t, plain.Solve(1<<40), status)
		require.Equal(t, plain.Steps(), traced.Steps())
		if status == sat.Unsatisfiable {
			require.Equal(t, status, traced.Solve(1), "it stays so")
		}
		require.NoError(t, w.Flush())
		require.NoError(t, f.Write(&text, "a comment"))
		require.Contains(t, text.String(), fmt.Sprintf("\np cnf %d %d\n", f.Variables(), f.Clauses()))
		require.Equal(t, w.Lines, int64(strings.Count(drat.String(), "\n")))
		require.Equal(t, w.Bytes, int64(drat.Len()))

		var c rup.Checker
		require.True(t, strings.HasPrefix(text.String(), "c a comment\nc 1 is always true\n"))
		require.NoError(t, c.ReadFormula(&text))
		require.NoError(t, c.ReadProof(&drat, func(int64) error { return nil }))
		require.Equal(t, status == sat.Unsatisfiable, c.Refuted())
		refuted[c.Refuted()]++
	})
	assert.NotZero(t, refuted[true])
	assert.NotZero(t, refuted[false])
}

// TestConditionsAreSaid checks that the clauses of a linear condition mean the same as the condition. When all
// its variables are known, propagation alone shows whether the clauses can be met.
func TestConditionsAreSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s sat.Solver
		f := proof.NewFormula(nil)
		s.ResetTraced(1<<10, f)
		vars := variables(&s, 7)
		for _, v := range vars {
			f.Name(v, func() string { return "a variable" })
		}
		l := drawLinear(t, vars, len(vars))
		l.write(&s)
		for model := range 1 << len(vars) {
			holds := func(of sat.Lit) bool {
				if of <= sat.False {
					return of == sat.True
				}
				return (model>>(of/2-1)&1 != 0) == (of&1 == 0)
			}
			sum := 0
			for i, of := range l.lits {
				if holds(of) {
					sum += int(l.weights[i])
				}
			}
			var c rup.Checker
			for clause := range f.Each {
				c.Add(clause)
			}
			for i := range vars {
				number := i + 2
				if model>>i&1 == 0 {
					number = -number
				}
				c.Add([]int{number})
			}
			require.Equal(t, holds(l.given) && sum < l.bound, c.Refuted(), "model %b", model)
		}
	})
}

// pigeons returns the formula that each of a number of pigeons finds its own hole, and the proof that they cannot if
// there is one hole less.
func pigeons(t *testing.T, pigeons int) (formula, drat string) {
	var text, lines bytes.Buffer
	var s sat.Solver
	w := proof.NewWriter(&lines)
	f := proof.NewFormula(w)
	s.ResetTraced(1<<8, f)
	in := make([][]sat.Lit, pigeons-1)
	for range pigeons {
		holes := variables(&s, len(in))
		s.Add(holes...)
		for h, l := range holes {
			in[h] = append(in[h], l)
		}
	}
	for _, all := range in {
		s.AtMostOne(all...)
	}
	require.Equal(t, sat.Unsatisfiable, s.Solve(1<<40))
	require.NoError(t, w.Flush())
	require.NoError(t, f.Write(&text))
	return text.String(), lines.String()
}

// check reads a formula and a proof of it.
func check(formula, drat string) (refuted bool, err error) {
	var c rup.Checker
	if err := c.ReadFormula(strings.NewReader(formula)); err != nil {
		return false, err
	}
	err = c.ReadProof(strings.NewReader(drat), func(int64) error { return nil })
	return c.Refuted(), err
}

// TestLongProof checks a proof of thousands of lines, nearly all of which are forgotten again. Without its first
// lines, or with a literal missing in a line, it is refused. Cut off at the end, it is not complete.
func TestLongProof(t *testing.T) {
	formula, drat := pigeons(t, 8)
	refuted, err := check(formula, drat)
	require.NoError(t, err)
	require.True(t, refuted)
	lines := strings.SplitAfter(strings.TrimSuffix(drat, "\n"), "\n")
	forgotten := strings.Count(drat, "d ")
	t.Log(len(lines), "lines,", forgotten, "forgotten")
	require.Greater(t, len(lines), 1000)
	require.Greater(t, forgotten, 300)
	require.Equal(t, "0", lines[len(lines)-1])

	refuted, err = check(formula, strings.Join(lines[:len(lines)-200], ""))
	require.NoError(t, err)
	require.False(t, refuted)
	_, err = check(formula, strings.Join(lines[200:], ""))
	require.ErrorContains(t, err, "does not follow by unit propagation")
	_, err = check(formula, "0\n")
	require.ErrorContains(t, err, "line 1: the clause [] does not follow")
	_, first, _ := strings.Cut(lines[0], " ")
	_, err = check(formula, first+"\n")
	require.ErrorContains(t, err, "line 1: the clause")
	_, satisfiable := pigeons(t, 4)
	_, err = check("p cnf 100 1\n1 2 0\n", satisfiable)
	require.Error(t, err)
}

// TestBadFiles checks that errors in a file are reported with the line.
func TestBadFiles(t *testing.T) {
	for _, bad := range []struct{ formula, drat, want string }{
		{"", "", `"p cnf" is missing`},
		{"c only\n", "", `"p cnf" is missing`},
		{"1 0\n", "", `line 1: a line such as "p cnf 5 12"`},
		{"p cnf 2\n", "", "line 1: a line such as"},
		{"p cnf 2 -1\n", "", "line 1: a line such as"},
		{"p cnf 2 1\n1 2\n", "", "no 0 at its end"},
		{"p cnf 2 1\n1 3 0\n", "", "line 2: there is no variable 3"},
		{"p cnf 2 1\n1 x 0\n", "", `line 2: "x" is not a number`},
		{"p cnf 2 2\n1 2 0\n", "", "it has 1 clauses"},
		{"p cnf 999999999 1\n1 0\n", "", "more than 1000000 variables"},
		{"p cnf 2 1\n1 2 0\n", "1 2\n", "line 1: it has no 0 at its end"},
		{"p cnf 2 1\n1 2 0\n", "1 2 0\n1 0 2 0\n", "line 2: there is a 0 before its end"},
		{"p cnf 2 1\n1 2 0\n", "1 9 0\n", "line 1: there is no variable 9"},
		{"p cnf 2 1\n1 2 0\n", "d x 0\n", `line 1: "x" is not a number`},
		{"p cnf 2 1\n1 2 0\n" + strings.Repeat("1 ", 1<<20), "", "line 3 is longer than 1 MiB"},
	} {
		_, err := check(bad.formula, bad.drat)
		require.ErrorContains(t, err, bad.want)
	}
	refuted, err := check("c\np cnf 2 3\n1 2 0 -1\n0 -2 0\n", "c nothing to do\n\n")
	require.NoError(t, err)
	assert.True(t, refuted)
}

// FuzzRead checks that any formula and any proof are either read or refused.
func FuzzRead(f *testing.F) {
	f.Add("p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n", "2 0\nd 1 2 0\n0\n")
	f.Fuzz(func(t *testing.T, formula, drat string) {
		_, _ = check(formula, drat)
	})
}

// broken is a disk with room for a limited number of bytes.
type broken struct{ room int }

func (b *broken) Write(p []byte) (int, error) {
	b.room -= len(p)
	if b.room < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

// TestFullDisk checks that an error of a writer is reported, however late it occurs.
func TestFullDisk(t *testing.T) {
	w := proof.NewWriter(&broken{room: 100})
	for range 100_000 {
		w.Learn([]int{1, 2, 3})
	}
	require.ErrorContains(t, w.Err(), "full")
	require.ErrorContains(t, w.Flush(), "full")
	var s sat.Solver
	f := proof.NewFormula(nil)
	s.ResetTraced(1<<10, f)
	s.AtMostOne(variables(&s, 100)...)
	require.ErrorContains(t, f.Write(&broken{room: 5000}), "full")
}
