package chapters_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The document of a first trick is the same round: with every chapter, event, group and number of
// players it reads back as itself, asks the same questions and ends the same way.
func TestFirstTrickIsTheSameRound(t *testing.T) {
	lib := chapters.Default()
	for seed := range uint64(4) {
		for _, id := range lib.Deals(seed) {
			sameRound(t, lib, id)
		}
	}
}

func sameRound(t *testing.T, lib *chapters.Library, id chapters.DealID) {
	t.Helper()
	dealt, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(dealt)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(id.Seed, 1))
	for g.Stage() != chapters.StagePlay {
		_, err := g.FirstTrick()
		require.Error(t, err, id)
		options := g.Options()
		require.NoError(t, g.Apply(options[random.IntN(len(options))]), id)
	}
	pos, err := g.FirstTrick()
	require.NoError(t, err, id)
	text, err := json.Marshal(pos)
	require.NoError(t, err)
	for e := range lib.Read("test", strings.NewReader(string(text))) {
		require.NoError(t, e.Err, "%s: %s", id, text)
		require.Equal(t, pos, e.Position, "%s: %s", id, text)
	}
	h, err := lib.NewGame(pos)
	require.NoError(t, err, "%s: %s", id, text)
	again, err := h.FirstTrick()
	require.NoError(t, err)
	require.Equal(t, pos, again, id)
	for !g.Over() {
		options := g.Options()
		require.Equal(t, options, h.Options(), "%s: %s", id, text)
		d := options[random.IntN(len(options))]
		require.NoError(t, g.Apply(d))
		require.NoError(t, h.Apply(d))
		require.Equal(t, g.Statuses(), h.Statuses(), fmt.Sprint(id))
		require.Equal(t, g.View(0).Turned, h.View(0).Turned, id)
	}
	assert.Equal(t, g.History(), h.History(), id)
	assert.Equal(t, g.Result(), h.Result(), id)
}
