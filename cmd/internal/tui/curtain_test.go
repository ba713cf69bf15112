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
	t.Parallel()
	s := open(t, deal(t, "2", 4), nil, setting{humans: []tricks.Seat{0, 1, 2, 3}, h: 40, w: 100})
	ended := map[tricks.Seat]int{}
	told := 0
	for range 400 {
		if s.round.phase == finished {
			break
		}
		for i, e := range s.round.view.Log {
			if s.round.phase == curtain && len(s.round.view.History) == 0 && round.IsSetupEvent(&s.round.view, i) {
				assert.NotContains(t, s.flat(), s.viewer.theme.Texts.Round(&s.round.view).Event(e), "the page behind it tells the setup")
			}
		}
		if s.round.phase == curtain && s.round.view.Stage == chapters.StagePlay {
			s.curtained()
			next := s.round.client.LastSnapshot.Player
			if from, ok := ended[next]; ok && len(s.round.view.History)-from > 1 {
				for i := from; i < len(s.round.view.History); i++ {
					for _, card := range s.round.view.History[i].Cards.Cards() {
						assert.Contains(t, s.View(), card.String())
					}
				}
				told++
			}
		}
		if s.round.phase == choosing && s.round.view.Stage == chapters.StagePlay {
			ended[s.round.view.Player] = len(s.round.view.History)
		}
		s.press("enter")
		s.fits()
	}
	assert.Equal(t, finished, s.round.phase)
	assert.Positive(t, told, "nobody missed a trick")
}
