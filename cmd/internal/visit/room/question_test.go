package room

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuestion checks the question to somebody whose friend wants to take a decision back: it can be postponed and
// opened again, and it disappears with the answer.
func TestQuestion(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, ben := s.round()
		s.press(anna, "enter", "p")
		s.choose(anna, "Propose to take back")
		assert.True(t, anna.inRound(), "nobody asks who proposes")
		ben.golden("question")

		s.choose(ben, "Not now")
		assert.True(t, ben.inRound())
		s.press(ben, "p")
		ben.golden("table-proposal")
		s.choose(ben, "Answer the proposal")
		s.choose(ben, "I do not")
		assert.True(t, ben.inRound())
		assert.Nil(t, anna.view().Proposal)

		s.press(anna, "p")
		s.choose(anna, "Propose to take back")
		s.choose(ben, "I agree")
		assert.True(t, ben.inRound())
		assert.Equal(t, 1, anna.client().Look().Undos, "it was taken back")
	})
}
