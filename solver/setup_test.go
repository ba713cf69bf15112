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
	"fellowship/tricks"
)

// leaves lists the games after every way through the draft and the setup. If there are more
// than the limit, ok is false.
func leaves(g *chapters.Game, most int, list []*chapters.Game) (all []*chapters.Game, ok bool) {
	if g.Stage() == chapters.StagePlay {
		return append(list, g), len(list) < most
	}
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		if list, ok = leaves(next, most, list); !ok {
			return list, false
		}
	}
	return list, true
}

// TestSetupAgreesWithLeaves: a round can be won from the draft or the setup on
// exactly if one of the hands it can lead to can be won. Hands and casts of every
// chapter and table size are small, or the draft and the setup far enough on, that
// all of them can be listed.
func TestSetupAgreesWithLeaves(t *testing.T) {
	t.Parallel()
	lib := hunttest.SmallDeals()
	src := rand.New(rand.NewPCG(3, 4))
	const most = 40
	verdicts := map[Verdict]int{}
	stages := map[chapters.Stage]int{}
	for _, id := range everyVariant(lib) {
		for id.Players = 1; id.Players <= 4; id.Players++ {
			pos, err := lib.Deal(id)
			if err != nil {
				require.Equal(t, "16", id.Chapter, "%v", err)
				continue
			}
			g, err := lib.NewGame(pos)
			require.NoError(t, err, id)
			all, ok := leaves(g, most, nil)
			for !ok {
				options := g.Options()
				mustApply(g, options[src.IntN(len(options))])
				all, ok = leaves(g, most, nil)
			}
			want := Unwinnable
			for _, leaf := range all {
				v := solve(t, leaf, Options{Nodes: 100_000}).Verdict
				if want == Unwinnable || v == Winnable {
					want = v
				}
			}
			if want == Unknown {
				continue // a pyramid is large
			}
			got, err := Solve(context.Background(), g, Options{})
			require.NoError(t, err)
			assert.Equal(t, want, got.Verdict, "%s after %v", pos.Deal, g.Decisions())
			verdicts[want]++
			stages[g.Stage()]++
		}
	}
	t.Log(verdicts, stages)
	assert.Greater(t, verdicts[Winnable], 20)
	assert.Greater(t, verdicts[Unwinnable], 20)
	assert.NotZero(t, stages[chapters.StageDraft])
	assert.NotZero(t, stages[chapters.StageSetup])
}

// TestTwoExchanges: this deal is lost without an exchange, and with one no way to win
// it is known. With two, of which there are tens of thousands, it is won, and that is
// found without going through all.
func TestTwoExchanges(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c11p2s88")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	result := solve(t, g, Options{Nodes: 4_000_000})
	require.Equal(t, Winnable, result.Verdict)
	passed := 0
	for _, d := range result.Setup {
		if d.Kind == chapters.Exchange && d.Target >= 0 {
			passed++
		}
	}
	assert.Equal(t, 2, passed)
}

// TestHopeless: Sam needs H3, which is lost for good, so that nothing has to be tried. The games that
// the search cuts off are lost whatever is decided in them.
func TestHopeless(t *testing.T) {
	t.Parallel()
	lib := hunttest.SmallDeals()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 3, Seed: 1})
	require.NoError(t, err)
	h3 := tricks.NewCard(tricks.Hills, 3)
	for s := range pos.Hands {
		if pos.Hands[s].Cards.Contains(h3) {
			pos.Hands[s].Cards ^= h3.Bit() | pos.Lost[0].Bit()
			pos.Lost[0] = h3
		}
		pos.Hands[s].Character = []string{"merry", "sam", "frodo"}[s]
	}
	require.Contains(t, pos.Lost, h3)
	pos.Stage = chapters.StageSetup
	pos.Threats = []int{1, 4}
	pos.ID = ""
	pos.Deal = ""
	pos.Hands[1].Threat = 3
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	require.True(t, g.Hopeless())
	result := solve(t, g, Options{})
	assert.Equal(t, Unwinnable, result.Verdict)
	assert.Less(t, result.Nodes, int64(100))
	for range 50 {
		end := g.Clone()
		for options := end.Options(); len(options) > 0; options = end.Options() {
			mustApply(end, options[int(result.Nodes+int64(len(end.Decisions())))*7%len(options)])
			result.Nodes++
		}
		assert.Equal(t, chapters.Lost, end.Result())
	}

	// In chapter 13 the Mithril Shirt may cover Sam's goal.
	pos.Chapter = "13"
	g, err = lib.NewGame(pos)
	require.NoError(t, err)
	require.False(t, g.Hopeless())
	pos.Chapter = "2"

	for _, n := range []int{1, 2, 4} {
		pos.Hands[1].Threat = n
		pos.Threats = []int{3}
		g, err = lib.NewGame(pos)
		require.NoError(t, err)
		assert.Equal(t, slices.Contains(pos.Lost, tricks.NewCard(tricks.Hills, n)), g.Hopeless(), "Sam %d", n)
	}
}

// TestNodeLimitWithoutHands: a walk through the gifts of the Mirror (C16) that comes to no hands, because
// Galadriel has to make a real exchange and none is allowed yet, ends with the node limit.
func TestNodeLimitWithoutHands(t *testing.T) {
	t.Parallel()
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "16", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for g.Stage() == chapters.StageDraft {
		mustApply(g, g.Options()[0])
	}
	s := setupSearch{turns: &turns{}, ctx: t.Context(), opt: Options{Nodes: 100}, root: g}
	s.found = func(*chapters.Game, int) bool {
		assert.Fail(t, "there are no hands without a real exchange")
		return true
	}
	assert.True(t, s.walk(g, 0, intentions{}))
	assert.Equal(t, NodeLimit, s.result.Reason)
	assert.Equal(t, int64(100), s.result.Nodes)
}
