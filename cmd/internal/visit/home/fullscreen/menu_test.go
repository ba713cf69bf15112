package fullscreen

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/felt/felttest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestMenuOpens checks that each entry of the menu opens something at home, and that nothing else does.
func TestMenuOpens(t *testing.T) {
	openings := anEvening(t, "en", nil).openings()
	for _, entry := range choose.MenuEntries(settings.ScreenAtHome) {
		assert.Contains(t, openings, entry.Name)
		delete(openings, entry.Name)
	}
	assert.Empty(t, openings, "there is no such entry")
}

func TestMenuFrames(t *testing.T) {
	for _, tt := range []struct {
		name, lang string
		w, h       int
		keys       []string
	}{
		{name: "lobby-menu"},
		{name: "lobby-menu-german", lang: "de"},
		{name: "lobby-menu-large", w: 120, h: 40},
		{name: "lobby-small", w: 60, h: 20},
		{name: "lobby-book", keys: []string{"b", "down", "down"}},
		{name: "lobby-chapter", keys: []string{"b", "down", "enter", "down"}},
		{name: "lobby-table", keys: []string{"n", "down", "down", "A", "n", "n", "a"}},
		{
			name: "lobby-table-german", lang: "de",
			keys: []string{"n", "right", "down", "2", "down", "down", "down", "7"},
		},
		{
			name: "lobby-table-event",
			keys: []string{"b", "end", "up", "up", "up", "up", "up", "enter", "enter", "down", "right"},
		},
		{name: "lobby-table-wrong", keys: []string{"n", "end", "x", "enter"}},
		{name: "lobby-campaign", keys: []string{"k", "S", "h", "i", "r", "e"}},
		{name: "lobby-saved", keys: []string{"l", "down"}},
		{name: "lobby-settings", keys: []string{"e", "down"}},
		{name: "lobby-settings-german", lang: "de", keys: []string{"e", "m"}},
		{name: "lobby-solve", keys: []string{"s", "c", "0", "2", "p", "4", "s", "7"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := anEvening(t, tt.lang, nil)
			if tt.w > 0 {
				e.Update(tea.WindowSizeMsg{Width: tt.w, Height: tt.h})
			}
			e.press(tt.keys...)
			e.golden(tt.name)
		})
	}
}

// TestScreens draws the screens at home in some windows, into one file per screen. No text is cut; --ascii
// draws nothing but ASCII; with any colors, on a dark and on a light background, a screen has the same
// words, and the whole window is painted so that they are readable. In one window the colors are compared,
// too.
func TestScreens(t *testing.T) {
	windows := []struct {
		name, lang string
		ascii      bool
		w, h       int
	}{
		{"80x24, German, ASCII", "de", true, 80, 24},
		{"100x30, English", "en", false, 100, 30},
		{"46x30, English", "en", false, 46, 30},
		{"46x30, German", "de", false, 46, 30},
	}
	campaigns := func(s *Session) { s.played.Campaigns = twoCampaigns(t) }
	for _, tt := range []struct {
		name   string
		change func(*Session)
		keys   []string
	}{
		{"menu", nil, nil},
		{"book", nil, []string{"b", "down"}},
		{"chapter", nil, []string{"b", "enter"}},
		{"table", nil, []string{"n", "down", "down", "A", "n", "n", "a"}},
		{"campaign", nil, []string{"b", "k", "S"}},
		{"campaign-book", campaigns, []string{"b", "k", "down", "left", "left"}},
		{"campaign-book-last", campaigns, []string{"b", "k", "down", "down"}},
		{"campaigns", campaigns, []string{"b", "k", "o"}},
		{"campaign-sure", campaigns, []string{"b", "k", "g"}},
		{"stats", nil, []string{"t"}},
		{"stats-played", hasPlayed, []string{"t", "down"}},
		{"stats-puzzles", hasSolved, []string{"t"}},
		{"saved", nil, []string{"l"}},
		{"settings", nil, []string{"e"}},
		{"solve", nil, []string{"s", "c", "0", "2", "p", "4", "s", "7"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var now txtar.Archive
			for _, w := range windows {
				e := anEvening(t, w.lang, tt.change)
				e.setStyle(w.w, w.h, kit.TermProfile{Colors: termenv.Ascii, ASCII: w.ascii})
				e.press(tt.keys...)
				frame := e.frame()
				for l := range strings.Lines(frame) {
					assert.False(t, cut.MatchString(l), "a text is cut: %q", l)
				}
				if w.ascii {
					assert.Equal(t, -1, strings.IndexFunc(frame, func(r rune) bool { return r > 126 }), frame)
				}
				for _, colors := range []termenv.Profile{termenv.ANSI, termenv.ANSI256, termenv.TrueColor} {
					for _, light := range []bool{false, true} {
						e.setStyle(w.w, w.h, kit.TermProfile{Colors: colors, Light: light})
						in := e.frame()
						if w.ascii {
							in = texts.InASCII(in)
						}
						assert.Equal(t, words(frame), words(in), "colours are decoration")
						if colors != termenv.ANSI { // those leave the terminal its own ground
							felttest.Legible(t, e.shell.Stack.View())
						}
						if w.w == 100 && colors == termenv.TrueColor && !light {
							sameAs(t, filepath.Join("screens", tt.name+".ansi"), e.shell.Stack.View()+"\n")
						}
					}
				}
				now.Files = append(now.Files, txtar.File{Name: w.name, Data: []byte(trimmed(frame))})
			}
			sameAs(t, filepath.Join("screens", tt.name+".txt"), string(txtar.Format(&now)))
		})
	}
}

// hasPlayed gives the person at home rounds, a puzzle and a deal of the day.
func hasPlayed(s *Session) {
	hasSolved(s)
	s.played.Stats = saves.Stats{
		Chapters: []saves.ChapterStats{
			{Chapter: "1", Players: 1, Tally: saves.Tally{Won: 1, Lost: 2}, Tries: 3, Unaided: true, Done: true},
			{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 1}, Tries: 1, Unaided: true, Straight: true, Done: true, First: true},
			{Chapter: "2", Players: 4, Tally: saves.Tally{Won: 1, Lost: 1, Open: 1}, Tries: 2, Done: true},
			{Chapter: "14", Players: 3, Tally: saves.Tally{Open: 1}},
		},
		Characters: []saves.CharacterStats{
			{Character: "frodo", Met: 4, Failed: 1},
			{Character: "sam", Met: 3, Failed: 2},
			{Character: "pippin", Met: 1},
			{Character: "merry", Failed: 1},
		},
		WinsInRow: 1, MostWinsInRow: 2,
		Days: daily.Streak{Won: 3, Current: 1, Longest: 2},
	}
}

// hasSolved gives the person at home a puzzle that was solved.
func hasSolved(s *Session) {
	s.shell.Stars = func() map[string]int { return map[string]int{"a": 2} }
}

// words returns the words and numbers of a screen, without pictures and single letters.
func words(screen string) string { return strings.Join(word.FindAllString(screen, -1), " ") }

var word = regexp.MustCompile(`[\pL\d]{2,}`)

// TestMenuBegins checks which games the menu begins, and where its rows lead.
func TestMenuBegins(t *testing.T) {
	for _, tt := range []struct {
		name  string
		keys  []string
		shows string
		deal  chapters.DealID
		by    []string
	}{
		{
			"new game",
			[]string{
				"n", "down", "down", "A", "n", "n", "a", "down", "right", "right", "down", "down", "down", "7",
				"enter",
			},
			"A Long-expected Party",
			chapters.DealID{Chapter: "1", Players: 4, Seed: 7},
			[]string{"human:Anna", "greedy", "strong", "strong"},
		},
		{
			"solo: all hands are one person's",
			[]string{"n", "down", "1", "enter"},
			"A Long-expected Party",
			chapters.DealID{Chapter: "1", Players: 1},
			[]string{"human", "human", "human", "human"},
		},
		{
			"a deal by its name, of another table",
			[]string{"n", "up", "c", "0", "2", "p", "3", "s", "9", "enter", "enter"},
			"A Little Delay",
			chapters.DealID{Chapter: "2", Players: 3, Seed: 9},
			[]string{"human", "strong", "strong"},
		},
		{
			"the Road",
			[]string{"b", "r", "enter"},
			"Road",
			chapters.DealID{Chapter: chapters.Road, Players: 4},
			[]string{"human", "strong", "strong", "strong"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := anEvening(t, "en", nil)
			e.press(tt.keys...)
			require.True(t, e.shell.Session.IsScriptRunning(), e.shell.Stack.View())
			e.until(tt.shows, "must be in")
			list := e.home.Saves.List()
			require.NoError(t, list.Err)
			for g := range list.Saves(e.home.Library) {
				require.NoError(t, g.Err)
				id, err := chapters.ParseDealID(g.Record.Deal)
				require.NoError(t, err)
				if tt.deal.Seed == 0 {
					id.Seed = 0
				}
				assert.Equal(t, tt.deal, id)
				assert.Equal(t, tt.by, g.Record.PlayerNames)
			}
			assert.Len(t, list.Names(), 1)
		})
	}
}

// TestMenuComesBack checks that the menu has a game that was left, continues it, describes it in the
// current language, and names no command. One Esc too many does not leave the menu.
func TestMenuComesBack(t *testing.T) {
	e := anEvening(t, "en", func(s *Session) { s.played = &saves.Played{} })
	e.press("n", "up", "c", "0", "1", "p", "4", "s", "7", "enter")
	e.until("must be in")
	e.press("enter")
	e.until("Your turn")
	e.press("q")
	assert.NotContains(t, e.shell.Stack.View(), "fellowship play")
	e.press("y")
	e.until("c Continue", "A Long-expected Party, draft", "1 saved game")
	e.press("esc", "esc", "enter")
	e.until("Your turn")
	e.press("q", "y")
	e.until("c Continue")
	e.press("l", "v")
	assert.NotContains(t, e.frame(), "fellowship ")
	e.press("esc", "enter")
	e.until("Your turn")
	e.press("q", "y")
	e.until("c Continue")
	e.press("e", "l", "esc", "l")
	assert.Contains(t, e.frame(), "Charakterwahl")
	e.press("v", "d", "j")
	assert.Empty(t, e.names())
	e.press("esc", "q")
	assert.True(t, e.quit)
}

// TestMenuTellsWhatCannotBe checks that the menu says what cannot be done now.
func TestMenuTellsWhatCannotBe(t *testing.T) {
	e := anEvening(t, "en", nil) // whose games are not there
	e.press("enter")
	assert.Contains(t, e.until("no such saved game"), "c02p4s7-1")
}

// TestSettingsAreKept checks that a change is shown and saved at once, and that a file that cannot be read
// is not overwritten.
func TestSettingsAreKept(t *testing.T) {
	e := anEvening(t, "en", nil)
	kept := func() settings.Settings {
		s, err := settings.Load(settings.Path())
		require.NoError(t, err)
		return s
	}
	e.press("e", "l")
	assert.Equal(t, "de", kept().Lang)
	assert.Contains(t, e.shell.Stack.View(), "Einstellungen")
	e.press("c", "o", "left", "left")
	assert.Equal(t, settings.Settings{Lang: "de", Computer: "random", ASCII: true}, kept())
	assert.NotContains(t, e.frame(), "─", "from now on ASCII only")

	require.NoError(t, os.WriteFile(settings.Path(), []byte("nothing: like it\n"), 0o600))
	e.press("m")
	assert.Contains(t, e.frame(), "nothing")
	text, err := os.ReadFile(settings.Path())
	require.NoError(t, err)
	assert.Equal(t, "nothing: like it\n", string(text))
}

// TestSolveStepsThrough checks that a winnable deal is stepped through by its name, that another deal can
// be named afterwards, and that a wrong name is reported.
func TestSolveStepsThrough(t *testing.T) {
	e := anEvening(t, "en", nil)
	e.press("s", "c", "0", "2", "p", "4", "s", "7", "enter")
	e.until("This is one way to win")
	e.press("q")
	e.until("Type the name of a deal")
	e.press("x", "enter")
	assert.Contains(t, e.frame(), `"x" is not the name of a deal`)
}

// TestAnyKeys presses random keys in windows of any size.
func TestAnyKeys(t *testing.T) {
	keys := []string{
		"enter", "enter", "esc", "up", "down", "left", "right", "home", "end", "tab", " ",
		"b", "n", "k", "r", "s", "l", "e", "1", "2", "3", "x", "ü", "m", "o", "a",
	}
	rapid.Check(t, func(rt *rapid.T) {
		e := anEvening(t, rapid.SampledFrom(characters.Languages).Draw(rt, "lang"), nil)
		for range rapid.IntRange(1, 40).Draw(rt, "keys") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				e.Update(tea.WindowSizeMsg{
					Width:  rapid.IntRange(1, 140).Draw(rt, "w"),
					Height: rapid.IntRange(1, 50).Draw(rt, "h"),
				})
			}
			e.frame()
			key := rapid.SampledFrom(keys).Draw(rt, "key")
			if top, ok := e.shell.Stack.Top().(*kit.Sheet); ok && key == "enter" &&
				strings.ContainsRune("hi", top.Selected().Letter) {
				key = "down" // no browser, and no search for the deal of the day
			}
			e.press(key)
			e.frame()
			if t.Failed() {
				rt.FailNow()
			}
			if e.quit || e.shell.Session.IsScriptRunning() {
				return
			}
		}
	})
}

// TestLanguageChangesEveryLine checks that the whole menu, with the texts about saved games, is in the new
// language after the setting was changed.
func TestLanguageChangesEveryLine(t *testing.T) {
	e := anEvening(t, "en", nil)
	e.press("e", "l", "esc")
	assert.Contains(t, e.frame(), "Stich 3 von 9")
	assert.NotContains(t, e.frame(), "trick 3 of 9")
	e.press("l")
	assert.Contains(t, e.frame(), "gewonnen")
}

// TestLessonAtOnce checks that the menu's first evening begins with a trick, and that its coach has chosen a card.
func TestLessonAtOnce(t *testing.T) {
	for _, lang := range characters.Languages {
		e := anEvening(t, lang, nil)
		e.press("f")
		e.until("Frodo", " H6: ")
	}
}

// TestGreeting checks that a new person is greeted, that Enter deals the first evening, and that everything else is in
// the menu, with which everybody else begins.
func TestGreeting(t *testing.T) {
	for _, lang := range characters.Languages {
		begin := func(seen bool) *evening {
			e := anEvening(t, lang, func(s *Session) {
				s.played = &saves.Played{}
				s.shell.Settings.Lesson = seen
			})
			e.home.Person.UseSettings(e.shell.Settings)
			e.runInBackground(e.openMenu())
			return e
		}
		greets := func(e *evening) {
			e.until(e.shell.T("lobby.greet.above")[:30], e.shell.T("lobby.greet.deal"), e.shell.T("lobby.greet.note"))
		}
		for _, key := range []string{"m", "esc"} {
			e := begin(false)
			greets(e)
			assert.NotContains(t, e.frame(), "e "+e.shell.T("lobby.settings"))
			e.press(key)
			assert.Contains(t, e.frame(), "e "+e.shell.T("lobby.settings"))
		}
		e := begin(false)
		greets(e)
		e.press("g")
		assert.NotEqual(t, lang, e.shell.Stack.Theme.Texts.Lang())
		greets(e)
		e.press("enter")
		e.until("Frodo", " H6: ")
		assert.True(t, e.shell.Settings.Lesson)
		e = begin(true)
		e.until("e " + e.shell.T("lobby.settings"))
	}
}

// TestEveryDay checks that the menu leads to the deal of the day, and to the puzzle of the day.
func TestEveryDay(t *testing.T) {
	e := anEvening(t, "en", nil)
	e.press("down")
	assert.Contains(t, e.frame(), e.shell.T("lobby.today.note"))
	e.press("h")
	e.until("must be in")
	list := e.home.Saves.List()
	require.NoError(t, list.Err)
	for g := range list.Saves(e.home.Library) {
		assert.Equal(t, "human", g.Record.PlayerNames[0])
	}
	e = anEvening(t, "de", nil)
	e.press("p")
	assert.Contains(t, e.frame(), e.shell.T("lobby.puzzle.today"))
	e.press("t")
	e.until("Stufe") // its level
}

// TestRulesEverywhere checks that the rules open over every screen, and close again.
func TestRulesEverywhere(t *testing.T) {
	e := anEvening(t, "en", nil)
	start := e.frame()
	for _, keys := range [][]string{{}, {"b"}, {"e"}, {"n"}, {"s"}, {"l"}} {
		e.press(keys...)
		was := e.frame()
		e.press("?", "p", "y", "r", "a", "m", "i", "d", "enter")
		assert.Contains(t, e.frame(), "cover", "the glossary and S9")
		e.press("esc", "esc")
		e.frame()
		e.press("esc")
		assert.Equal(t, was, e.frame(), keys)
		if len(keys) > 0 {
			e.press("esc")
		}
		e.press("home")
	}
	assert.Equal(t, start, e.frame())
}

// TestStoppedWait checks that stopping a wait does not end the session: the menu comes back without a
// note.
func TestStoppedWait(t *testing.T) {
	e := anEvening(t, "en", nil)
	_, cmd := e.Update(nil)
	require.Nil(t, cmd)
	e.runInBackground(e.playThenMenu(func() error {
		return e.WhileWorking(t.Context(), "Searching", func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		})
	}, func() {}))
	e.until("Searching")
	e.press("esc")
	e.until("New game")
	assert.False(t, e.quit)
	assert.Empty(t, e.shell.Stack.Note)
	assert.NoError(t, e.lastErr)
}

// names returns the names of the saved games.
func (e *evening) names() []string {
	e.t.Helper()
	list := e.home.Saves.List()
	require.NoError(e.t, list.Err)
	return list.Names()
}
