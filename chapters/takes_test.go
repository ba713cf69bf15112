package chapters_test

import (
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTakesIsWhatHappens holds for the last card of a trick, in rounds of every chapter, that who
// takes the trick is whom [chapters.View.Takes] names, and that the sum of its ranks is short of
// [chapters.View.Least] exactly where the round is lost for it (C5, C14, T5, T7, T8).
func TestTakesIsWhatHappens(t *testing.T) {
	lib := chapters.Default()
	nobodies, shorts := 0, 0
	for seed := range uint64(3) {
		for _, id := range lib.Deals(seed) {
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(seed, 0))
			for !g.Over() {
				ask := g.Ask()
				d := ask.Options[rng.IntN(len(ask.Options))]
				before, tricksBefore := g.View(ask.By), len(g.History())
				require.NoError(t, g.Apply(d))
				if d.Kind != chapters.PlayCard || len(g.History()) == tricksBefore {
					continue
				}
				takes, nobody, known := before.Takes(d.Move)
				sum := d.Card.Rank()
				for _, c := range before.Card {
					switch {
					case c == chapters.Closed:
						known = false
					case c != tricks.NoCard:
						sum += c.Rank()
					}
				}
				if !known {
					continue
				}
				want := before.Best
				switch {
				case nobody || !takes && before.Nobody:
					want = tricks.NoSeat
					nobodies++
				case takes:
					want = d.Seat
				}
				require.Equal(t, want, g.History()[tricksBefore].Winner, "%s, trick %d, %s", id, tricksBefore+1, d)
				short := sum < before.Least
				if short {
					shorts++
				}
				if g.View(ask.By).Short && !before.Short {
					require.True(t, short, "%s: %d of %d", id, sum, before.Least)
				}
			}
		}
	}
	assert.Positive(t, nobodies)
	assert.Positive(t, shorts)
}
