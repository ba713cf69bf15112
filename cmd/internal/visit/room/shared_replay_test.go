package room

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

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

// TestPlayOnAlone: a person who plays alone with a computer player plays on at once.
func TestPlayOnAlone(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.comeNamed("Anna", "en", "")
		s.choose(anna, "Open a table")
		for !strings.Contains(anna.row("Seat 2").Value, texts.New("en").T("lobby.computer.random")) {
			seat, isChoice := anna.row("Seat 2").Control.(kit.Choice)
			require.True(t, isChoice)
			anna.start(seat.Turn(1))
			s.settle()
		}
		s.press(anna, "enter")
		s.choose(anna, "I am ready")
		s.closeChapter(anna)
		s.playToTheEnd(anna)
		require.False(t, anna.view().Last.Won)
		s.press(anna, "p")
		s.choose(anna, "Look through the last round")
		s.press(anna, "home", "right")
		moment := anna.room.place.replay.Index()
		s.press(anna, "p")
		assert.True(t, anna.view().Playing)
		assert.Equal(t, 2, anna.view().Round)
		assert.GreaterOrEqual(t, anna.client().Look().Decisions, moment)
	})
}
