package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/solver/internal/sat"
)

// condition is one condition of a random formula, with its meaning.
type condition struct {
	write func(s *sat.Solver, v []sat.Lit)
	holds func(model uint) bool
}

// literal draws a literal: its variable, and whether it is the variable itself.
type literal struct {
	of   int
	true bool
}

func (l literal) in(v []sat.Lit) sat.Lit {
	if l.true {
		return v[l.of]
	}
	return v[l.of].Not()
}

func (l literal) holds(model uint) bool { return model>>l.of&1 != 0 == l.true }

func draw(t *rapid.T, vars, most int) []literal {
	n := rapid.IntRange(1, most).Draw(t, "length")
	of := rapid.SliceOfNDistinct(rapid.IntRange(0, vars-1), min(n, vars), min(n, vars), rapid.ID[int]).Draw(t,
		"variables")
	out := make([]literal, len(of))
	for i := range of {
		out[i] = literal{of[i], rapid.Bool().Draw(t, "sign")}
	}
	return out
}

func in(list []literal, v []sat.Lit) []sat.Lit {
	var out []sat.Lit
	for _, l := range list {
		out = append(out, l.in(v))
	}
	return out
}

func drawCondition(t *rapid.T, vars int) condition {
	list := draw(t, vars, 6)
	given := draw(t, vars, 1)[0]
	count := func(model uint) (n int) {
		for _, l := range list {
			if l.holds(model) {
				n++
			}
		}
		return n
	}
	for _, l := range list {
		if l.of == given.of {
			return condition{
				func(s *sat.Solver, v []sat.Lit) { s.ExactlyOne(in(list, v)...) },
				func(model uint) bool { return count(model) == 1 },
			}
		}
	}
	bound := rapid.IntRange(0, len(list)+1).Draw(t, "bound")
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return condition{
			func(s *sat.Solver, v []sat.Lit) { s.AtMostOne(in(list, v)...) },
			func(model uint) bool { return count(model) <= 1 },
		}
	case 1:
		return condition{
			func(s *sat.Solver, v []sat.Lit) { s.AtLeast(bound, in(list, v), given.in(v)) },
			func(model uint) bool { return !given.holds(model) || count(model) >= bound },
		}
	case 2:
		return condition{
			func(s *sat.Solver, v []sat.Lit) { s.AtMost(bound, in(list, v), given.in(v)) },
			func(model uint) bool { return !given.holds(model) || count(model) <= bound },
		}
	case 3:
		weights := rapid.SliceOfN(rapid.Int32Range(1, 4), len(list), len(list)).Draw(t, "weights")
		return condition{
			func(s *sat.Solver, v []sat.Lit) { s.Linear(2*bound, in(list, v), weights, sat.True) },
			func(model uint) bool {
				sum := 0
				for i, l := range list {
					if l.holds(model) {
						sum += int(weights[i])
					}
				}
				return sum >= 2*bound
			},
		}
	}
	return condition{
		func(s *sat.Solver, v []sat.Lit) { s.Add(in(list, v)...) },
		func(model uint) bool { return count(model) > 0 },
	}
}

// TestEveryModel checks that the solver finds a model of a random formula exactly if
// trying all assignments finds one, and that the model is right. A solver that was
// used before gives the same answer.
func TestEveryModel(t *testing.T) {
	used := &sat.Solver{}
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 12).Draw(t, "number of variables")
		var list []condition
		for range rapid.IntRange(1, 60).Draw(t, "number of conditions") {
			list = append(list, drawCondition(t, vars))
		}
		meets := func(model uint) bool {
			for _, c := range list {
				if !c.holds(model) {
					return false
				}
			}
			return true
		}
		want := sat.Unsatisfiable
		for model := range uint(1) << vars {
			if meets(model) {
				want = sat.Satisfiable
			}
		}
		var steps []int64
		for _, s := range []*sat.Solver{used, {}} {
			s.Reset(1 << 20)
			var v []sat.Lit
			for range vars {
				v = append(v, s.Var())
			}
			for i, c := range list {
				c.write(s, v)
				if i%3 == 1 {
					s.Raise(v[i%len(v)])
				}
			}
			got := s.Solve(3)
			for got == sat.Unknown {
				got = s.Solve(10)
			}
			require.Equal(t, want, got)
			if got == sat.Satisfiable {
				var model uint
				for i, l := range v {
					require.NotEqual(t, s.Holds(l), s.Holds(l.Not()))
					if s.Holds(l) {
						model |= 1 << i
					}
				}
				require.True(t, meets(model))
			}
			steps = append(steps, s.Steps())
		}
		require.Equal(t, steps[0], steps[1], "the same steps, used before or not")
	})
}

// pigeons writes the classic formula that each of a number of pigeons finds its own
// hole. It takes many contradictions to refute.
func pigeons(s *sat.Solver, pigeons, holes int) {
	s.Reset(1 << 20)
	in := make([][]sat.Lit, holes)
	for range pigeons {
		var where []sat.Lit
		for h := range in {
			l := s.Var()
			where, in[h] = append(where, l), append(in[h], l)
		}
		s.Add(where...)
	}
	for _, all := range in {
		for i, a := range all {
			for _, b := range all[:i] {
				s.Add(a.Not(), b.Not())
			}
		}
	}
}

// TestPigeons checks a refutation with thousands of learned clauses, most of which are
// forgotten again on the way.
func TestPigeons(t *testing.T) {
	s := &sat.Solver{}
	pigeons(s, 8, 8)
	require.Equal(t, sat.Satisfiable, s.Solve(1<<40))
	pigeons(s, 9, 8)
	require.Equal(t, sat.Unknown, s.Solve(1000))
	require.Equal(t, sat.Unsatisfiable, s.Solve(1<<40))
	require.Equal(t, sat.Unsatisfiable, s.Solve(1), "it stays so")
}

// TestStepsAreAsBefore solves formulas that always are the same, and compares the steps that takes with those of before.
// What is learned, forgotten and guessed makes no difference to an answer, only to the time until it comes.
func TestStepsAreAsBefore(t *testing.T) {
	s := &sat.Solver{}
	pigeons(s, 8, 7)
	require.Equal(t, sat.Unsatisfiable, s.Solve(1<<40))
	steps := []int64{s.Steps()}
	for n := range 4 {
		s.Reset(1 << 20)
		threes(s, uint64(n), 120, 3)
		require.NotEqual(t, sat.Unknown, s.Solve(1<<40))
		steps = append(steps, s.Steps())
		s.Reset(1 << 20)
		threes(s, uint64(n), 40, 6)
		require.NotEqual(t, sat.Unknown, s.Solve(1<<40))
		steps = append(steps, s.Steps())
	}
	assert.Equal(t, []int64{51836, 14845, 209, 24905, 347, 11265, 204, 12151, 159}, steps, "is it faster now? `make bench` says so")
}

// threes writes a formula of clauses with three random variables each, and of sums with a bound.
func threes(s *sat.Solver, seed uint64, variables, sums int) {
	random := rand.New(rand.NewPCG(seed, 0))
	all := make([]sat.Lit, variables)
	for i := range all {
		all[i] = s.Var()
	}
	draw := func() sat.Lit {
		l := all[random.IntN(variables)]
		if random.IntN(2) > 0 {
			return l.Not()
		}
		return l
	}
	for range variables * 4 {
		s.Add(draw(), draw(), draw())
	}
	for range sums {
		var list []sat.Lit
		var weights []int32
		for range 8 {
			list = append(list, draw())
			weights = append(weights, int32(1+random.IntN(3)))
		}
		s.Linear(6, list, weights, sat.True)
	}
}
