package chapters_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// TestViewsAreReadBack: every view of random rounds of everything there is comes back from its JSON
// as it was. What somebody has changed in it is read or refused, and of what is read worlds can be
// made.
func TestViewsAreReadBack(t *testing.T) {
	lib := chapters.Default()
	longest, refused, read := 0, 0, 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		for g := gameOf(t, pos); ; {
			if rng.IntN(6) == 0 {
				v := g.View(tricks.Seat(rng.IntN(pos.Players+1) - 1))
				text, err := json.Marshal(v)
				require.NoError(t, err)
				again, err := lib.ReadView(text)
				require.NoError(t, err, pos.ID)
				require.Empty(t, unlike(v, again), "%s after %v", pos.ID, g.Decisions())
				longest = max(longest, len(text))
				for range 3 {
					if bad, err := lib.ReadView(spoilt(text, rng)); err != nil {
						refused++
					} else {
						read++
						bad.Worlds().Make(&chapters.Game{}, tricks.NewSource(rng.Uint64(), 0))
					}
				}
			}
			if !randomDecision(t, g, rng) {
				return
			}
		}
	})
	t.Logf("the longest has %d bytes; of those spoilt %d were refused, %d read", longest, refused, read)
	require.Greater(t, refused, read/10)
	require.Greater(t, read, 100)
}

// spoilt puts a value of the text in the place of another one.
func spoilt(text []byte, rng *rand.Rand) []byte {
	parts := strings.SplitAfter(string(text), ",")
	i := rng.IntN(len(parts))
	key, _, ok := strings.Cut(parts[i], ":")
	if !ok || rng.IntN(3) == 0 {
		parts[i] = parts[rng.IntN(len(parts))]
	} else {
		values := []string{"0", "1", "3", "-1", "-2", "300", "1e99", "null", "[]", "{}", "true", `"H1"`, `"x"`}
		parts[i] = key + ":" + values[rng.IntN(len(values))] + ","
	}
	return []byte(strings.Join(parts, ""))
}

// TestHostileViews: what is no view is refused.
func TestHostileViews(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "{}", "null", `{"players":9}`, `{"players":4,"round":{},"chapter":"2"}`, strings.Repeat("[", 1000), `"` + strings.Repeat("a", 1<<20) + `"`} {
		_, err := chapters.Default().ReadView([]byte(text))
		assert.Error(t, err, "%.20s", text)
	}
}
