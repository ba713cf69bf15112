package players

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// To explain a decision changes nothing about it: the same one comes out, with the same
// numbers, and the best two are told by the same worlds.
func TestExplainDecidesAsThinkDoes(t *testing.T) {
	someDecisions(t, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		made := len(g.Decisions())
		want, short, err := Fair{}.Think(t.Context(), v, Source(4, made))
		require.NoError(t, err)
		d, r, err := Explain(t.Context(), Fair{}, v, Source(4, made))
		require.NoError(t, err)
		assert.Equal(t, want, d)
		assert.Equal(t, short.Won, r.Won)
		assert.Equal(t, short.Worlds, r.Worlds)
		if r.Options < 2 {
			return
		}
		assert.Equal(t, Judged{d, r.Won}, r.Best)
		require.NotNil(t, r.Second)
		assert.NotEqual(t, d, r.Second.Decision)
		if k := r.Key; k != nil {
			assert.Equal(t, r.Worlds, k.With+k.Without)
			assert.Equal(t, r.Won, k.Won+k.Else)
			assert.False(t, v.Seats[k.Seat].Open.Has(k.Card), "nobody needs to be told what is seen")
			assert.NotEqual(t, v.Player, v.Seats[k.Seat].By)
		}
	})
}
