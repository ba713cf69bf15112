package tui

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
)

// namesOfScripts has a name in each of Unicode's scripts, with the script's marks, and names that
// terminals are known to draw differently.
func namesOfScripts() []string {
	names := []string{"हिन्दी", "👍🏽प्रिया", "กำธร", "👨‍👩‍👧‍👦", "🇩🇪Jo", "ខ្មែរ", "မြန်မာ"}
	for _, script := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		var letters, marks []rune
		for r := range rune(0x20000) {
			switch {
			case !unicode.Is(unicode.Scripts[script], r) || strictyaml.Hidden(r):
			case unicode.IsLetter(r):
				letters = append(letters, r)
			case unicode.IsMark(r):
				marks = append(marks, r)
			}
		}
		var name strings.Builder
		for i := range min(len(letters), 4) {
			name.WriteRune(letters[i*len(letters)/4])
			if len(marks) > 0 {
				name.WriteRune(marks[i*len(marks)/4])
			}
		}
		if name.Len() > 0 {
			names = append(names, name.String())
		}
	}
	return names
}

// TestNamesOfAllScripts plays with people whose names have different widths on different terminals. No
// line is wider than the window even at the largest width.
func TestNamesOfAllScripts(t *testing.T) {
	t.Parallel()
	names := namesOfScripts()
	require.Greater(t, len(names), 150)
	id, err := chapters.ParseDealID("c02p4s7")
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(43, 9))
	for i := 0; i < len(names); i += 4 {
		by := make([]string, 4)
		for n := range by {
			by[n] = round.Person(names[(i+n)%len(names)])
		}
		w, h := 80, 24
		if i%8 == 0 {
			w, h = 46, 30
		}
		s := newScreen(t, &memory.Store{}, chapters.Record{Position: pos, PlayerNames: by},
			Options{Terminal: Terminal{Reader: reader.WithoutWishes(texts.New([]string{"en", "de"}[i%3%2]))}, Beat: -1})
		s.Update(tea.WindowSizeMsg{Width: w, Height: h})
		s.run(s.Init())
		fits := func() {
			view := s.View()
			for l := range strings.SplitSeq(view, "\n") {
				require.LessOrEqual(t, cells.Width(l), w, "%q with %v in\n%s", l, by, view)
				require.LessOrEqual(t, ansi.StringWidth(l), w, "%q", l)
				require.LessOrEqual(t, ansi.StringWidthWc(l), w, "%q", l)
			}
		}
		most := 10
		if i%80 == 0 {
			most = 200
		}
		for presses := 0; s.round.phase != finished && presses < most; presses++ {
			for range rng.IntN(3) {
				s.press("right")
			}
			s.press("enter")
			fits()
			page := []string{"g", "l", "k", "?"}[presses%4]
			if presses%9 == 0 {
				s.press(page)
				fits()
				s.press("esc")
			}
		}
	}
}

// TestOwnChapterOfAllScripts shows a custom chapter whose title and character have such names: the page of
// the chapter, the goals and the board show the names in full.
func TestOwnChapterOfAllScripts(t *testing.T) {
	t.Parallel()
	for i, name := range namesOfScripts() {
		if i >= 8 && i%12 != 0 {
			continue // those that were seen, and some of the others
		}
		quoted := strconv.Quote(name)
		lib, err := chapters.Load(fstest.MapFS{
			"characters/rosie.yaml": {Data: []byte("id: rosie\nname: {en: " + quoted + ", de: " + quoted +
				"}\ngoal: {cards: {suit: Hills, at_least: 3}}\n" +
				"goal_text: {en: win at least 3 Hills, de: gewinne mindestens 3}\nsetup:\n  - exchange: [sam, frodo]\nsetup_text: {en: exchange, de: tausche}\nfidelity: reconstructed\nnote: our own\n")},
			"chapters/c31.yaml": {Data: []byte("chapter: 31\ntitle: {en: " + quoted + ", de: " + quoted +
				"}\nlength: short\n" +
				"characters: [\"frodo*\", \"rosie*\", sam, merry, pippin]\nthreats: [2, 3, 4, 5]\nfidelity: reconstructed\nnote: our own\n")},
		})
		require.NoError(t, err, name)
		pos, err := lib.Deal(chapters.DealID{Chapter: "31", Players: 4, Seed: uint64(i)})
		require.NoError(t, err)
		w, h := 80, 24
		if i%2 == 0 {
			w, h = 46, 30
		}
		home, err := table.NewHome(lib, &memory.Store{},
			chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
		require.NoError(t, err)
		opts := Options{Terminal: Terminal{Reader: reader.WithoutWishes(texts.New("en")), Library: lib}, Beat: -1}
		m := New(t.Context(), home, opts)
		s := &screen{t: t, Model: m, on: stage(&opts.Terminal, m), home: home}
		s.Update(tea.WindowSizeMsg{Width: w, Height: h})
		s.run(s.Init())
		s.on.PushOverlay(s.introSheet(s.on.Stack, s.on.h))
		for _, key := range []string{"", "enter", "g", "esc", "enter", "enter", "g"} {
			if key != "" {
				s.press(key)
			}
			view := s.on.View()
			for l := range strings.SplitSeq(view, "\n") {
				require.LessOrEqual(t, cells.Width(l), w, "%q with %s in\n%s", l, name, view)
				require.NotRegexp(t, `\.\.$`, l, "%s in\n%s", name, view)
			}
		}
		require.NoError(t, home.Close())
	}
}
