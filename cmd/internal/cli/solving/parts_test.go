package solving

import (
	"flag"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/solver"
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	partDeals = flag.Int("parts", 0,
		"deals of each chapter and table size for the table of what the parts of the search are worth")
	partNodes = flag.Int64("nodes", 300_000, "most card plays a deal for that")
)

// TestParts solves deals with the whole search and without each of its parts. Verdicts that
// no limit has left open stay the same. With -parts 20 it writes the table in
// docs/maintaining/benchmarks.md.
func TestParts(t *testing.T) {
	lib := chapters.Default()
	deals := *partDeals
	chapter := ""
	if deals == 0 {
		deals = 1
		chapter = "2"
	}
	cells, err := difficulty.Cells(lib, chapter, 0)
	require.NoError(t, err)
	opt := benchOptions{
		Deals:        deals,
		SearchLimits: command.SearchLimits{Nodes: *partNodes, Memory: solver.DefaultMemory >> 20, Workers: 1},
	}
	t.Logf("%-14s %8s %8s %14s %10s", "without", "median", "p99", "nodes a deal", "undecided")
	decided := map[difficulty.Cell]int{}
	for _, part := range append([]solver.Parts{0}, solver.AllParts()...) {
		name := "nothing"
		opt.disabled = part
		if part != 0 {
			name = part.String()
		}
		var playouts []int64
		var nodes int64
		unknown := 0
		for _, c := range cells {
			set := benchSet{c, lib, deals}
			a, err := set.measure(t.Context(), &opt, func(int) {})
			require.NoError(t, err)
			for _, ns := range a.times {
				playouts = append(playouts, ns/max(a.PlayoutNS, 1))
			}
			nodes += a.Signature
			unknown += a.Unknown
			if part == 0 && a.Unknown == 0 {
				decided[c] = a.Winnable
			} else if want, known := decided[c]; known && a.Unknown == 0 {
				assert.Equal(t, want, a.Winnable, "%v without %s", c, name)
			}
		}
		slices.Sort(playouts)
		n := len(playouts)
		t.Logf("%-14s %8d %8d %14d %10d", name, playouts[(n+1)/2-1], playouts[(n*99+99)/100-1], nodes/int64(n), unknown)
	}
}
