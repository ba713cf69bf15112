package tui

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryChapter plays a round of every chapter with 1 to 4 players by keys to its end. Every frame
// fills the window exactly, and no text is cut: always in 80x24, and by turns in the other sizes. All
// players are people by turns, so that every hidden thing is drawn while it is hidden.
func TestEveryChapter(t *testing.T) {
	t.Parallel()
	for i, id := range chapters.Default().DealIDs(3) {
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		set := setting{humans: alone, lang: []string{"en", "de"}[i%2]}
		if i%3 == 0 && id.Players > 1 {
			set.humans = []tricks.Seat{0, 1}
		}
		s := open(t, pos, nil, set)
		rng := rand.New(rand.NewPCG(uint64(i), 0))
		for presses := 0; s.round.phase != finished; presses++ {
			require.Less(t, presses, 3000, id)
			frame := s.whole(id.String())
			if s.round.phase == choosing {
				for range rng.IntN(3) {
					s.press("right")
					frame = s.whole(id.String())
				}
				s.hand(id.String(), frame)
				if texts.HasWordAnswer(s.round.view.Due.Kind) && len(s.answers.choice.Items) < 2 {
					t.Errorf("%s: nothing to choose for %s", id, s.round.view.Due.Kind)
				}
			}
			s.press("enter")
			if presses%3 == 0 {
				at := otherWindows[presses/3%len(otherWindows)]
				s.Update(tea.WindowSizeMsg{Width: at[0], Height: at[1]})
				s.whole(id.String())
				s.Update(tea.WindowSizeMsg{Width: kit.MinWidth, Height: kit.MinHeight})
			}
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
		for _, at := range otherWindows { // of the end
			s.Update(tea.WindowSizeMsg{Width: at[0], Height: at[1]})
			s.whole(id.String())
		}
	}
}

// otherWindows are windows of other sizes than 80x24.
var otherWindows = [][2]int{{46, 30}, {60, 20}, {100, 30}, {44, 24}, {120, 40}, {200, 60}, {99, 26}}

// TestRingAsksInPlace checks that the question about R1 moves nothing: only the question and its answers are new.
func TestRingAsksInPlace(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1), mayPlay(tricks.OneRing)))
	for _, at := range append(otherWindows, [2]int{kit.MinWidth, kit.MinHeight}) {
		if kit.IsSmall(at[0], at[1]) {
			continue
		}
		for _, lang := range []string{"en", "de"} {
			s := open(t, pos, made, setting{humans: alone, lang: lang, w: at[0], h: at[1]})
			s.press(s.viewer.theme.Texts.Letter(tricks.Rings), "1")
			require.Equal(t, tricks.OneRing, s.answers.choice.Selected().Card)
			lines := strings.Split(s.Grid().Plain(), "\n")
			question := s.captions.prompt(s.board())
			s.press("enter")
			require.Equal(t, scene.ToWin, s.answers.choice.Step)
			asked := strings.Split(s.Grid().Plain(), "\n")
			raised := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "^^^") })
			require.Positive(t, raised)
			for y := range raised + 2 { // as far as the ledge
				was, now := strings.TrimSpace(lines[y]), strings.TrimSpace(asked[y])
				if (was == "" || !strings.Contains(question, was)) &&
					(now == "" || !strings.Contains(s.captions.prompt(s.board()), now)) && !strings.Contains(now, "> ") {
					assert.Equal(t, lines[y], asked[y], "%v", at)
				}
			}
		}
	}
}
