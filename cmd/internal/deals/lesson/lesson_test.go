package lesson

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRound holds that the round can be won with open cards, that
// fair play in Frodo's place wins it.
func TestRound(t *testing.T) {
	home, err := Begin(chapters.Default())
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
			require.NoError(t, s.Hear(chapters.Line{Decision: &d}.Text()))
			continue
		}
		v := s.View(0)
		d, _, err := players.Fair{}.Think(t.Context(), &v, players.Source(1, s.Decisions()), false)
		require.NoError(t, err)
		require.NoError(t, s.Hear(chapters.Line{Decision: &d}.Text()))
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

// TestPages holds that everything is told in every language.
func TestPages(t *testing.T) {
	for _, lang := range characters.Languages {
		for _, b := range Page(texts.New(lang)) {
			assert.NotContains(t, b.Text, "lesson.")
			assert.NotEmpty(t, b.Text)
		}
	}
}

// TestRounds holds that the round begins again at the same table, from its first decision on, and that
// the table ends with the person who is cut off.
func TestRounds(t *testing.T) {
	var at []*table.Home
	err := Rounds(chapters.Default(), func(home *table.Home) (again bool, err error) {
		at = append(at, home)
		assert.Zero(t, home.Round().Decisions())
		if len(at) == 3 {
			return true, context.Canceled
		}
		return true, home.GiveUp(t.Context())
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, at, 3)
	assert.Same(t, at[0], at[2])
	assert.Error(t, at[0].GiveUp(t.Context()), "nobody sits there any more")
}
