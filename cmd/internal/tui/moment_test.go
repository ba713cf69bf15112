package tui

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMoment checks that the end of a round is shown goal by goal within a second in every size, that a
// key skips it and does nothing else, and that the result follows.
func TestMoment(t *testing.T) {
	t.Parallel()
	assert.Less(t, endFrames*motionBeat.Seconds(), 1.0)
	for _, size := range windowsOf {
		s := open(t, deal(t, "1", 4), nil, setting{humans: alone, w: size[0], h: size[1]})
		s.motions.begun = true
		s.motions.tick = func(tea.Msg) tea.Cmd { return nil }
		for range 200 {
			if s.round.phase == finished {
				break
			}
			s.press("enter")
		}
		require.True(t, s.motions.isEnd())
		ticked := 0
		before := ""
		for s.motions.isEnd() {
			s.fits()
			if now := s.View(); now != before {
				ticked++
				before = now
			}
			s.Update(motionMsg{s.motions.current})
		}
		assert.Greater(t, ticked, len(s.round.view.Seats), "goals tick one by one")
		result := s.View()
		assert.Contains(t, strings.ReplaceAll(result, "\n", " "), s.viewer.theme.Texts.T("result."+string(s.round.view.Result)))
		s.motions.current = &motion{isEnd: true}
		late := s.motions.current
		s.press("q")
		assert.Nil(t, s.motions.current)
		assert.Equal(t, result, s.View(), "a key skips it, and leaves nothing")
		s.Update(motionMsg{late})
		assert.Equal(t, result, s.View())
	}
}

// TestClosing checks that every built-in chapter has closing words, and that they are shown when the
// chapter is won and at no other time.
func TestClosing(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		s := open(t, deal(t, "1", 4), nil, setting{humans: alone, lang: lang})
		for _, c := range chapters.Default().Chapters {
			s.round.view.Chapter = c
			s.round.view.Result = chapters.Lost
			s.campaign.book = s.round.client.Book
			assert.Empty(t, s.result.closing())
			s.round.view.Result = chapters.Won
			assert.Equal(t, c.Long, s.result.closing() == "", c.ID)
			done := everything(t, c)
			s.campaign.book = func() *campaign.Campaign { return done }
			require.NotEmpty(t, s.result.closing(), c.ID)
			assert.LessOrEqual(t, len([]rune(s.result.closing())), 76)
		}
	}
}

// everything is a campaign in which a chapter is won.
func everything(t testing.TB, ch *chapters.Chapter) *campaign.Campaign {
	t.Helper()
	drawn := ""
	if ch.Pool != nil {
		pos := deal(t, ch.ID, 4)
		drawn = fmt.Sprintf(", gift: %s, rider: %s, pool: [%s]", pos.Gift, pos.Rider, strings.Join(pos.Pool, ", "))
	}
	c := counted(t, "{chapter: "+ch.ID+", players: 4, rounds: 1"+drawn+"}")
	at := c.Progress[0]
	at.Cleared, at.RiderDone = true, true
	at.Completed = at.Remaining()
	for _, v := range ch.Variants() {
		at.EventsDone, at.GroupsDone = append(at.EventsDone, v.ID), append(at.GroupsDone, v.ID)
	}
	require.True(t, at.Done(), ch.ID)
	return c
}
