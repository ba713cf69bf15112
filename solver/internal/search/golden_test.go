package search

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSearchIsAsFastAsBefore compares how many cards the search plays with a golden file, for rounds of every chapter from
// their first card on, and from their middle. Wrong verdicts are found elsewhere. A search that only takes longer is found
// here: where a bound or the order of the cards has become worse, it plays more cards.
func TestSearchIsAsFastAsBefore(t *testing.T) {
	lib := chapters.Default()
	var out strings.Builder
	s := &Search{}
	for i, id := range lib.DealIDs(2) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		options := g.Options()
		for n := 0; g.Stage() != chapters.StagePlay || i%2 > 0 && len(g.History()) < 5 && !g.IsOver(); n++ {
			require.NoError(t, g.Apply(options[n*7%len(options)]))
			options = g.Options()
		}
		if g.IsOver() || g.Due().Kind != chapters.PlayCard {
			continue
		}
		p, err := NewProblem(g, 0, Alternative{})
		require.NoError(t, err)
		s.Begin(t.Context(), p, 1<<20, nil)
		fmt.Fprintf(&out, "%s, trick %d:", id, len(g.History())+1)
		for attempt := range 2 {
			before := s.Nodes()
			status := s.Attempt(attempt, 1500)
			fmt.Fprintf(&out, " %s after %d", [...]string{Open: "open", Won: "won", Lost: "lost"}[status], s.Nodes()-before)
			if status == Won {
				line, _ := s.Line()
				fmt.Fprint(&out, " ", line)
			}
			if status != Open {
				break
			}
		}
		s.End()
		out.WriteString("\n")
	}
	path := filepath.Join("testdata", "nodes.txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, strings.ReplaceAll(string(want), "\r", ""), out.String(),
		"is it faster now? `make bench` says so; then: go test . -update")
}
