package room

import (
	"errors"
	"testing"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestElsewhere checks that a session ends when the person comes to the table by another door, such as a browser.
func TestElsewhere(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		list, err := s.opts.Service.Visited(anna.room.identity.me.ID)
		require.NoError(t, err)
		browser, err := s.opts.Service.Enter(anna.room.identity.me, list[0].Ticket)
		require.NoError(t, err)
		defer browser.Leave()
		s.settle()
		require.Len(t, anna.ended, 1)
		assert.Equal(t, guest.TakenOver, <-anna.ended)
	})
}

// TestTrouble checks that who is at a table reads that nothing can be written, and that others do not.
func TestTrouble(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		var trouble error
		s.opts.HealthError = func() error { return trouble }
		anna, ben := s.round()
		cleo := s.comeNamed("Cleo", "en", "")
		trouble = disk.ErrFull
		anna.start(anna.room.place.refreshScreens())
		s.settle()
		assert.NotEmpty(t, anna.room.idle())
		assert.NotEmpty(t, anna.room.place.live.State())
		assert.Equal(t, anna.room.idle(), anna.room.place.live.WaitText())
		assert.Empty(t, ben.room.idle(), "there was no news")
		assert.Empty(t, cleo.room.idle())
		trouble = nil
		anna.start(anna.room.place.refreshScreens())
		s.settle()
		assert.Empty(t, anna.room.idle())
	})
}

// TestLateCalls checks that what ends after the person has left the table changes nothing.
func TestLateCalls(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.round()
		p := anna.room.place
		live := p.live
		s.press(anna, "q", "y")
		assert.True(t, p.left)
		assert.Nil(t, anna.room.place)
		assert.Nil(t, p.handleNews(errors.New("late")))
		assert.Nil(t, live.finishSend(true, 0, errors.New("late")))
		assert.Nil(t, p.leaveGame(1))
		assert.Empty(t, anna.room.session.shell.Stack.Note)
		assert.Equal(t, "lobby", anna.sheet().Name)
	})
}

// TestRoundAfterRound checks that the next round comes into front, and that its screen is another one: what leaves the
// screen of the first has no effect any more.
func TestRoundAfterRound(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, ben := s.round()
		s.playToTheEnd(anna, ben)
		first := anna.room.place.live
		s.press(anna, "p")
		s.choose(anna, "Play it again")
		s.press(ben, "p")
		s.choose(ben, "Ready to play it again")
		require.True(t, anna.inRound())
		assert.NotSame(t, first, anna.room.place.live)
		assert.Equal(t, 2, anna.room.place.live.number)
		assert.Nil(t, anna.room.place.leaveGame(1))
		assert.True(t, anna.inRound())
		assert.Nil(t, first.finishSend(false, 0, table.ErrNotPlaying))
		assert.Empty(t, anna.room.session.shell.Stack.Note)
	})
}
