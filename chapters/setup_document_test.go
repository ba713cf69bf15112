package chapters_test

import (
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// afterDraft is the position in stage setup that a draft has led to.
func afterDraft(g *chapters.Game) chapters.Position {
	pos := g.Start()
	pos.Stage, pos.Deal = chapters.StageSetup, ""
	pos.Hands = append([]chapters.HandInfo(nil), pos.Hands...)
	for s := range pos.Hands {
		pos.Hands[s].Character = g.Character(tricks.Seat(s)).ID
	}
	return pos
}

// TestSetupIsADocument: after the draft every round can be written down as a
// document in stage setup, which goes on as the round does.
func TestSetupIsADocument(t *testing.T) {
	rounds(t, 2, func(t *testing.T, name string, rng *rand.Rand) {
		g := gameOf(t, dealOf(t, name))
		for g.Stage() == chapters.StageDraft {
			randomDecision(t, g, rng)
		}
		pos := afterDraft(g)
		yaml, err := pos.YAML()
		require.NoError(t, err)
		h := gameOf(t, read(t, string(yaml)))
		for {
			require.Equal(t, g.Ask(), h.Ask(), name)
			require.Equal(t, g.Statuses(), h.Statuses(), name)
			if g.Over() {
				break
			}
			opts := options(t, g)
			d := opts[rng.IntN(len(opts))]
			apply(t, g, d)
			apply(t, h, d)
		}
		require.Equal(t, g.Result(), h.Result())
	})
}
