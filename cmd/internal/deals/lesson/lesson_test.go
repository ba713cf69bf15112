package lesson

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/table"
	"fellowship/solver"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRound holds that the round can be won with open cards, that
// fair play in Frodo's place wins it.
func TestRound(t *testing.T) {
	begun, err := Round(chapters.Default())
	require.NoError(t, err)
	home, err := table.OpenUnsaved(chapters.Default(), begun)
	require.NoError(t, err)
	defer home.Close()
	s := home.Round()
	result, err := solver.Solve(t.Context(), s.Reveal(), solver.Options{})
	require.NoError(t, err)
	assert.Equal(t, solver.Winnable, result.Verdict)
	for s.Settled() == chapters.Undecided {
		if thought := s.Think(); thought != nil {
			d, _, err := thought.Decide(t.Context())
			require.NoError(t, err)
			require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
			continue
		}
		v := s.View(0)
		d, _, err := players.Fair{}.Think(t.Context(), &v, players.Source(1, s.Decisions()), false)
		require.NoError(t, err)
		require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
	}
	assert.Equal(t, chapters.Won, s.Settled())
}

// TestFirst holds that the person is the first to choose a character of chapter 1 (S4).
func TestFirst(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: First})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	v := g.View(0)
	require.NotNil(t, v.Ask)
	assert.Equal(t, chapters.Draft, v.Ask.Kind)
	assert.Len(t, v.Ask.Options, 3)
}
