package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clickOn clicks on a text of the window, the last one of several.
func (h *hall) clickOn(text string) {
	h.t.Helper()
	lines := strings.Split(ansi.Strip(h.frame()), "\n")
	for y := len(lines) - 1; y >= 0; y-- {
		if before, _, ok := strings.Cut(lines[y], text); ok {
			_, cmd := h.Update(tea.MouseMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			if cmd != nil {
				_, h.quit = cmd().(tea.QuitMsg)
			}
			return
		}
	}
	require.Failf(h.t, "not there", "%s in\n%s", text, h.frame())
}

// TestLobbyMouse goes by clicks from the menu to a new game: through the chapter
// book to a page, from there to the table, changes who sits there, and begins.
func TestLobbyMouse(t *testing.T) {
	h := lobbyOf(t, "en", func(o *LobbyOptions) { o.Settings.Mouse = true })
	h.clickOn("Chapter book")
	require.Contains(t, h.frame(), "3 The Ring Sets Out")
	h.clickOn("3 The Ring Sets Out")
	require.Contains(t, h.frame(), "All about 3")
	h.clickOn("enter play it")
	require.Contains(t, h.frame(), "The table")
	h.clickOn("Players") // to the line,
	h.clickOn("< 4 >")   // one back,
	assert.Contains(t, h.frame(), "< 3 >")
	h.clickOn("3 >") // and one on
	assert.Contains(t, h.frame(), "< 4 >")
	h.clickOn("Seat 4")
	h.clickOn("< computer, strong")
	assert.Contains(t, h.frame(), "person")
	assert.False(t, h.quit)
	h.clickOn("enter begin")
	require.True(t, h.quit)
	assert.Equal(t, Start, h.wish.Kind)
	assert.Equal(t, chapters.DealID{Chapter: "3", Players: 4, Seed: 42}, h.wish.Deal)
	assert.Equal(t, []string{"human", "strong", "strong", "human"}, h.wish.By)
}

// TestLobbyWheel holds that the wheel goes through lists and texts, that a click
// on the line of keys goes back, and that the mouse can be switched off and on.
func TestLobbyWheel(t *testing.T) {
	h := lobbyOf(t, "en", func(o *LobbyOptions) { o.Settings.Mouse, o.Settings.NoTips = true, true })
	wheel := func(b tea.MouseButton) { h.Update(tea.MouseMsg{Button: b, Action: tea.MouseActionPress}) }
	wheel(tea.MouseButtonWheelDown)
	h.press("enter")
	require.Contains(t, h.frame(), "The table")
	h.clickOn("esc back")
	h.press("b", "enter")
	before := h.frame()
	wheel(tea.MouseButtonWheelDown)
	assert.NotEqual(t, before, h.frame())
	wheel(tea.MouseButtonWheelUp)
	assert.Equal(t, before, h.frame())
	h.press("esc", "esc", "e")
	h.clickOn("Mouse")
	h.clickOn("< on >")
	require.Equal(t, []settings.Settings{{Lang: "en", NoTips: true}}, h.kept)
	h.clickOn("esc back")
	assert.Contains(t, h.frame(), "Mouse", "the mouse is the terminal's now")
	h.press("m")
	h.clickOn("esc back")
	assert.NotContains(t, h.frame(), "ASCII characters only")
}

// TestBookRecords shows in the chapter book how the person has done.
func TestBookRecords(t *testing.T) {
	h := lobbyOf(t, "en", func(o *LobbyOptions) {
		o.Played = []saves.ChapterStats{
			{Chapter: "1", Players: 2, Tally: saves.Tally{Lost: 1}},
			{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 2, Lost: 1, Open: 1}, Tries: 2},
			{Chapter: "2", Players: 4, Tally: saves.Tally{Lost: 1}},
			{Chapter: "3", Players: 4, Tally: saves.Tally{Open: 1}},
			{Chapter: "14", Players: 4, Tally: saves.Tally{Won: 1}},
		}
	})
	h.press("b")
	h.golden("lobby-book-played")
	h.press("esc", "n")
	assert.Contains(t, h.frame(), "2 A Little Delay in the Shire", "the first chapter that was not won is next")
}
