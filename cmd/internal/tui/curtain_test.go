package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// TestCurtainTells plays with four people at one screen. A curtain shows the next person every trick that
// has ended since their last decision, and hides all hands.
func TestCurtainTells(t *testing.T) {
	s := open(t, deal(t, "2", 4), nil, setting{humans: []tricks.Seat{0, 1, 2, 3}, h: 40, w: 100})
	ended := map[tricks.Seat]int{}
	told := 0
	for range 400 {
		if s.phase == finished {
			break
		}
		for i, e := range s.view.Log {
			if s.phase == curtain && len(s.view.History) == 0 && round.IsSetupEvent(&s.view, i) {
				assert.NotContains(t, s.flat(), s.theme.Texts.Round(&s.view).Event(e), "the page behind it tells the setup")
			}
		}
		if s.phase == curtain && s.view.Stage == chapters.StagePlay {
			s.curtained()
			next := s.client.LastSnapshot.Player
			if from, ok := ended[next]; ok && len(s.view.History)-from > 1 {
				for i := from; i < len(s.view.History); i++ {
					for _, card := range s.view.History[i].Cards.Cards() {
						assert.Contains(t, s.View(), card.String())
					}
				}
				told++
			}
		}
		if s.phase == choosing && s.view.Stage == chapters.StagePlay {
			ended[s.view.Player] = len(s.view.History)
		}
		s.press("enter")
		s.fits()
	}
	assert.Equal(t, finished, s.phase)
	assert.Positive(t, told, "nobody missed a trick")
}
