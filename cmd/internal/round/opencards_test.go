package round_test

import (
	"sync"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// TestOpenCardsBesideOthers asks about open cards in the last tricks while other goroutines look at the round. The
// race detector would find a look that changes the game.
func TestOpenCardsBesideOthers(t *testing.T) {
	s := begin(t, "c01p3s7", 3)
	for run(t, s); s.Tricks() < 10; run(t, s) {
		answer(t, s, 1)
	}
	ask := s.OpenCards()
	var looking sync.WaitGroup
	looking.Go(func() {
		for seat := range tricks.Seat(3) {
			s.Copy().View(seat)
		}
	})
	opened, err := ask(t.Context())
	looking.Wait()
	require.NoError(t, err)
	require.Len(t, s.View(s.Player()).Ask.Options, opened.OptionCount)
}
