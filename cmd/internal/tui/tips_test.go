package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTipsOnce checks that each tip is shown once, and that it fits.
func TestTipsOnce(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		pos, made := until(t, "1", 4, asks(chapters.Exchange, 0))
		s := open(t, pos, made, setting{humans: alone, lang: lang})
		var told []string
		s.opts.Advice.Tips = true
		s.opts.KeepTip = func(name string) tea.Cmd {
			told = append(told, name)
			return nil
		}
		s.enterPhase()
		assert.Equal(t, []string{"exchange"}, told)
		assert.Contains(t, s.View(), s.viewer.theme.Texts.T("tip.exchange"))
		s.enterPhase()
		assert.Equal(t, []string{"exchange"}, told)
		assert.NotContains(t, s.View(), s.viewer.theme.Texts.T("tip.exchange"))
		for _, tip := range []string{"exchange", "threat", "rider", "pyramid", "ring"} {
			assert.LessOrEqual(t, len(s.viewer.theme.Wrap(s.viewer.theme.Texts.T("tip."+tip), 76)), 2, tip)
		}
	}
}

// TestFirstEveningByEnter plays the first evening by Enter alone. At each play the coach's sentence stands on the
// screen, the card that it means is chosen, nothing else is said below the hand, and the round is won.
func TestFirstEveningByEnter(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		begun, err := lesson.Round(chapters.Default())
		require.NoError(t, err)
		s := newScreen(t, &memory.Store{}, begun, Options{
			Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(lang)), Style: style(setting{})}, Beat: -1,
			RoundOptions: play.RoundOptions{
				Lesson: true, Advice: &play.Advice{Coach: true, TryPrefix: "lesson.try."},
				Unsaved: true, Next: lesson.Next,
			},
		})
		s.run(s.Init())
		for range 40 {
			if s.round.phase == finished {
				break
			}
			if s.round.phase == choosing && s.answers.choice.Step == scene.Opening {
				view := &s.round.view
				coach := s.opts.Advice.Line(s.viewer.reader, view)
				require.NotEmpty(t, coach)
				assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), coach)
				assert.Equal(t, s.opts.Advice.Suggested(view).Card, s.answers.choice.Selected().Card)
				assert.Empty(t, s.captions.remark())
				headline, _, _ := strings.Cut(s.View(), "\n")
				assert.Contains(t, headline, texts.New(lang).T("lobby.lesson"), "it is not yet a round of chapter 1")
				s.fits()
			}
			s.press("enter")
		}
		require.Equal(t, finished, s.round.phase)
		assert.Equal(t, chapters.Won, s.home.Round().Reveal().Result())
	}
}
