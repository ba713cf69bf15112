package tui

import (
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// TestEveryChapter plays a round of every chapter with 1 to 4 players by keys to
// its end. Every frame fills the window of 80x24 exactly, and no text is cut.
// All players are people in turn, so that all that is hidden is seen hidden.
func TestEveryChapter(t *testing.T) {
	for i, id := range chapters.Default().Deals(3) {
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		set := setting{humans: alone, lang: []string{"en", "de"}[i%2]}
		if i%3 == 0 && id.Players > 1 {
			set.humans = []tricks.Seat{0, 1}
		}
		s := open(t, pos, nil, set)
		rng := rand.New(rand.NewPCG(uint64(i), 0))
		for presses := 0; s.phase != finished; presses++ {
			require.Less(t, presses, 3000, id)
			frame := s.whole(id.String())
			if s.phase == choosing {
				for range rng.IntN(3) {
					s.press("right")
					frame = s.whole(id.String())
				}
				s.hand(id.String(), frame)
				if texts.Worded(s.view.Due.Kind) && len(s.choice.Items) < 2 {
					t.Errorf("%s: nothing to choose for %s", id, s.view.Due.Kind)
				}
			}
			s.press("enter")
			if presses%29 == 0 {
				s.press("g")
				s.whole(id.String())
				s.press("esc", "l")
				s.whole(id.String())
				s.press("esc")
			}
			if t.Failed() {
				return
			}
		}
	}
}
