package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
)

// learnAtOnce makes the solver search the formula from the first attempt on, until the end of a test.
func learnAtOnce(t *testing.T) {
	before := learnAfter
	learnAfter = 0
	t.Cleanup(func() { learnAfter = before })
}

// TestLearnAtOnce: in the middle of rounds of every chapter and table size the two
// searches in turns, from the first attempt on, say what the search card by card says.
// They take the same nodes each time, and with next to no memory say the same; a limit
// gives unknown and its reason, never another verdict.
func TestLearnAtOnce(t *testing.T) {
	t.Parallel()
	learnAtOnce(t)
	src := rand.New(rand.NewPCG(21, 22))
	lib := chapters.Default()
	verdicts := map[Verdict]int{}
	for _, id := range lib.DealIDs(0) {
		for id.Seed = range uint64(2) {
			g := midRound(t, id, src)
			if g.IsOver() {
				continue
			}
			at := g.Start().Deal + " after " + lastDecisions(g)
			want := solve(t, g, Options{Nodes: 20_000, DisabledParts: search.Learning}).Verdict
			r := solve(t, g, Options{Nodes: 40_000})
			require.Equal(t, r, solve(t, g, Options{Nodes: 40_000}), at)
			short := solve(t, g, Options{Nodes: 1 + src.Int64N(4000)})
			if short.Verdict == Unknown {
				require.Equal(t, NodeLimit, short.Reason, at)
			}
			small := solve(t, g, Options{Nodes: 10_000, Memory: 1})
			for _, got := range []Verdict{r.Verdict, short.Verdict, small.Verdict} {
				if want == Unknown {
					want = got
				}
				if got != Unknown {
					require.Equal(t, want, got, at)
				}
			}
			verdicts[want]++
		}
	}
	t.Log(verdicts)
	assert.Greater(t, verdicts[Winnable], 80)
	assert.Greater(t, verdicts[Unwinnable], 20)
}

// midRound deals a round and plays some tricks: as in a line that wins, if one is
// found soon, and at last a few cards at random.
func midRound(t *testing.T, id chapters.DealID, src *rand.Rand) *chapters.Game {
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	random := func() {
		options := g.Options()
		mustApply(g, options[src.IntN(len(options))])
	}
	for g.Stage() != chapters.StagePlay {
		random()
	}
	from := src.IntN(g.State().Table.Tricks())
	r := solve(t, g, Options{Nodes: 5000})
	for _, d := range r.Decisions() {
		if int(g.State().Number) >= from {
			break
		}
		mustApply(g, d)
	}
	for range src.IntN(7) {
		if !g.IsOver() {
			random()
		}
	}
	return g
}

// TestNodeLimitWhileLearning checks that the steps of the formula count as nodes, and that a search
// from the draft or the setup on ends when the nodes are spent.
func TestNodeLimitWhileLearning(t *testing.T) {
	t.Parallel()
	learnAtOnce(t)
	lib := chapters.Default()
	unknown := 0
	for _, id := range lib.DealIDs(5) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for _, nodes := range []int64{100, 2300} {
			r := solve(t, g, Options{Nodes: nodes})
			require.LessOrEqual(t, r.Nodes, nodes, pos.Deal)
			if r.Verdict == Unknown {
				require.Equal(t, NodeLimit, r.Reason, pos.Deal)
				unknown++
			}
		}
	}
	assert.NotZero(t, unknown)

	// The formula of one problem may have gone beyond the limit: then the next one is
	// not searched at all, and not without a limit (0).
	g := knownDeal(t, "4glor-13")
	problems, err := problemsOf(g, &Options{})
	require.NoError(t, err)
	for spent := int64(1000); spent < 1002; spent++ {
		s := &setupSearch{
			turns: &turns{}, ctx: t.Context(), opt: Options{Nodes: 1000, Memory: 1 << 20}, root: g,
			result: Result{Verdict: Unknown, Nodes: spent},
		}
		require.True(t, s.problemAt(g, problems[0]))
		require.Equal(t, Result{Verdict: Unknown, Reason: NodeLimit, Nodes: spent}, s.result)
	}
}

// TestInterruptedWhileLearning checks that the end of the context ends a search of the formula
// at once.
func TestInterruptedWhileLearning(t *testing.T) {
	t.Parallel()
	learnAtOnce(t)
	g := knownDeal(t, "4glor-13")
	for most := int64(1); ; most *= 3 {
		ctx, cancel := context.WithCancel(context.Background())
		looked := int64(0)
		r, err := Solve(ctx, g, Options{Progress: func(nodes int64) {
			if nodes >= most && looked == 0 {
				looked = nodes
				cancel()
			}
		}})
		cancel()
		require.NoError(t, err)
		if looked == 0 {
			require.NotEqual(t, Unknown, r.Verdict)
			require.Greater(t, most, int64(1), "it went on for a while")
			return
		}
		require.Equal(t, Unknown, r.Verdict)
		require.Equal(t, Interrupted, r.Reason)
		require.Less(t, r.Nodes-looked, int64(30_000))
	}
}
