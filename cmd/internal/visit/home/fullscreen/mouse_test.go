package fullscreen

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt/felttest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clickOn clicks on a text of the window, on the last one if there are several.
func (e *evening) clickOn(text string) {
	e.t.Helper()
	lines := strings.Split(ansi.Strip(e.shell.Stack.View()), "\n")
	for y := len(lines) - 1; y >= 0; y-- {
		if before, _, ok := strings.Cut(lines[y], text); ok {
			e.deliver(tea.MouseMsg{
				X: cells.Width(before), Y: y, Button: tea.MouseButtonLeft,
				Action: tea.MouseActionPress,
			})
			return
		}
	}
	require.Failf(e.t, "not there", "%s in\n%s", text, e.frame())
}

// mouse gives the mouse to the program.
func mouse(s *Session) {
	s.shell.Settings.Mouse = true
	s.shell.Settings.NoTips = true
	s.home.Person.UseSettings(s.shell.Settings)
	s.shell.Stack.Mouse = true
}

// TestMouse clicks its way from the menu to a new game: through the chapter book to a page, from there to
// the table, changes a player, and begins.
func TestMouse(t *testing.T) {
	e := anEvening(t, "en", mouse)
	e.clickOn("Chapter book")
	require.Contains(t, e.frame(), "│ 3 │")
	e.clickOn("│ 3 │")
	require.Contains(t, e.frame(), "Maggot")
	e.clickOn("enter to the table")
	require.Contains(t, e.frame(), "The table")
	e.clickOn("3  [4]")
	assert.Contains(t, e.frame(), "> Players    1   2  [3]  4")
	e.clickOn("4 ")
	assert.Contains(t, e.frame(), "3  [4]")
	e.clickOn("Seat 4")
	e.clickOn("< computer, strong")
	assert.Contains(t, e.frame(), "person")
	assert.False(t, e.shell.Session.IsScriptRunning())
	e.clickOn("Begin the round")
	e.until("The Ring Sets Out", "must be in")
	list := e.home.Saves.List()
	require.NoError(t, list.Err)
	for g := range list.Saves(e.home.Library) {
		assert.Equal(t, "3", g.Record.Chapter)
		assert.Equal(t, []string{"human", "strong", "strong", "human"}, g.Record.PlayerNames)
	}
}

// TestWheel checks that the wheel scrolls lists and texts, that a click on the line of keys goes back, and
// that the mouse can be switched off and on.
func TestWheel(t *testing.T) {
	e := anEvening(t, "en", mouse)
	wheel := func(b tea.MouseButton) { e.Update(tea.MouseMsg{Button: b, Action: tea.MouseActionPress}) }
	start := e.frame()
	wheel(tea.MouseButtonWheelDown)
	assert.Contains(t, e.frame(), "> h Deal of the day")
	wheel(tea.MouseButtonWheelUp)
	assert.Equal(t, start, e.frame())
	e.press("n")
	require.Contains(t, e.frame(), "The table")
	e.clickOn("esc back")
	e.press("b", "home", "down", "down", "right", "enter")
	for range 2 { // the characters of a chapter, and all about it
		before := e.frame()
		wheel(tea.MouseButtonWheelDown)
		assert.NotEqual(t, before, e.frame())
		wheel(tea.MouseButtonWheelUp)
		assert.Equal(t, before, e.frame())
		e.press("i")
	}
	e.press("esc", "esc", "esc", "e")
	e.clickOn("Mouse")
	e.clickOn("off  [on]")
	kept, err := settings.Load(settings.Path())
	require.NoError(t, err)
	require.Equal(t, settings.Settings{Lang: "en", NoTips: true}, kept)
	e.clickOn("esc back")
	assert.Contains(t, e.frame(), "Mouse", "the mouse is the terminal's now")
	e.press("m")
	e.clickOn("esc back")
	assert.NotContains(t, e.frame(), "ASCII characters only")
}

// TestBookRecords checks that the chapter book shows the person's results.
func TestBookRecords(t *testing.T) {
	e := anEvening(t, "en", func(s *Session) {
		s.played.Stats.Chapters = []saves.ChapterStats{
			{Chapter: "1", Players: 2, Tally: saves.Tally{Lost: 1}},
			{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 2, Lost: 1, Open: 1}, Tries: 2, Done: true},
			{Chapter: "2", Players: 4, Tally: saves.Tally{Lost: 1}},
			{Chapter: "3", Players: 4, Tally: saves.Tally{Open: 1}},
			{Chapter: "14", Players: 4, Tally: saves.Tally{Won: 1}},
		}
	})
	e.press("b")
	e.golden("lobby-book-played")
	e.press("enter")
	assert.Contains(t, e.frame(), "Your games with 4 players: 0 of 1 won.",
		"how the person has done stands above the chapter")
	e.press("esc", "esc", "n")
	assert.Contains(t, e.frame(), "2  A Little Delay in the Shire", "the first chapter that was not won is next")
}

// TestLargeWindow checks that a window larger than any screen is painted to its edges, that a menu of 120
// by 40 stands in its middle, and that the mouse hits what it points at, in a round too.
func TestLargeWindow(t *testing.T) {
	e := anEvening(t, "en", mouse)
	e.Update(tea.WindowSizeMsg{Width: 201, Height: 60})
	inTheMiddle := func() {
		t.Helper()
		for i, line := range strings.Split(e.frame(), "\n") {
			assert.Empty(t, strings.TrimSpace(cells.Cut(line, 40, "")), i)
			assert.LessOrEqual(t, cells.Width(strings.TrimRight(line, " ")), 160)
			if i < 10 || i >= 50 {
				assert.Empty(t, strings.TrimSpace(line), i)
			}
		}
	}
	inTheMiddle()
	e.setStyle(201, 60, kit.TermProfile{Colors: termenv.TrueColor})
	felttest.Legible(t, e.shell.Stack.View())
	e.setStyle(201, 60, kit.TermProfile{Colors: termenv.Ascii})
	e.clickOn("New game")
	require.Contains(t, e.frame(), "The table")
	inTheMiddle()
	e.clickOn("enter begin")
	e.until("Bilbo")
	e.frame()
	e.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	e.frame()
}
