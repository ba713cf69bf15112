package solver

import (
	"bytes"
	"os"
	"testing"

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
	if g.IsOver() {
		return map[bool]Verdict{true: Winnable, false: Unwinnable}[g.Result() == chapters.Won]
	}
	list, err := problemsOf(g, &Options{})
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
		won.line = f.Line()
		won.swapAt = -1
		r := Result{Verdict: Winnable}
		won.answer(&r)
		require.NoError(t, verify(g, &chapters.Game{}, &r, 0))
		return Winnable
	case sat.Unsatisfiable:
		return Unwinnable
	}
	return Unknown
}

// TestFormulaKnownVerdicts holds the formula to verdicts from independent programs.
func TestFormulaKnownVerdicts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"endings", "full-deals"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		require.NoError(t, err)
		lib := chapters.Default()
		n := 0
		for e := range lib.Read(name, bytes.NewReader(text)) {
			require.NoError(t, e.Err)
			n++
			if n%3 != 0 && name == "full-deals" {
				continue // a third of them is enough
			}
			g, err := e.Record.Game(lib)
			require.NoError(t, err, e.Record.ID)
			require.Equal(t, e.Record.Expect.Verdict, string(byFormula(t, g, 1<<40)), e.Record.ID)
		}
	}
}
