package room

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"

	"fellowship/cmd/internal/door/guest"
)

// TestAlone: a visitor plays alone what needs no table: the puzzles of a chapter, whose stars are kept, and the small round of
// the first evening. Whoever leaves is in the lobby again.
func TestAlone(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		s.choose(anna, "Go to the lobby")
		screen := func() string { return ansi.Strip(anna.room.View()) }
		s.choose(anna, "Puzzles")
		s.press(anna, "enter")
		assert.Contains(t, screen(), "level 1")
		for range 60 {
			if len(s.opts.Service.Settings(string(guest.KeyHolder("Anna"))).Puzzles) > 0 {
				break
			}
			s.press(anna, "d")
			s.wait()
			s.press(anna, "enter")
			s.wait()
		}
		assert.Len(t, s.opts.Service.Settings(string(guest.KeyHolder("Anna"))).Puzzles, 1)
		assert.Contains(t, screen(), "star")
		s.press(anna, "q")
		s.wait()
		assert.Contains(t, screen(), "1 of ", "the list, with one puzzle solved")

		s.press(anna, "esc", "esc")
		s.choose(anna, "First evening")
		assert.Contains(t, screen(), "Frodo")
		s.press(anna, "q")
		s.wait()
	})
}
