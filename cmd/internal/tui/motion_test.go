package tui

import (
	"testing"

	"fellowship/chapters"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMotion plays a card into the trick frame by frame: each frame fills the window, the card is on its
// way and then at its place, and a key ends the motion at once.
func TestMotion(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	for _, size := range windowsOf {
		s := open(t, pos, made, setting{humans: alone, w: size[0], h: size[1]})
		var frames []tea.Msg
		s.motions.tick = func(msg tea.Msg) tea.Cmd { return func() tea.Msg { frames = append(frames, msg); return msg } }
		before := s.View()
		card := s.answers.choice.Selected().Card
		s.Update(tea.KeyMsg{Type: tea.KeyEnter})
		require.NotNil(t, s.motions.current)
		seen := map[string]bool{before: true}
		for range motionFrames {
			s.fits()
			assert.False(t, seen[s.View()], "every frame is another one")
			seen[s.View()] = true
			s.Update(motionMsg{s.motions.current})
		}
		assert.Nil(t, s.motions.current)
		assert.Contains(t, cardsIn(s.View()), card.String())
		s.motions.tick = nil
		s.run(s.await()) // until the computer players have decided
		still := open(t, pos, made, setting{humans: alone, w: size[0], h: size[1]})
		still.press("enter")
		assert.Equal(t, still.View(), s.View(), "in the end all is as without motion")

		s = open(t, pos, made, setting{humans: alone, w: size[0], h: size[1]})
		s.motions.tick = func(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
		s.Update(tea.KeyMsg{Type: tea.KeyEnter})
		require.NotNil(t, s.motions.current)
		late := s.motions.current
		s.press("?")
		assert.Nil(t, s.motions.current, "any key ends it")
		assert.NotEmpty(t, s.on.Overlays, "and does what it does")
		s.Update(motionMsg{late})
		assert.Nil(t, s.motions.current, "a late frame changes nothing")
	}
}

// TestTakenTrick checks that a trick stays for a moment when the person continues, that the board then
// looks as without motion, and that a key ends the motion.
func TestTakenTrick(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 3)))
	begin := func() *screen {
		s := open(t, pos, made, setting{humans: alone})
		s.press("enter")
		require.Equal(t, trickEnd, s.round.phase)
		return s
	}
	still := begin()
	lies := cardsIn(still.View())
	still.press("enter")

	s := begin()
	s.motions.tick = func(tea.Msg) tea.Cmd { return nil }
	_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyEnter})
	require.NotNil(t, s.motions.current)
	for range takenFrames {
		s.fits()
		assert.Subset(t, cardsIn(s.View()), lies)
		s.Update(motionMsg{s.motions.current})
	}
	assert.Nil(t, s.motions.current)
	s.motions.tick = nil
	s.run(cmd)
	assert.Equal(t, still.View(), s.View())

	s = begin()
	s.motions.tick = func(tea.Msg) tea.Cmd { return nil }
	s.Update(tea.KeyMsg{Type: tea.KeyEnter})
	require.NotNil(t, s.motions.current)
	s.press("x")
	assert.Nil(t, s.motions.current)
}

// TestNothingMoves checks that nothing moves without a clock.
func TestNothingMoves(t *testing.T) {
	t.Parallel()
	s := open(t, deal(t, "1", 4), nil, setting{humans: alone})
	for range 100 {
		s.press("enter")
		assert.Nil(t, s.motions.current)
	}
}
