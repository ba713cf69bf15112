package lesson

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
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
	s := home.Session()
	result, err := solver.Solve(t.Context(), s.Reveal(), solver.Options{})
	require.NoError(t, err)
	assert.Equal(t, solver.Winnable, result.Verdict)
	for s.Settled() == chapters.Undecided {
		if thought := s.Think(); thought != nil {
			d, _, err := thought.Decide(t.Context())
			require.NoError(t, err)
			require.NoError(t, s.Follow(thought, d))
			continue
		}
		v := s.View(0)
		d, _, err := players.Think(t.Context(), players.Fair{}, &v, players.Source(1, s.Decisions()))
		require.NoError(t, err)
		require.NoError(t, s.Decide(d))
	}
	assert.Equal(t, chapters.Won, s.Settled())
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
