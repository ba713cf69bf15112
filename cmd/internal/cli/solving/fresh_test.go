package solving

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	freshDeals = flag.Int("fresh", 0, "deals of each chapter and table size to solve from the draft on")
	freshSeed  = flag.Uint64("fresh.seed", 1, "number of the first of these deals")
	freshNodes = flag.Int64("fresh.nodes", 20_000_000, "most nodes a deal for that")
)

// freshDeal is a deal that was solved from its draft on.
type freshDeal struct {
	name    string
	verdict solver.Verdict
	nodes   int64
	took    time.Duration
}

// TestFreshDeals solves deals from the draft on and leaves none undecided. With -fresh 1316 these are 100,016 deals
// of all chapters and table sizes, and the figures in docs/maintaining/benchmarks.md.
func TestFreshDeals(t *testing.T) {
	lib := chapters.Default()
	deals := *freshDeals
	chapter := ""
	if deals == 0 {
		deals = 5
		chapter = "18"
	}
	cells, err := difficulty.Cells(lib, chapter, 0)
	require.NoError(t, err)
	var all []freshDeal
	for _, cell := range cells {
		for i := range deals {
			id, err := cell.Deal(lib, *freshSeed+uint64(i))
			require.NoError(t, err)
			all = append(all, solveFresh(t, lib, id))
		}
	}
	slices.SortFunc(all, func(a, b freshDeal) int { return cmp.Compare(b.nodes, a.nodes) })
	verdicts := map[solver.Verdict]int{}
	for _, deal := range all {
		verdicts[deal.verdict]++
		if deal.verdict == solver.Unknown {
			t.Logf("undecided after %d nodes: %s", deal.nodes, deal.name)
		}
	}
	t.Log(len(all), "deals:", verdicts)
	for _, deal := range all[:min(len(all), 10)] {
		t.Logf("%-16s %-10s %12d nodes %10s", deal.name, deal.verdict, deal.nodes, deal.took.Round(time.Millisecond))
	}
	for _, share := range []struct {
		name string
		of   float64
	}{{"median", .5}, {"90 %", .1}, {"99 %", .01}, {"99.9 %", .001}} {
		t.Logf("%-16s %12d nodes", share.name, all[int(float64(len(all))*share.of)].nodes)
	}
	if *freshDeals == 0 {
		assert.Zero(t, verdicts[solver.Unknown])
	}
}

// solveFresh solves one deal from the draft on.
func solveFresh(t *testing.T, lib *chapters.Library, id chapters.DealID) freshDeal {
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	began := time.Now()
	result, err := solver.Solve(t.Context(), g, solver.Options{Nodes: *freshNodes})
	require.NoError(t, err, fmt.Sprint(id))
	return freshDeal{name: id.String(), verdict: result.Verdict, nodes: result.Nodes, took: time.Since(began)}
}
