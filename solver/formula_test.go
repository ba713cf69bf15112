package solver

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// byFormula decides a game by formulas alone, within so many steps each, and replays
// the line of a model through the game. It knows nothing of exchanges during play.
func byFormula(t require.TestingT, g *chapters.Game, steps int64) Verdict {
	if g.Over() {
		return map[bool]Verdict{true: Winnable, false: Unwinnable}[g.Result() == chapters.Won]
	}
	list, err := problemsOf(g, 0)
	require.NoError(t, err)
	if !formula.Covers(list...) {
		return Unknown
	}
	verdict := decideFormula(t, g, list, steps)
	if g.State().SwapTo != tricks.NoSeat && verdict == Unwinnable {
		return Unknown // but for an exchange during play
	}
	return verdict
}

// decideFormula decides the formula of some problems of a game.
func decideFormula(t require.TestingT, g *chapters.Game, list []*search.Problem, steps int64) Verdict {
	var s sat.Solver
	f := formula.New(list, &s, DefaultMemory)
	switch s.Solve(steps) {
	case sat.Satisfiable:
		won := turns{problem: list[0]}
		won.line, won.swapAt = f.Line(), -1
		r := Result{Verdict: Winnable}
		won.answer(&r)
		require.NoError(t, verify(g, &chapters.Game{}, &r))
		return Winnable
	case sat.Unsatisfiable:
		return Unwinnable
	}
	return Unknown
}

// TestFormulaKnownVerdicts holds the formula to verdicts from independent programs.
func TestFormulaKnownVerdicts(t *testing.T) {
	for _, name := range []string{"endings", "full-deals"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		require.NoError(t, err)
		lib := chapters.Default()
		n := 0
		for e := range lib.Read(name, bytes.NewReader(text)) {
			require.NoError(t, e.Err)
			if n++; n%3 != 0 && name == "full-deals" {
				continue // a third of them is enough
			}
			g, err := e.Game(lib)
			require.NoError(t, err, e.ID)
			require.Equal(t, e.Expect.Verdict, string(byFormula(t, g, 1<<40)), e.ID)
		}
	}
}

// TestFormulaInEveryChapter: the formula and the search card by card agree on the
// endings of every chapter and table size, and on whole rounds that both decide soon.
func TestFormulaInEveryChapter(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	tried := map[Verdict]int{}
	for _, id := range everyVariant(chapters.Default()) {
		for id.Players = 1; id.Players <= 4; id.Players++ {
			for id.Seed = range uint64(2) {
				g, lines, ok := chapterEnding(t, id, src)
				at := g.Start().Deal + " after " + lastDecisions(g)
				if ok && g.State().SwapFrom == tricks.NoSeat {
					want := Unwinnable
					if lines > 0 {
						want = Winnable
					}
					require.Equal(t, want, byFormula(t, g, 1<<40), at)
					tried[want]++
				}
				for n := len(g.Decisions()) - 1; n >= 0; n-- {
					before, err := g.Before(n)
					require.NoError(t, err)
					if before.Stage() != chapters.StagePlay {
						break
					}
					g = before
				}
				if g.State().SwapFrom != tricks.NoSeat {
					continue
				}
				want := solve(t, g, Options{Nodes: 20_000, Without: search.Learning}).Verdict
				if got := byFormula(t, g, 100_000); want != Unknown && got != Unknown {
					require.Equal(t, want, got, at)
					tried[got]++
				}
			}
		}
	}
	t.Log(tried)
	assert.Greater(t, tried[Winnable], 100)
	assert.Greater(t, tried[Unwinnable], 20)
}
