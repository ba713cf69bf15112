package room

import (
	"testing"

	"fellowship/cmd/internal/table"

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

// TestPlayOnFromReplay: whoever looks through a lost round can propose to play on from the moment shown there, and the
// round begins again at that moment when the others agree.
func TestPlayOnFromReplay(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, ben := s.round()
		s.playToTheEnd(anna, ben)
		s.press(anna, "p")
		s.choose(anna, "Look through it together")
		s.press(anna, "end", "p")
		assert.Nil(t, anna.view().Proposal, "the round is over there")
		s.press(anna, "home", "right")
		moment := anna.room.place.replay.Index()
		s.press(anna, "p")
		proposal := anna.view().Proposal
		require.NotNil(t, proposal)
		assert.Equal(t, table.PlayOn, proposal.Action)
		assert.Equal(t, moment, proposal.Decision)
		assert.Nil(t, anna.room.place.replay)

		s.choose(ben, "I agree")
		assert.Equal(t, 2, anna.view().Round)
		assert.True(t, ben.view().Playing)
		assert.Equal(t, moment, anna.client().Look().Decisions)
	})
}
