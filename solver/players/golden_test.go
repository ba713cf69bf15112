package players_test

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
	"fellowship/solver/players"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a golden file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, strings.ReplaceAll(string(want), "\r", ""), got,
		"do they play better now? `make bench` and `fellowship arena` say so; then: go test . -update")
}

// TestPlayersDecideAsBefore compares what computer players decide with golden files: whole rounds of greedy players in every
// chapter, and what fair ones think at some moments of these, with the numbers of their reasons. Most changes of a player
// that make it weaker break no rule, and nothing else would notice them.
func TestPlayersDecideAsBefore(t *testing.T) {
	lib := chapters.Default()
	var greedy, fair strings.Builder
	for i, id := range lib.DealIDs(5) {
		if i%3 > 0 { // a third of them has it all
			continue
		}
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		require.NoError(t, players.Play(t.Context(), g, id.Seed, players.Greedy{}))
		fmt.Fprint(&greedy, id, " ", g.Result(), ":")
		for _, d := range g.Decisions() {
			fmt.Fprint(&greedy, " ", d)
		}
		greedy.WriteString("\n")

		made := g.Decisions()
		for _, n := range []int{1 + i%5, len(made) * 2 / 3, len(made) - 9} {
			at, err := g.AfterDecisions(n)
			require.NoError(t, err)
			if at.IsOver() || i%2 > 0 && n < len(made)/2 || len(at.Options()) < 2 {
				continue // the beginning takes long
			}
			v := at.View(at.Due().Decider)
			d, reason, err := players.Fair{Level: players.Quick}.Think(t.Context(), &v, players.Source(id.Seed, n), true)
			require.NoError(t, err)
			fmt.Fprintf(&fair, "%s after %d: %s of %d, won in %d of %d, %d open, %d imagined", id, n, d, reason.Options,
				reason.Won, reason.Worlds, reason.Open, reason.Imagined)
			if reason.Second != nil {
				fmt.Fprintf(&fair, "; %s in %d", reason.Second.Decision, reason.Second.Won)
			}
			if k := reason.Key; k != nil {
				fmt.Fprintf(&fair, "; %s at %d: %d of %d, %d of %d", k.Card, k.Seat, k.HeldWins, k.HeldWorlds, k.OtherWins, k.OtherWorlds)
			}
			fair.WriteString("\n")
		}
	}
	golden(t, "greedy.txt", greedy.String())
	golden(t, "fair.txt", fair.String())
}
