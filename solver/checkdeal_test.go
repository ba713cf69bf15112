package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/hunttest"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/sat"
)

// TestCheckDeal checks small deals of every chapter and table size from the draft or the setup on. The check
// has to go through as many sets of hands as a plain list of all decisions has, and to agree with the search:
// a proof for an unwinnable deal, decisions that win for a winnable one. The number of workers must not matter.
func TestCheckDeal(t *testing.T) {
	t.Parallel()
	lib := hunttest.SmallDeals()
	src := rand.New(rand.NewPCG(7, 11))
	proven := 0
	won := 0
	most := int64(0)
	for i, id := range everyVariant(lib) {
		for id.Players = 1; id.Players <= 4; id.Players++ {
			if testing.Short() && (i+id.Players)%3 > 0 {
				continue
			}
			pos, err := lib.Deal(id)
			if err != nil {
				require.Equal(t, "16", id.Chapter, "%v", err)
				continue
			}
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			hands := listed(g, 20)
			for hands == nil {
				options := g.Options()
				mustApply(g, options[src.IntN(len(options))])
				hands = listed(g, 20)
			}
			verdict := solve(t, g, Options{}).Verdict
			var before Checked
			counts := []int{1}
			if id.Players == 3 {
				counts = append(counts, 3)
			}
			for _, workers := range counts {
				var told int64
				opt := CheckOptions{Workers: workers, OnProgress: func(c Checked) { told = c.Hands }}
				c, err := CheckDeal(t.Context(), g, opt)
				require.NoError(t, err)
				require.Equal(t, c.Hands, told)
				if workers > 1 {
					require.Equal(t, before, c)
				}
				before = c
				if c.Reason == SwapFormula {
					continue
				}
				require.Equal(t, NoReason, c.Reason)
				require.Equal(t, verdict == Unwinnable, c.Proven, g.Start().Deal)
				if c.Proven && len(hands) > 0 {
					require.Len(t, hands, int(c.Hands))
					require.GreaterOrEqual(t, c.Setups, c.Hands)
					require.GreaterOrEqual(t, c.Lines, c.Hands)
				}
				if !c.Proven {
					require.True(t, wins(g, c.Win), g.Start().Deal)
				}
			}
			if before.Proven {
				proven++
				most = max(most, before.Hands)
			} else {
				won++
			}
		}
	}
	t.Log(proven, "proven,", won, "won, at most", most, "sets of hands")
	assert.NotZero(t, proven)
	assert.NotZero(t, won)
	assert.Greater(t, most, int64(5))
}

// dealNamed returns the game of a deal.
func dealNamed(t *testing.T, name string) *chapters.Game {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(name)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	return g
}

// TestCheckDealEndsAtLimits checks that a check that ends early proves nothing and reports how far it came.
func TestCheckDealEndsAtLimits(t *testing.T) {
	t.Parallel()
	g := dealNamed(t, "c08p1s1430340") // unwinnable
	c, err := CheckDeal(t.Context(), g, CheckOptions{Setups: 10})
	require.NoError(t, err)
	assert.False(t, c.Proven)
	assert.Equal(t, SetupLimit, c.Reason)
	assert.Equal(t, int64(10), c.Setups)
	assert.Positive(t, c.Hands)

	c, err = CheckDeal(t.Context(), g, CheckOptions{Options: Options{Nodes: 3000}, Workers: 2})
	require.NoError(t, err)
	assert.False(t, c.Proven)
	assert.Equal(t, NodeLimit, c.Reason)

	ctx, stop := context.WithCancel(t.Context())
	opt := CheckOptions{OnProgress: func(c Checked) {
		if c.Hands == 5 {
			stop()
		}
	}}
	c, err = CheckDeal(ctx, g, opt)
	require.NoError(t, err)
	assert.False(t, c.Proven)
	assert.Equal(t, Interrupted, c.Reason)
	assert.GreaterOrEqual(t, c.Hands, int64(5))
}

// TestWrongRefutation checks that the checker notices a learned clause that does not follow.
func TestWrongRefutation(t *testing.T) {
	t.Parallel()
	var s sat.Solver
	var c refutationChecker
	f := proof.NewFormula(&c)
	s.ResetTraced(1<<10, f)
	a, b := s.Var(), s.Var()
	s.Add(a, b)
	c.begin(f)
	require.NoError(t, c.failed())
	f.Learn([]sat.Lit{b, a})
	require.NoError(t, c.failed())
	f.Learn([]sat.Lit{a})
	require.ErrorContains(t, c.failed(), "line 2 of a refutation: the clause [2] does not follow")
	f.Learn(nil)
	assert.False(t, c.rup.Refuted())
}

// TestNoFormula checks that a round without a formula has a reason, and that nothing is written.
func TestNoFormula(t *testing.T) {
	t.Parallel()
	sting := document(t, `{players: 3, leader: 0, lost: [H7], hands: [
		{character: sam, threat: 8, gift: sting, cards: "H1 M1"}, {cards: "H5 M2"}, {cards: "H6 M3"}]}`)
	for want, g := range map[Reason]*chapters.Game{SwapFormula: sting, BeforePlay: dealNamed(t, "c02p4s7")} {
		p, err := Prove(t.Context(), g, Options{}, nil)
		require.NoError(t, err)
		assert.False(t, p.Refuted)
		assert.Equal(t, want, p.Reason)
		p, err = PlainFormula(g)
		require.NoError(t, err)
		assert.Equal(t, want, p.Reason)
	}
	c, err := CheckDeal(t.Context(), sting, CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, SwapFormula, c.Reason)
	assert.False(t, c.Proven)
	// Once Sting was used, or can no longer be used, there is a formula.
	used := sting.Clone()
	mustApply(used, used.Options()[slices.IndexFunc(used.Options(), func(d chapters.Decision) bool {
		return d.Target == chapters.LostCard
	})])
	p, err := PlainFormula(used)
	require.NoError(t, err)
	assert.Equal(t, NoReason, p.Reason)
}
