package plain

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNobodyIsWinning holds that no card is called the winning one in a trick that Old
// Man Willow would take (C5), and that the player is told so.
func TestNobodyIsWinning(t *testing.T) {
	lib := chapters.Default()
	for seed := range uint64(50) {
		pos, err := lib.Deal(chapters.DealID{Chapter: "5", Players: 4, Seed: seed})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for !g.IsOver() {
			if v := g.View(g.Due().Decider); v.WonByNobody {
				var out strings.Builder
				english := texts.New("en")
				p := printer{&output{texts: english, writer: &out}, reader.WithoutWishes(english), english, &v}
				p.trick(0)
				assert.NotContains(t, out.String(), "(winning)")
				assert.Contains(t, out.String(), "Old Man Willow takes the trick")
				assert.NotEqual(t, tricks.NoSeat, v.Best)
				return
			}
			require.NoError(t, g.Apply(g.Options()[len(g.Decisions())*7%len(g.Options())]))
		}
	}
	require.Fail(t, "no such trick")
}
