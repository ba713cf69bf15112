package tui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// windows are the windows in which TestScreens draws every screen, besides the frames in 80x24 and English
// of the other tests.
var windows = []struct {
	name string
	setting
}{
	{"80x24, German, ASCII", setting{lang: "de", ascii: true, w: 80, h: 24}},
	{"100x30, English", setting{lang: "en", w: 100, h: 30}},
	{"46x30, English", setting{lang: "en", w: 46, h: 30}},
	{"46x30, German", setting{lang: "de", w: 46, h: 30}},
}

// shown is a screen that can be drawn in any window.
type shown struct {
	name string
	show func(testing.TB, setting) string
}

// everyScreen returns every screen, with something on it.
func everyScreen() []shown {
	four, two := []tricks.Seat{0, 1, 2, 3}, []tricks.Seat{0, 1}
	mine := asks(chapters.PlayCard, 0, sofar(4, 2), choosy)
	return []shown{
		{"nextround", func(t testing.TB, set setting) string {
			on := &Terminal{Reader: reader.WithoutWishes(texts.New(set.lang)), Style: style(set), Library: chapters.Default()}
			l := on.Stack()
			l.PushOverlay(chooseRound(l, choose.InCampaign(l.Theme.Texts, on.Library, failed(t), &campaign.Choice{}),
				nil))
			l.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
			return l.Draw(l.Top()).String()
		}},
		{"enter", func(t testing.TB, set setting) string {
			e := enterAt(t, set)
			e.typeKeys("2 4 lost f8\nsam 3 h56 m7 f1\nmerry h256")
			return e.stack.Draw(&kit.ModelScreen{Model: e.dealEditor}).String()
		}},

		{"draft", inGame("2", 4, asks(chapters.Draft, 0), alone)},
		{"exchange", inGame("2", 4, asks(chapters.Exchange, 0), alone, "enter")},
		{"threat", inGame("13", 4, asks(chapters.Threat, 0), alone, "enter")},
		{"notice", inGame("3", 4, asks(chapters.PlayCard, 0, sofar(0, 0), firstTrick), alone)},
		{"play", inGame("2", 4, mine, alone)},
		{"refused", inGame("2", 4, mine, alone, "end")},
		{"pyramid", inGame("2", 2, pyramidPlays, two, "enter")},
		{"solo", inGame("5", 1, asks(chapters.PlayCard, 2, sofar(3, 1)), alone)},
		{"openhand", inGame("6", 4, asks(chapters.PlayCard, 0, sofar(1, 1), seatIs(3, "goldberry")), alone)},
		{"oldforest", inGame("5", 4, asks(chapters.PlayCard, 0, sofar(2, 2)), alone)},
		{
			"pyramid-beside",
			inGame("6", 2, asks(chapters.PlayCard, tricks.NoSeat, sofar(1, 0), pyramidIs("tom")), two, "enter"),
		},
		{"balrog", inGame("14/b", 4, asks(chapters.PlayCard, 0, sofar(1, 2)), alone)},
		{"riders", inGame("9", 4, asks(chapters.PlayCard, 0, sofar(2, 1)), alone)},
		{"road", inGame("road", 4, asks(chapters.PlayCard, 0, sofar(2, 1)), alone)},
		{"trick-end", inGame("2", 4, asks(chapters.PlayCard, 0, sofar(2, 3)), alone, "enter")},
		{"curtain", inGame("2", 4, asks(chapters.PlayCard, 1, sofar(2, 2)), four)},
		{"coach", inGame("1", 4, asks(chapters.PlayCard, 0, sofar(4, 2)), alone)},
		{"settled", inGame("1", 4, doomed, alone)},
		{"leave", inGame("2", 4, mine, alone, "q")},

		{"goals", inGame("9", 4, mine, alone, "g")},
		{"won", inGame("2", 4, mine, alone, "g", "tab")},
		{"log", inGame("2", 4, mine, alone, "l")},
		{"know", inGame("2", 4, mine, alone, "k")},
		{"help", inGame("1", 4, mine, alone, "?")},
		{"open-cards", inGame("2", 4, asks(chapters.PlayCard, 0, sofar(7, 2)), alone, "o", "o")},

		{"result", inGame("2", 4, over, alone)},
		{"result-won", inGame("1", 4, won, alone)},
		{"answer", inGame("2", 4, over, alone, "l", "tab")},
		{"look", inReplay("2", 4, "4", "right", "right")},
		{"look-lost", inReplay("2", 4, "f")},
		{"look-pyramid", inReplay("3", 2, "3", "right")},
	}
}

// TestScreens draws every screen in some windows, into one file per screen. No text is cut; --ascii draws
// nothing but ASCII; and colors say nothing that the text does not.
func TestScreens(t *testing.T) {
	t.Parallel()
	for _, tt := range everyScreen() {
		t.Run(tt.name, func(t *testing.T) {
			var now txtar.Archive
			for _, w := range windows {
				frame := tt.show(t, w.setting)
				s := &still{t, frame, w.w, w.h}
				s.whole(tt.name)
				if w.ascii {
					assert.Equal(t, -1, strings.IndexFunc(frame, func(r rune) bool { return r > 126 }), frame)
				}
				colored := w.setting
				colored.color = true
				(&still{t, tt.show(t, colored), w.w, w.h}).fits()

				var data strings.Builder
				for l := range strings.Lines(frame + "\n") {
					data.WriteString(strings.TrimRight(l, " \n") + "\n")
				}
				now.Files = append(now.Files, txtar.File{Name: w.name, Data: []byte(data.String())})
			}
			file := filepath.Join("testdata", "screens", tt.name+".txt")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, txtar.Format(&now), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			if !bytes.Equal(want, txtar.Format(&now)) {
				assert.Equal(t, string(want), string(txtar.Format(&now)))
			}
		})
	}
}

// TestAnySize draws the screens in windows of any size: no frame is larger or
// smaller than its window.
func TestAnySize(t *testing.T) {
	t.Parallel()
	all := everyScreen()
	rapid.Check(t, func(rt *rapid.T) {
		set := setting{
			lang: rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang"), ascii: rapid.Bool().Draw(rt, "ascii"),
			w: rapid.IntRange(44, 130).Draw(rt, "w"), h: rapid.IntRange(20, 40).Draw(rt, "h"),
		}
		s := rapid.SampledFrom(all).Draw(rt, "screen")
		still := still{t, s.show(t, set), set.w, set.h}
		still.fits()
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// TestLookAnyKeys presses random keys in a replay, in windows of any size.
func TestLookAnyKeys(t *testing.T) {
	t.Parallel()
	keys := []string{
		"left", "right", "right", "right", "up", "down", "home", "end", "enter", "esc", "tab", " ",
		"1", "5", "9", "0", "f", "g", "l", "w", "?", "p", "q", "x", "ü",
	}
	pos, made := until(t, "14/b", 3, over)
	judge, _ := lostBy(t, pos, made, 12)
	rapid.Check(t, func(rt *rapid.T) {
		s := lookAt(t, pos, made, setting{lang: rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang")}, judge)
		for range rapid.IntRange(1, 40).Draw(rt, "keys") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				s.Update(tea.WindowSizeMsg{
					Width:  rapid.IntRange(1, 140).Draw(rt, "w"),
					Height: rapid.IntRange(1, 50).Draw(rt, "h"),
				})
			}
			s.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			s.frame().fits()
			if t.Failed() {
				rt.FailNow()
			}
		}
	})
}

// TestEnterAnyKeys types random text in the editor of a round, in windows of any size.
func TestEnterAnyKeys(t *testing.T) {
	t.Parallel()
	words := []string{
		"2 4\n", "14 bridge 1\n", "h12", "m345 ", "f8", "s17 ", "r1!", "R1", "v3", "frodo ", "sam 3 ", "tom: ", "x",
		"ü", " / ", "+ ", "> ", "left ",
		"\n", "\n", "\n", "<up>", "<back>", "<solve>", "<end>", "\x1b[8m", strings.Repeat("h1 ", 90),
	}
	rapid.Check(t, func(rt *rapid.T) {
		e := enterAt(t, setting{lang: rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang")})
		for range rapid.IntRange(1, 40).Draw(rt, "words") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				e.stack.Update(tea.WindowSizeMsg{
					Width:  rapid.IntRange(1, 140).Draw(rt, "w"),
					Height: rapid.IntRange(1, 50).Draw(rt, "h"),
				})
			}
			e.typeKeys(rapid.SampledFrom(words).Draw(rt, "word"))
			if t.Failed() {
				rt.FailNow()
			}
			if e.quit {
				return
			}
		}
	})
}

// inGame shows a game that meets a condition of until, after some keys.
func inGame(chapter string, players int, when func(*chapters.Game) bool, humans []tricks.Seat,
	keys ...string,
) func(testing.TB, setting) string {
	var pos chapters.Position
	var made []chapters.Decision
	return func(t testing.TB, set setting) string {
		if pos.Hands == nil {
			pos, made = until(t, chapter, players, when)
		}
		set.humans = humans
		set.solve = func(context.Context) string { return "It was winnable.\nSo." }
		s := open(t, pos, made, set)
		s.opts.Advice.Coach = true // as the program has it
		s.press(keys...)
		return s.View()
	}
}

// inReplay shows a replay, after some keys.
func inReplay(chapter string, players int, keys ...string) func(testing.TB, setting) string {
	return func(t testing.TB, set setting) string {
		pos, made := until(t, chapter, players, over)
		judge, _ := lostBy(t, pos, made, 12)
		s := lookAt(t, pos, made, set, judge)
		s.press(keys...)
		return s.View()
	}
}

// doomed is met by a round whose result is certain before its last trick (T11).
func doomed(g *chapters.Game) bool {
	return g.Result() != chapters.Undecided && g.State().Table != nil && len(g.History()) > 3 &&
		g.State().Trick.Len() == 0
}
