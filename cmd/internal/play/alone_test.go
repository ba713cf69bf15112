package play_test

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAlone holds that the round of the first evening begins again at the same table, from its first decision on, and
// that the table ends with the person who is cut off.
func TestAlone(t *testing.T) {
	evening, err := play.Evening(chapters.Default(), "")
	require.NoError(t, err)
	var at []*table.Home
	_, err = play.Play(t.Context(), chapters.Default(), evening, texts.New("en"),
		func(home *table.Home, _ play.RoundOptions) (play.AfterRound, error) {
			at = append(at, home)
			assert.Zero(t, home.Round().Decisions())
			if len(at) == 3 {
				return play.Again, context.Canceled
			}
			return play.Again, home.GiveUp(t.Context())
		})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, at, 3)
	assert.Same(t, at[0], at[2])
	assert.Error(t, at[0].GiveUp(t.Context()), "nobody sits there any more")
}
