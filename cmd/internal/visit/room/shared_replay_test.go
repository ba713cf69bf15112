package room

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSharedReplay checks the table after a round, and that everybody who looks at the round together sees the same
// page, which each of them can turn.
func TestSharedReplay(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, ben := s.round()
		s.playToTheEnd(anna, ben)
		require.False(t, anna.view().Playing)
		s.press(anna, "p")
		anna.golden("table-after")
		s.choose(anna, "Look through it together")
		begin := anna.room.place.replay.Index()
		assert.NotZero(t, begin, "it begins where the round was lost")
		s.press(ben, "p")
		ben.golden("table-after-together")
		s.choose(ben, "Look through it together")
		assert.Equal(t, begin, ben.room.place.replay.Index())
		s.press(anna, "right")
		s.wait()
		assert.Equal(t, begin+1, anna.room.place.replay.Index())
		assert.Equal(t, begin+1, ben.room.place.replay.Index())
		s.press(ben, "end")
		s.wait()
		assert.Greater(t, anna.room.place.replay.Index(), begin+1)
		assert.Equal(t, ben.room.place.replay.Index(), anna.room.place.replay.Index())
		s.press(ben, "q")
		assert.Nil(t, ben.room.place.replay)
		assert.Equal(t, "table", ben.sheet().Name)
	})
}
