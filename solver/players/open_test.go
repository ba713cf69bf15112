package players_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/players"
)

// TestOpenUsesSting checks that Open uses Sting (L5) as the line says if no line wins without it: with
// the lost card, or with the seat that took it.
func TestOpenUsesSting(t *testing.T) {
	for _, text := range []string{
		`{players: 3, leader: 0, lost: [H8], hands: [{character: sam, threat: 8, gift: sting, cards: "H1 M1"}, {cards: "H5 M2"}, {cards: "H6 M3"}]}`,
		`{players: 3, leader: 0, lost: [], hands: [{character: sam, threat: 8, gift: sting, cards: "H1 M1"}, {took_lost: true, cards: "H8 M2"}, {cards: "H6 M3"}]}`,
	} {
		for e := range chapters.Default().Read("test", strings.NewReader(text)) {
			g, err := e.Record.Game(chapters.Default())
			require.NoError(t, err)
			require.NoError(t, players.Play(t.Context(), g, 1, &players.Open{}))
			assert.Equal(t, chapters.Won, g.Result(), g.Decisions())
			assert.Equal(t, chapters.Swap, g.Decisions()[0].Kind)
		}
	}
}
