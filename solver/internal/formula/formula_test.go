package formula_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestMain asks for more random cases than rapid's 100: each is small, and what they look for is rare.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("2000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// memory is how much a formula may use, far more than it needs.
const memory = 64 << 20

// isWinnable is the plain reference: it tries every decision to the end, and the game itself says whether the
// round is won.
func isWinnable(g *chapters.Game) bool {
	options := g.Options()
	if len(options) == 0 {
		return g.Result() == chapters.Won
	}
	return slices.ContainsFunc(options, func(d chapters.Decision) bool { return isWinnable(after(g, d)) })
}

// wins reports whether a game can be won with just these plays. Decisions that are no plays, such as who leads
// instead (K: Bilbo Baggins), may be any.
func wins(g *chapters.Game, line []tricks.Play) bool {
	options := g.Options()
	if len(options) == 0 {
		return len(line) == 0 && g.Result() == chapters.Won
	}
	return slices.ContainsFunc(options, func(d chapters.Decision) bool {
		rest := line
		if d.Kind == chapters.PlayCard {
			if len(line) == 0 || d.Play() != line[0] {
				return false
			}
			rest = line[1:]
		}
		return wins(after(g, d), rest)
	})
}

// after returns a game after a decision that it offers.
func after(g *chapters.Game, d chapters.Decision) *chapters.Game {
	next := g.Clone()
	if err := next.Apply(d); err != nil {
		panic(err)
	}
	return next
}

// meanings collects what a plain formula says about its variables and conditions.
type meanings struct {
	*proof.Formula
	all []string
}

// Name notes the meaning of a variable.
func (m *meanings) Name(variable sat.Lit, meaning func() string) {
	m.all = append(m.all, meaning())
	m.Formula.Name(variable, meaning)
}

// Topic notes what conditions are about.
func (m *meanings) Topic(topic func() string) {
	m.all = append(m.all, topic())
	m.Formula.Topic(topic)
}

// problemOf returns the problem of meeting all goals of a game, nil if no formula covers it.
func problemOf(t *rapid.T, g *chapters.Game) *search.Problem {
	if g.IsOver() || g.State().Waiver != tricks.NoSeat || g.State().WaivesSums {
		return nil
	}
	p, err := search.NewProblem(g, 0, search.Alternative{})
	require.NoError(t, err)
	if !formula.Covers(p) {
		return nil
	}
	return p
}

// names are the words of a description for a game.
func names(g *chapters.Game) formula.Names {
	return formula.Names{Seats: []string{"seat 1", "seat 2", "seat 3", "seat 4"}[:g.Seats()]}
}

// TestFormulas holds the formulas of small endings, of all goals, table sizes and kinds of hands, to trying
// everything: a formula has a model only if the round can be won, and the model's plays win the game. The
// plain formula, which proofs are about, has one exactly then, too.
func TestFormulas(t *testing.T) {
	found := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		gift := rapid.SampledFrom([]string{"", "", "glamdring", "sword", "horn"}).Draw(t, "gift")
		g := endingtest.WithGift(t, gift, 0)
		p := problemOf(t, g)
		if p == nil {
			return
		}
		want := isWinnable(g)
		found[want]++
		var quick, plain sat.Solver
		made := formula.New([]*search.Problem{p}, &quick, memory)
		said := &meanings{Formula: proof.NewFormula(nil)}
		stated := formula.NewPlain([]*search.Problem{p}, &plain, memory, said, names(g))
		for name, f := range map[string]struct {
			*formula.Formula
			solver *sat.Solver
		}{"quick": {made, &quick}, "plain": {stated, &plain}} {
			verdict := f.solver.Solve(1 << 40)
			if !want {
				require.Equal(t, sat.Unsatisfiable, verdict, name)
				continue
			}
			require.Equal(t, sat.Satisfiable, verdict, name)
			line := f.Line()
			require.True(t, wins(g, line), "%s: %v wins", name, line)
			checkLiterals(t, p, f.Formula, f.solver, line)
		}
		for _, meaning := range said.all {
			require.NotEmpty(t, meaning)
			require.NotContains(t, meaning, "{", "every placeholder has a value")
			require.Equal(t, strings.TrimSpace(meaning), meaning)
		}
	})
	assert.NotZero(t, found[true], "some endings are won")
	assert.NotZero(t, found[false], "some endings are lost")
}

// checkLiterals holds the literals of a model, which proofs and their checks are about, to its line of play.
func checkLiterals(t *rapid.T, p *search.Problem, f *formula.Formula, s *sat.Solver, line []tricks.Play) {
	first, count := f.Tricks()
	require.Equal(t, int(p.Start.Number), first)
	require.Equal(t, p.Table.Tricks(), first+count)
	now := p.Start
	if p.Start.Tucked != tricks.NoCard {
		return // when the card came back is not in the line
	}
	for _, m := range p.Forced {
		p.Table.Play(&now, m)
	}
	for _, play := range line {
		trick := int(now.Number) - first
		if now.Naming {
			p.Table.Name(&now, play.Seat)
		}
		require.Equal(t, play.Seat, now.Turn)
		require.True(t, s.Holds(f.Leads(now.Leader, trick)), "trick %d", trick)
		require.True(t, s.Holds(f.Plays(play.Card, trick)), "trick %d", trick)
		if play.Card == tricks.OneRing {
			require.Equal(t, play.ToWin, s.Holds(f.ToWin(trick)))
		}
		p.Table.Play(&now, play.Move)
	}
	require.True(t, now.IsOver)
}

// TestOneOfSeveral: the formula of several problems has a model if at least one of them has. Each is the round
// without one of its goals, as if it were covered by Mithril (L5).
func TestOneOfSeveral(t *testing.T) {
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.WithGift(t, "", 0)
		if problemOf(t, g) == nil {
			return
		}
		var all []*search.Problem
		want := sat.Unsatisfiable
		for i := range g.Goals() {
			p, err := search.NewProblem(g, 0, search.Alternative{Waived: 1 << i})
			require.NoError(t, err)
			if !formula.Covers(p) {
				return
			}
			all = append(all, p)
			var s sat.Solver
			formula.New([]*search.Problem{p}, &s, memory)
			if s.Solve(1<<40) == sat.Satisfiable {
				want = sat.Satisfiable
			}
		}
		if len(all) < 2 {
			return
		}
		several++
		var s sat.Solver
		formula.New(all, &s, memory)
		require.Equal(t, want, s.Solve(1<<40))
		ways := names(g)
		for range all {
			ways.Ways = append(ways.Ways, "with a goal covered")
		}
		formula.NewPlain(all, &s, memory, proof.NewFormula(nil), ways)
		require.Equal(t, want, s.Solve(1<<40), "plain")
	})
	assert.NotZero(t, several)
}

// TestExchangesAreNotCovered: with Sting cards may still change hands during play (L5), which no formula states.
func TestExchangesAreNotCovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problemOf(t, endingtest.WithGift(t, "", 0))
		if p != nil {
			p.Swap = &search.Swap{}
			require.False(t, formula.Covers(p))
		}
	})
}
