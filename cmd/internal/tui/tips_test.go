package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
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

// TestLessonTries checks that the first evening suggests to try the Ring, notices that it was tried, and
// continues with the next suggestion.
func TestLessonTries(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		begun, err := lesson.Round(chapters.Default())
		require.NoError(t, err)
		home, err := table.OpenUnsaved(chapters.Default(), begun)
		require.NoError(t, err)
		t.Cleanup(func() { _ = home.Close() })
		m := New(t.Context(), home, Options{
			Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(lang)), Style: kit.TermProfile{Colors: termenv.Ascii}}, Beat: -1,
			RoundOptions: play.RoundOptions{
				Lesson: true, Advice: &play.Advice{Coach: true, TryPrefix: "lesson.try."},
				Unsaved: true, Next: lesson.Next,
			},
		})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		m.Init()
		require.Equal(t, choosing, m.round.phase)
		assert.Contains(t, m.View(), m.viewer.theme.Texts.T("lesson.try.ring"))
		press := func(names ...string) {
			for _, name := range names {
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
				if name == "enter" {
					msg = tea.KeyMsg{Type: tea.KeyEnter}
				}
				m.Update(msg)
			}
		}
		press("r", "enter")
		assert.Contains(t, m.View(), "(T6)")
		press("home")
		assert.NotContains(t, m.View(), m.viewer.theme.Texts.T("lesson.try.ring"))
		assert.Contains(t, m.View(), m.viewer.theme.Texts.T("coach.lead"))
	}
}
