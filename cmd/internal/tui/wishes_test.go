package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// terminalWith is a test's terminal, whose person has these settings.
func terminalWith(wishes settings.Settings) Terminal {
	return Terminal{Reader: reader.New(texts.New(wishes.Lang), wishes), Style: style(setting{ascii: wishes.ASCII})}
}

// wishes lets the person change their settings elsewhere while the screen is open.
func (s *screen) wishes(wishes settings.Settings) {
	s.run(ShowWishes(s.on.Stack, terminalWith(wishes)))
}

// offered returns the cards that are offered, from left to right.
func (s *screen) offered() (cards []tricks.Card) {
	for _, item := range s.answers.choice.Items {
		cards = append(cards, item.Card)
	}
	return cards
}

// TestWishesCountAtOnce checks that a setting which the person changes elsewhere is seen in the open round without a
// key, and that the cursor stays on its card.
func TestWishesCountAtOnce(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 2), choosy))
	s := begin(t, pos, made, "en", oneFair...)
	bySuit := s.offered()
	s.press("end")
	selected := s.answers.choice.Selected().Card

	s.wishes(settings.Settings{Lang: "en", Order: settings.ByRank})
	byRank := s.offered()
	assert.ElementsMatch(t, bySuit, byRank)
	assert.NotEqual(t, bySuit, byRank)
	assert.Equal(t, selected, s.answers.choice.Selected().Card)

	s.wishes(settings.Settings{Lang: "de", Keys: map[string][]string{"log": {"z"}}})
	assert.Equal(t, bySuit, s.offered())
	de := texts.New("de")
	assert.Contains(t, s.flat(), de.T("turn.you"))
	assert.Equal(t, "z", s.keyOf("log"))
	assert.NotContains(t, s.flat(), texts.New("en").T("turn.you"))

	s.wishes(settings.Settings{Lang: "en", ASCII: true})
	for _, r := range s.View() {
		require.Less(t, r, rune(0x80))
	}
}

// TestOtherLanguageIsNoNews checks that no goal counts as changed because its numbers are in another language now.
func TestOtherLanguageIsNoNews(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	s := begin(t, pos, made, "en", oneFair...)
	s.goals.last[0] = snapshot(s.viewer.texts(), &s.round.view)
	s.wishes(settings.Settings{Lang: "de"})
	_, fresh := s.goals.sinceLast(s.board())
	assert.Zero(t, fresh)
}

// TestAutoCountsAtOnce checks that a finished trick, which waits for a key, goes on by itself when the person wishes it
// meanwhile, and that the next trick waits again when they do not.
func TestAutoCountsAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t, deal(t, "1", 4), nil, setting{humans: nil})
	for s.round.phase != trickEnd {
		s.press("enter")
	}
	waiting := s.round.client.LastSnapshot.Shown
	s.wishes(settings.Settings{Lang: "en", Auto: true})
	assert.Greater(t, s.round.client.LastSnapshot.Shown, waiting)
	s.wishes(settings.Settings{Lang: "en"})
	assert.False(t, s.pace.auto)
}

// TestWishesInReplay checks that a replay follows the person's wishes, and stays at its moment.
func TestWishesInReplay(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	s := lookAt(t, pos, made, setting{}, nil)
	s.Update(tea.KeyMsg{Type: tea.KeyRight})
	index := s.Index()
	s.run(ShowWishes(s.on.Stack, terminalWith(settings.Settings{Lang: "de", Order: settings.ByRank})))
	assert.Equal(t, index, s.Index())
	assert.Contains(t, s.View(), texts.New("de").T("action.quit"))
}
