package difficulty

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver"
)

// fewNodes keeps a search short however hard the deal is.
const fewNodes = 2000

func TestRunSameForAnyNumberOfWorkers(t *testing.T) {
	lib := chapters.Default()
	for chapter, deals := range map[string]int{"": 2, "14": 4} {
		var first Report
		for _, workers := range []int{1, 2, 5} {
			got, err := Run(t.Context(), lib, Options{
				Chapter: chapter, Players: 3, Deals: deals, Seed: 11, Workers: workers, Nodes: fewNodes,
			})
			require.NoError(t, err)
			if workers == 1 {
				first = got
			}
			assert.Equal(t, first, got, "%d workers", workers)
		}
		if chapter == "" {
			require.Len(t, first.Chapters, len(lib.Chapters), "all chapters")
		}
		for _, c := range first.Chapters {
			assert.Equal(t, deals, c.Deals)
		}
	}
}

// The deals of a chapter take turns with its events and groups.
func TestDealsTakeTurns(t *testing.T) {
	for chapter, want := range map[string][]string{
		"2":  {"c02p3s5", "c02p3s6"},
		"14": {"c14tp3s5", "c14lp3s6", "c14bp3s7", "c14dp3s8", "c14tp3s9"},
		"18": {"c182p3s5", "c181p3s6", "c182p3s7"},
	} {
		opt := Options{Chapter: chapter, Players: 3, Deals: len(want), Seed: 5}
		deals, err := opt.deals(chapters.Default())
		require.NoError(t, err)
		for i, d := range deals {
			assert.Equal(t, want[i], d.String())
		}
	}
}

// What a computer player won can be won; what can be won without exchanges from
// some draft can be won from the draft.
func TestMeasureAgreesWithItself(t *testing.T) {
	lib := chapters.Default()
	for _, chapter := range []string{"1", "4"} {
		for _, n := range []int{3, 4} {
			for seed := range uint64(4) {
				id := chapters.DealID{Chapter: chapter, Players: n, Seed: seed}
				r, err := measure(t.Context(), lib, id, fewNodes)
				require.NoError(t, err)
				for _, lower := range []solver.Verdict{r.play, r.random, r.greedy} {
					if lower == solver.Winnable {
						assert.NotEqual(t, solver.Unwinnable, r.draft, "deal %s", id)
					}
				}
			}
		}
	}
}

func TestRunCutShort(t *testing.T) {
	lib := chapters.Default()
	why := errors.New("enough")
	for _, workers := range []int{1, 3} {
		opt := Options{Chapter: "1", Players: 4, Deals: 50, Seed: 5, Workers: workers, Nodes: fewNodes}
		ctx, cancel := context.WithCancelCause(t.Context())
		opt.Progress = func(done, total int) {
			assert.Equal(t, 50, total)
			if done == 4 {
				cancel(why)
			}
		}
		got, err := Run(ctx, lib, opt)
		require.ErrorIs(t, err, why)
		if len(got.Chapters) == 0 {
			continue // the first deal was the last to be ready: nothing without a gap
		}
		n := got.Chapters[0].Deals
		if workers == 1 {
			assert.Equal(t, 4, n)
		}
		assert.Less(t, n, 50)
		opt.Deals, opt.Progress = n, nil
		whole, err := Run(t.Context(), lib, opt)
		require.NoError(t, err)
		assert.Equal(t, whole, got, "a prefix of the deals, measured in full")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Run(ctx, lib, Options{Chapter: "1", Players: 4, Deals: 2})
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, got.Chapters)
}

func TestRunRefuses(t *testing.T) {
	for name, opt := range map[string]Options{
		"there is no chapter":     {Chapter: "99", Players: 4, Deals: 1},
		"5 players":               {Chapter: "1", Players: 5, Deals: 1},
		"0 deals":                 {Chapter: "1", Players: 4},
		"numbers of the deals":    {Chapter: "1", Players: 4, Deals: 2, Seed: 1<<64 - 1},
		"0 players are not possi": {Deals: 1},
	} {
		_, err := Run(t.Context(), chapters.Default(), opt)
		assert.ErrorContains(t, err, name)
	}
}

func TestProgressCountsEveryDeal(t *testing.T) {
	var seen []int
	_, err := Run(t.Context(), chapters.Default(), Options{
		Chapter: "1", Players: 4, Deals: 5, Workers: 3, Nodes: 10,
		Progress: func(done, _ int) { seen = append(seen, done) },
	})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3, 4, 5}, seen)
}

// Undecided deals count for neither side, and so widen the interval both ways.
func TestUndecidedWidensTheInterval(t *testing.T) {
	var c Chapter
	for _, v := range []solver.Verdict{solver.Winnable, solver.Unknown, solver.Unwinnable, solver.Winnable} {
		c.add(&result{draft: v, play: solver.Winnable, random: solver.Unwinnable, greedy: solver.Winnable})
	}
	c.bound()
	assert.Equal(t, 4, c.Deals)
	assert.Equal(t, []int{2, 1, 4}, []int{c.Draft.Wins, c.Draft.Undecided, c.Draft.Deals})
	low, _ := Wilson(2, 4)
	_, high := Wilson(3, 4)
	assert.Equal(t, []float64{low, high}, []float64{c.Draft.Low, c.Draft.High})
	assert.Zero(t, c.Random.Low)
	assert.InDelta(t, 1, c.Greedy.High, 1e-12)
}

func TestReportAsJSON(t *testing.T) {
	text, err := json.Marshal(Report{Players: 4, Seed: 7, Chapters: []Chapter{{Chapter: "2", Deals: 1}}})
	require.NoError(t, err)
	share := `{"wins":0,"undecided":0,"deals":0,"low":0,"high":0}`
	assert.JSONEq(t, `{"players":4,"seed":7,"nodes":0,"chapters":[{"chapter":"2","deals":1,
		"draft":`+share+`,"play":`+share+`,"random":`+share+`,"greedy":`+share+`}]}`, string(text))
}
