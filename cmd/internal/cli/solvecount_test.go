package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCountFirst: the first decisions that win, as solve --count has them, are those
// that an analysis names, also in the middle of a trick, for every third of the solver's endings.
func TestCountFirst(t *testing.T) {
	lib := chapters.Default()
	file, err := os.Open("../../../solver/testdata/endings.jsonl")
	require.NoError(t, err)
	defer file.Close()
	var documents strings.Builder
	var want []int
	read := 0
	for e := range lib.Read("endings", file) {
		require.NoError(t, e.Err)
		read++
		if read%3 != 1 {
			continue
		}
		for range len(want) % 3 {
			g, err := lib.NewGame(e.Record.Position)
			require.NoError(t, err)
			if play := g.Options(); len(play) > 0 && play[0].Kind == chapters.PlayCard {
				e.Record.Plays = append(e.Record.Plays, play[0].Play())
			}
		}
		e.Record.Expect = nil
		g, err := lib.NewGame(e.Record.Position)
		require.NoError(t, err)
		a, err := solver.Analyse(t.Context(), g, solver.AnalyseOptions{Choices: chapters.StagePlay})
		require.NoError(t, err)
		wins := 0
		if !g.IsOver() {
			wins, _ = a.Steps[len(a.Steps)-1].Winning()
		}
		want = append(want, wins)
		text, err := json.Marshal(e.Record.Position)
		require.NoError(t, err)
		documents.Write(append(text, '\n'))
	}
	_, out, errs := call(documents.String(), "solve", "--count", "--json", "--nodes", "20000", "-")
	assert.NotRegexp(t, `(?m)^fellowship: [^0-9]`, errs, "more than how far it is")
	var got []int
	for line := range strings.Lines(out) {
		var a struct{ Count int }
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		got = append(got, a.Count)
	}
	assert.Equal(t, want, got)
	assert.NotEmpty(t, got)
}
