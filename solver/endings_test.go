package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// chapterEnding deals a round and makes the decisions before play at random. Then it makes winning
// plays, if there are any, until the rest can be enumerated, and at last a few random plays. It returns
// how many lines win from there.
func chapterEnding(t *testing.T, id chapters.DealID, src *rand.Rand) (g *chapters.Game, lines uint64, ok bool) {
	lib := chapters.Default()
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err = lib.NewGame(pos)
	require.NoError(t, err)
	random := func() {
		options := g.Options()
		mustApply(g, options[src.IntN(len(options))])
	}
	for g.Stage() != chapters.StagePlay {
		random()
	}
	left := g.State().Table.Tricks() - 3 + src.IntN(2)
	r := solve(t, g, Options{Nodes: 50_000})
	for _, d := range r.Decisions() {
		if int(g.State().Number) >= left {
			break
		}
		mustApply(g, d)
	}
	for int(g.State().Number) < left {
		random()
	}
	for range src.IntN(4) {
		if !g.IsOver() {
			random()
		}
	}
	most := 300
	lines = enumerate(g, &most)
	return g, lines, most > 0
}

// TestEveryAnswerInEveryChapter compares all answers of the solver with an enumeration of all
// lines, in endings of every chapter and table size: the verdict, also by the formula alone, a line, the
// verdict of each choice, and the number of lines. The formula and the search card by card also have
// to agree on the whole rounds, if both decide them soon.
func TestEveryAnswerInEveryChapter(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(5, 6))
	verdicts, byBoth := map[Verdict]int{}, map[Verdict]int{}
	for _, id := range everyVariant(chapters.Default()) {
		for id.Players = 1; id.Players <= 4; id.Players++ {
			for id.Seed = range uint64(2) {
				g, lines, ok := chapterEnding(t, id, src)
				bothWays(t, g, byBoth)
				if !ok {
					continue // too many lines
				}
				want := Unwinnable
				if lines > 0 {
					want = Winnable
				}
				verdicts[want]++
				at := g.Start().Deal + " after " + lastDecisions(g)
				r := solve(t, g, Options{})
				require.Equal(t, want, r.Verdict, at)
				require.Equal(t, want == Winnable, wins(g, r.Decisions()), at)
				if g.State().SwapFrom == tricks.NoSeat {
					require.Equal(t, want, byFormula(t, g, 1<<40), at)
				}

				n, err := Count(context.Background(), g, r, Options{})
				require.NoError(t, err)
				require.Equal(t, Lines{Count: lines, Exact: true, Nodes: n.Nodes}, n, at)

				a := analyse(t, g,
					AnalyseOptions{
						Options: Options{Nodes: 20_000}, Choices: chapters.StagePlay + 1, PlayOnly: true,
						Workers: 2,
					})
				last := a.Steps
				if g.IsOver() {
					continue
				}
				step := &last[len(last)-1]
				require.Nil(t, step.Made)
				require.Equal(t, want, step.JudgementBefore.Verdict, at)
				require.Len(t, step.Choices, len(g.Options()), at)
				for _, c := range step.Choices {
					next := g.Clone()
					mustApply(next, c.Decision)
					most := 1 << 30
					require.Equal(t, enumerate(next, &most) > 0, c.Verdict == Winnable, "%s: %s", at, c.Decision)
				}
			}
		}
	}
	t.Log(verdicts, byBoth)
	assert.Greater(t, verdicts[Winnable], 30)
	assert.Greater(t, verdicts[Unwinnable], 30)
	assert.Greater(t, byBoth[Winnable], 100)
	assert.Positive(t, byBoth[Unwinnable])
}

// bothWays compares the formula with the search card by card on the whole round of a game, from its
// first trick, and counts the verdicts.
func bothWays(t *testing.T, g *chapters.Game, verdicts map[Verdict]int) {
	g, err := g.AfterDecisions(slices.IndexFunc(g.Decisions(), func(d chapters.Decision) bool {
		return d.Kind == chapters.PlayCard
	}))
	require.NoError(t, err)
	if g.State().SwapFrom != tricks.NoSeat {
		return
	}
	want := solve(t, g, Options{Nodes: 20_000, DisabledParts: search.Learning}).Verdict
	if got := byFormula(t, g, 100_000); want != Unknown && got != Unknown {
		require.Equal(t, want, got, g.Start().Deal)
		verdicts[got]++
	}
}

func lastDecisions(g *chapters.Game) string {
	out := ""
	for _, d := range g.Decisions() {
		out += " " + d.Kind.String() + " " + d.String()
	}
	return out
}

// A card that somebody has to play into the last trick does not have to follow while
// it is tucked away (K: Gildor, Shadowfax): Forests may be led.
func TestTuckedCardIsKept(t *testing.T) {
	t.Parallel()
	g := record(t, `{"players":3,"leader":2,"hands":[{"cards":"F6 R24"},`+
		`{"character":"gildor","cards":"R15","tucked":"F8"},{"character":"frodo","cards":"F27 R3"}]}`)
	assert.Equal(t, Winnable, verdictOf(g))
	assert.Equal(t, Winnable, solve(t, g, Options{}).Verdict)
}
