package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hall is a lobby and what a terminal would do with it.
type hall struct {
	t testing.TB
	*lobby
	quit bool
	kept []settings.Settings
}

// lobbyOf opens the lobby, in a language, with a game that can go on.
func lobbyOf(t testing.TB, lang string, change func(*LobbyOptions)) *hall {
	h := &hall{t: t}
	opts := &LobbyOptions{
		Library: chapters.Default(), Settings: settings.Settings{Lang: lang}, Computers: players.Names,
		Texts: func(s settings.Settings) *texts.Texts { return texts.New(s.Lang) },
		Style: func(s settings.Settings) kit.Style { return kit.Style{Colors: termenv.Ascii, ASCII: s.ASCII} },
		Save:  func(s settings.Settings) error { h.kept = append(h.kept, s); return nil },
		Page: func(id string, _ settings.Settings) page.Page {
			return page.Of("All about " + id + strings.Repeat("\nmore", 40))
		},
		Show: func(name string, _ settings.Settings) page.Page { return page.Of("How " + name + " went") },
		Solve: func(_ context.Context, name string, _ settings.Settings) (string, error) {
			if name != "c02p4s7" {
				return "", errors.New("no such deal")
			}
			return "winnable: " + name, nil
		},
		Any: func() uint64 { return 42 },
		Keeping: Keeping{
			Stats:   func(settings.Settings, int) page.Page { return page.Of("How often you won") },
			Formats: []string{"record", "page"}, StatsFormats: []string{"csv", "json", "text"},
			Export: func(name, _ string, _ settings.Settings) (string, error) {
				return "/home/ann/.local/state/fellowship/exports/" + name, nil
			},
			Delete: func(string) error { return nil },
		},
		Continue: func(t *texts.Texts) string { return "c02p4s7-1: " + t.T("tui.stage.trick", 3, 9) },
		Saved: []SavedGame{
			{Name: "c02p4s7-1", About: func(t *texts.Texts) string { return t.T("tui.stage.trick", 3, 9) }},
			{Name: "c01p4s7-1", About: func(t *texts.Texts) string { return t.T("saves.result.won") }, Finished: true},
		},
	}
	if change != nil {
		change(opts)
	}
	h.lobby = newLobby(t.Context(), opts)
	return h
}

func (h *hall) press(keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := keyTypes[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, cmd := h.Update(msg)
		for cmd != nil {
			msg := cmd()
			if _, ok := msg.(tea.QuitMsg); ok {
				h.quit = true
				return
			}
			_, cmd = h.Update(msg)
		}
	}
}

// frame is the window, which it has to fill exactly.
func (h *hall) frame() string {
	h.t.Helper()
	view := h.View()
	lines := strings.Split(view, "\n")
	if len(lines) != h.H {
		assert.Len(h.t, lines, h.H, view)
	}
	for i, l := range lines {
		if ansi.StringWidth(l) != h.W {
			assert.Failf(h.t, "line does not fit", "line %d is not %d wide: %q", i+1, h.W, l)
		}
	}
	return view
}

func (h *hall) golden(name string) {
	h.t.Helper()
	var b strings.Builder
	for l := range strings.Lines(h.frame() + "\n") {
		b.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	file := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(h.t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(h.t, err)
	assert.Equal(h.t, string(want), b.String(), name)
}

func TestLobbyFrames(t *testing.T) {
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
		{name: "lobby-table-german", lang: "de", keys: []string{"n", "right", "down", "2", "down", "down", "down", "7"}},
		{name: "lobby-table-event", keys: []string{"b", "end", "up", "up", "up", "up", "up", "enter", "enter", "down", "right"}},
		{name: "lobby-table-wrong", keys: []string{"n", "end", "x", "enter"}},
		{name: "lobby-campaign", keys: []string{"k", "S", "h", "i", "r", "e"}},
		{name: "lobby-saved", keys: []string{"l", "down"}},
		{name: "lobby-settings", keys: []string{"e", "down"}},
		{name: "lobby-settings-german", lang: "de", keys: []string{"e", "m"}},
		{name: "lobby-solve", keys: []string{"s", "c", "0", "2", "p", "4", "s", "7", "enter"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := lobbyOf(t, tt.lang, nil)
			if tt.w > 0 {
				h.Update(tea.WindowSizeMsg{Width: tt.w, Height: tt.h})
			}
			h.press(tt.keys...)
			h.golden(tt.name)
		})
	}
}

// TestLobbyWishes holds what the program is told.
func TestLobbyWishes(t *testing.T) {
	for _, tt := range []struct {
		name string
		keys []string
		want Wish
	}{
		{"continue is one key away", []string{"enter"}, Wish{Kind: Continue}},
		{"leave", []string{"q"}, Wish{Kind: Leave}},
		{"one escape too many does not leave", []string{"esc", "esc", "enter"}, Wish{Kind: Continue}},
		{"resume", []string{"l", "enter", "enter"}, Wish{Kind: Resume, Name: "c02p4s7-1"}},
		{
			"new game",
			[]string{"n", "down", "down", "A", "n", "n", "a", "down", "right", "right", "down", "down", "down", "7", "enter"},
			Wish{
				Kind: Start, Deal: chapters.DealID{Chapter: "1", Players: 4, Seed: 7},
				By: []string{"human:Anna", "greedy", "strong", "strong"},
			},
		},
		{
			"solo: all hands are one person's",
			[]string{"n", "down", "1", "enter"},
			Wish{
				Kind: Start, Deal: chapters.DealID{Chapter: "1", Players: 1, Seed: 42},
				By: []string{"human", "human", "human", "human"},
			},
		},
		{
			"a deal by its name, of another table",
			[]string{"n", "up", "c", "0", "2", "p", "3", "s", "9", "enter", "enter"},
			Wish{
				Kind: Start, Deal: chapters.DealID{Chapter: "2", Players: 3, Seed: 9},
				By: []string{"human", "strong", "strong"},
			},
		},
		{
			"the Road",
			[]string{"r", "enter"},
			Wish{
				Kind: Start, Deal: chapters.DealID{Chapter: chapters.Road, Players: 4, Seed: 42},
				By: []string{"human", "strong", "strong", "strong"},
			},
		},
		{
			"a campaign",
			[]string{"k", "S", "h", "enter"},
			Wish{
				Kind: Campaign, Name: "Sh", Deal: chapters.DealID{Players: 4},
				By: []string{"human", "strong", "strong", "strong"},
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := lobbyOf(t, "en", nil)
			h.press(tt.keys...)
			require.True(t, h.quit, h.View())
			h.wish.Settings = settings.Settings{}
			assert.Equal(t, tt.want, h.wish)
		})
	}
}

// TestSettingsAreKept holds that a change shows and is kept at once.
func TestSettingsAreKept(t *testing.T) {
	h := lobbyOf(t, "en", nil)
	h.press("e", "l")
	require.Len(t, h.kept, 1)
	assert.Equal(t, "de", h.kept[0].Lang)
	assert.Contains(t, h.View(), "Einstellungen")
	h.press("c", "i")
	assert.Equal(t, settings.Settings{Lang: "de", Computer: "random", ASCII: true}, h.kept[len(h.kept)-1])
	assert.NotContains(t, h.frame(), "─", "from now on ASCII only")

	h = lobbyOf(t, "en", func(o *LobbyOptions) {
		o.Save = func(settings.Settings) error { return errors.New("disk full") }
	})
	h.press("e", "m")
	assert.Contains(t, h.frame(), "disk full")
}

// TestLobbySolveStops holds that a search whose deal is typed over is stopped.
func TestLobbySolveStops(t *testing.T) {
	var seen context.Context
	h := lobbyOf(t, "en", func(o *LobbyOptions) {
		o.Solve = func(ctx context.Context, _ string, _ settings.Settings) (string, error) {
			seen = ctx
			return "late", nil
		}
	})
	h.press("s", "x")
	_, cmd := h.Update(tea.KeyMsg{Type: tea.KeyEnter})
	h.press("y")
	late := cmd()
	require.ErrorIs(t, seen.Err(), context.Canceled)
	h.Update(late)
	assert.NotContains(t, h.frame(), "late")
}

// TestLobbyAnyKeys presses random keys in windows of any size.
func TestLobbyAnyKeys(t *testing.T) {
	keys := []string{
		"enter", "enter", "esc", "up", "down", "left", "right", "home", "end", "tab", " ",
		"b", "n", "k", "r", "s", "l", "e", "1", "2", "3", "x", "ü", "c", "m", "i", "o", "a",
	}
	rapid.Check(t, func(rt *rapid.T) {
		h := lobbyOf(t, rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang"), nil)
		for range rapid.IntRange(1, 40).Draw(rt, "keys") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				h.Update(tea.WindowSizeMsg{Width: rapid.IntRange(1, 140).Draw(rt, "w"), Height: rapid.IntRange(1, 50).Draw(rt, "h")})
			}
			h.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			h.frame()
			if t.Failed() {
				rt.FailNow()
			}
			if h.quit {
				return
			}
		}
	})
}

// TestLobbyRuns runs the lobby itself on a terminal that is none.
func TestLobbyRuns(t *testing.T) {
	in, keys := io.Pipe()
	go func() {
		_, _ = keys.Write([]byte("c"))
	}()
	opts := *lobbyOf(t, "en", nil).opts
	opts.On.In, opts.On.Out = in, io.Discard
	wish, err := Lobby(t.Context(), opts)
	require.NoError(t, err)
	assert.Equal(t, Continue, wish.Kind)
}

// TestLanguageChangesEveryLine holds that the menu speaks one language after the
// setting was changed, what tells of saved games included.
func TestLanguageChangesEveryLine(t *testing.T) {
	h := lobbyOf(t, "en", nil)
	h.press("e", "l", "esc")
	assert.Contains(t, h.frame(), "Stich 3 von 9")
	assert.NotContains(t, h.frame(), "trick 3 of 9")
	h.press("l")
	assert.Contains(t, h.frame(), "gewonnen")
}

// TestLinesKeepTheIndent holds that a line that goes on stands under its beginning.
func TestLinesKeepTheIndent(t *testing.T) {
	th := kit.NewTheme(texts.New("en"), kit.Style{Colors: termenv.Ascii})
	p := page.Of("head")
	p.Line("    one two three four five six")
	assert.Equal(t, []string{"head", "    one two three", "    four five six"}, th.PageLines(p, 18))
}

// TestLessonFits holds that what is told on the first evening fits on a screen of 80x24.
func TestLessonFits(t *testing.T) {
	for _, lang := range characters.Languages {
		h := lobbyOf(t, lang, func(o *LobbyOptions) {
			o.Lesson = true
		})
		h.press("f")
		assert.Contains(t, h.frame(), h.T("lesson.1.title"))
		assert.Contains(t, h.frame(), h.T("lesson.5.title"))
		assert.NotContains(t, h.frame(), h.T("tui.page.more"))
		assert.NotContains(t, h.frame(), "..")
	}
}

// TestGreeting holds that who has never played begins with the first evening, chapter 1 or the
// rules, and that everybody else begins with the menu.
func TestGreeting(t *testing.T) {
	for _, lang := range characters.Languages {
		fresh := func(o *LobbyOptions) { o.Lesson, o.Greets, o.Saved = true, true, nil }
		h := lobbyOf(t, lang, fresh)
		assert.Contains(t, h.frame(), "> f "+h.T("lobby.lesson"))
		assert.NotContains(t, h.frame(), h.T("lobby.settings.note"))
		h.press("m")
		assert.Contains(t, h.frame(), h.T("lobby.settings.note"))
		h = lobbyOf(t, lang, fresh)
		h.press("1")
		assert.Equal(t, First, h.wish.Kind)
		h = lobbyOf(t, lang, fresh)
		h.press("enter")
		assert.Contains(t, h.frame(), h.T("lesson.1.title"))
		h = lobbyOf(t, lang, func(o *LobbyOptions) { o.Lesson, o.Greets, o.Settings.Lesson = true, true, true })
		assert.Contains(t, h.frame(), h.T("lobby.settings.note"))
	}
}

// The menu leads to the deal of the day, and to the puzzles of a day and of each level.
func TestEveryDay(t *testing.T) {
	puzzles := func(o *LobbyOptions) {
		o.Puzzles = func(_ settings.Settings, level int) string { return fmt.Sprint("solved of level ", level) }
	}
	h := lobbyOf(t, "en", puzzles)
	assert.Contains(t, h.frame(), h.T("lobby.today.note"))
	h.press("h")
	assert.Equal(t, Today, h.wish.Kind)
	h = lobbyOf(t, "de", puzzles)
	h.press("p")
	assert.Contains(t, h.frame(), "solved of level 5")
	assert.Contains(t, h.frame(), h.T("lobby.puzzle.today"))
	h.press("down", "down", "enter")
	assert.Equal(t, Puzzle, h.wish.Kind)
	assert.Equal(t, 2, h.wish.Level)
}
