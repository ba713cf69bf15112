package rup

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// holds reports whether a clause holds in a model: bit 0 is variable 1.
func holds(clause []int, model int) bool {
	for _, l := range clause {
		if l > 0 && model>>(l-1)&1 != 0 || l < 0 && model>>(-l-1)&1 == 0 {
			return true
		}
	}
	return false
}

// allHold reports whether all clauses hold in a model.
func allHold(clauses [][]int, model int) bool {
	for _, clause := range clauses {
		if !holds(clause, model) {
			return false
		}
	}
	return true
}

// TestOnlyWhatFollows checks that, whatever is learned and forgotten, each accepted clause holds in every
// model of the formula, and that a formula with a model is not refuted.
func TestOnlyWhatFollows(t *testing.T) {
	taken, refuted := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(2, 6).Draw(t, "variables")
		drawn := rapid.SliceOfN(rapid.IntRange(1, 2*vars), 0, 4)
		draw := func() (clause []int) {
			for _, n := range drawn.Draw(t, "clause") {
				if n > vars {
					n = vars - n
				}
				clause = append(clause, n)
			}
			return clause
		}
		var c Checker
		var formula, known [][]int
		for range rapid.IntRange(0, 14).Draw(t, "clauses") {
			if clause := draw(); len(clause) > 0 {
				formula = append(formula, clause)
				c.Add(clause)
			}
		}
		known = append(known, formula...)
		for range 20 {
			if len(known) > 0 && rapid.Bool().Draw(t, "forget") {
				i := rapid.IntRange(0, len(known)-1).Draw(t, "which")
				c.Forget(known[i])
				continue
			}
			clause := draw()
			if c.Learn(clause) != nil {
				continue
			}
			known = append(known, clause)
			taken++
			for model := range 1 << vars {
				require.True(t, holds(clause, model) || !allHold(formula, model), "%v does not follow from %v",
					clause, formula)
			}
		}
		if c.Refuted() {
			refuted++
			for model := range 1 << vars {
				require.False(t, allHold(formula, model))
			}
		}
	})
	assert.Positive(t, taken)
	assert.NotZero(t, refuted)
}

// TestForgotten checks that forgotten clauses are not used any more, and that their consequences stay.
func TestForgotten(t *testing.T) {
	var c Checker
	c.Add([]int{1, 2, 3})
	c.Add([]int{-1, 2, 3})
	require.NoError(t, c.Learn([]int{3, 2}))
	c.Forget([]int{3, 2, 1})
	c.Forget([]int{1, 2, 3}) // there is none any more
	c.Forget([]int{-1, 2, 3})
	require.NoError(t, c.Learn([]int{2, 3}))
	c.Forget([]int{2, 3})
	c.Forget([]int{2, 3})
	require.Error(t, c.Learn([]int{2, 3}))
	require.False(t, c.Refuted())
}

// TestTooMuch checks that a formula and a proof that would need too much memory are refused.
func TestTooMuch(t *testing.T) {
	before := mostLiterals
	mostLiterals = 10
	defer func() { mostLiterals = before }()
	var c Checker
	many := strings.Repeat("1 2 3 0\n", 5)
	require.ErrorContains(t, c.ReadFormula(strings.NewReader("p cnf 3 5\n"+many)), "more than 10 literals")
	c.Reset()
	require.NoError(t, c.ReadFormula(strings.NewReader("p cnf 3 1\n1 2 3 0\n")))
	err := c.ReadProof(strings.NewReader(many), func(int64) error { return nil })
	require.ErrorContains(t, err, "more than 10 literals at once")
}

// TestReadProof checks that a proof is read only until it refutes the formula, and that errors are described
// in a few words.
func TestReadProof(t *testing.T) {
	const unit = "p cnf 2 2\n1 2 0\n-1 2 0\n"
	read := func(formula, proof string) (lines int64, refuted bool, err error) {
		var c Checker
		require.NoError(t, c.ReadFormula(strings.NewReader(formula)))
		err = c.ReadProof(strings.NewReader(proof), func(n int64) error {
			lines = n
			return nil
		})
		return lines, c.Refuted(), err
	}
	lines, refuted, err := read(unit+"c end\n", "c comment\n2 0\n")
	require.NoError(t, err)
	assert.False(t, refuted)
	assert.EqualValues(t, 1, lines)
	lines, refuted, err = read("p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n", "nonsense\n")
	require.NoError(t, err)
	assert.True(t, refuted)
	assert.Zero(t, lines)
	_, _, err = read(unit, strings.Repeat("x", 900_000)+" 0\n")
	require.ErrorContains(t, err, "is not a number")
	assert.Less(t, len(err.Error()), 100)
	_, _, err = read(unit, "a\x02\x04\x00d\x02\x00")
	require.ErrorContains(t, err, "binary DRAT")
	_, _, err = read(unit, strings.Repeat("1", longestLine+1))
	require.ErrorIs(t, err, ErrTooLarge)
	require.ErrorContains(t, err, "line 1 is longer than 1 MiB")
	_, _, err = read(unit, "1 0\n")
	require.ErrorContains(t, err, "only unit-propagation steps are checked")
}

// TestReadError checks that a text that cannot be read does not count as a wrong proof, and that the end of a
// context is also noticed at comments.
func TestReadError(t *testing.T) {
	var c Checker
	require.NoError(t, c.ReadFormula(strings.NewReader("p cnf 1 1\n1 0\n")))
	var unread *ReadError
	err := c.ReadProof(iotest.ErrReader(io.ErrClosedPipe), func(int64) error { return nil })
	require.ErrorAs(t, err, &unread)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	err = c.ReadProof(strings.NewReader("c\n\nc\n"), func(int64) error { return context.DeadlineExceeded })
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
