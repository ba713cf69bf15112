package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRuleBookEverywhere opens the rules on every kind of screen, opens what the screen
// names or a rule that is looked for, and comes back to the same screen.
func TestRuleBookEverywhere(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	s := begin(t, pos, made, "de", oneFair...)
	events := s.home.TableView().Event
	before := s.View()
	s.press("?", "enter")
	assert.Contains(t, s.View(), "bekennen", "the rule that the prompt names")
	s.press("esc", "t", "6", "enter")
	assert.Contains(t, s.View(), "Ringe dürfen nicht angespielt werden")
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.fits()
	}
	s.Update(tea.WindowSizeMsg{Width: kit.MinWidth, Height: kit.MinHeight})
	s.press("?")
	assert.Equal(t, before, s.View())
	assert.Equal(t, events, s.home.TableView().Event)

	judge, _ := lostBy(t, pos, made, 12)
	l := lookAt(t, pos, made, setting{lang: "en"}, judge)
	was := l.View()
	l.press("?", "t", "7", "enter")
	require.Contains(t, l.View(), "One Ring")
	l.press("?")
	assert.Equal(t, was, l.View())
}
