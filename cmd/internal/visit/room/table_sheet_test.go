package room

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTableSheet checks what the host, a friend and a spectator see at a table: before the first round, and while it is
// being played.
func TestTableSheet(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, code := s.host("Anna")
		anna.golden("table-alone")
		s.choose(anna, "Choose what comes next")
		anna.golden("next")
		s.press(anna, "esc")

		ben := s.comeNamed("Ben", "de", code)
		s.write(ben, "Etwas sagen", "Hallo")
		ben.golden("table-german")
		anna.golden("table")
		s.choose(anna, "Say a phrase")
		anna.golden("phrases")
		s.press(anna, "esc")
		s.choose(anna, "More")
		s.choose(anna, "A code to watch")
		anna.golden("more")
		watch := ""
		for _, invitation := range anna.view().Codes {
			if invitation.Watch {
				watch = invitation.Code
			}
		}
		s.press(anna, "esc")
		cleo := s.comeNamed("Cleo", "en", watch)
		cleo.golden("table-watching")

		s.choose(anna, "I am ready")
		s.choose(ben, "Ich bin bereit")
		s.closeChapter(anna, ben)
		assert.True(t, anna.inRound())
		assert.True(t, ben.inRound())
		assert.True(t, cleo.inRound())
		s.press(anna, "p")
		anna.golden("table-playing")
		s.press(cleo, "p")
		cleo.golden("table-playing-watching")
		s.choose(anna, "Back to the round")
		assert.True(t, anna.inRound())
	})
}

// TestLeaving checks that who leaves a round comes to the lobby and back to the round, and that nobody can do anything
// at a table that was closed.
func TestLeaving(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		_, ben := s.round()
		s.press(ben, "q", "y")
		assert.Equal(t, "lobby", ben.sheet().Name)
		s.choose(ben, "Back to the table")
		assert.True(t, ben.inRound())
		s.press(ben, "p")
		s.choose(ben, "Go to the lobby")
		assert.Equal(t, "lobby", ben.sheet().Name)
	})
	serve(t, func(t *testing.T, s *server) {
		anna, code := s.host("Anna")
		ben := s.comeNamed("Ben", "en", code)
		s.choose(anna, "More")
		s.choose(anna, "Close the table")
		s.press(anna, "y")
		s.choose(ben, "I am ready")
		assert.Equal(t, "there is no such table any more", ben.room.session.shell.Stack.Note)
		assert.True(t, ben.room.session.shell.Stack.Bad)
		s.choose(ben, "Go to the lobby")
		ben.golden("lobby-closed-table")
	})
}
