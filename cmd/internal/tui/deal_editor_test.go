package tui

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// entering is the screen on which a round is written down, with a keyboard.
type entering struct {
	*dealEditor
	t    testing.TB
	quit bool
}

func enterAt(t testing.TB, set setting) *entering {
	t.Helper()
	on := Terminal{Reader: reader.WithoutWishes(texts.New(set.lang)), Style: style(set)}
	e := &entering{dealEditor: newDealEditor(chapters.Default(), on.Stack(), ""), t: t}
	if set.w > 0 {
		e.stack.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
	}
	return e
}

var enterKeyTypes = map[string]tea.KeyType{
	"<up>": tea.KeyUp, "<back>": tea.KeyBackspace, "<end>": tea.KeyEnd, "<solve>": tea.KeyCtrlS, "<esc>": tea.KeyEsc,
	"\n": tea.KeyEnter,
}

// typeKeys types a text by lines or words. Words in <> are keys.
func (e *entering) typeKeys(text string) {
	for text != "" {
		n := strings.IndexAny(text[1:], "<\n") + 1
		if n == 0 {
			n = len(text)
		}
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text[:n])}
		rest := text[n:]
		for name, typ := range enterKeyTypes {
			if after, ok := strings.CutPrefix(text, name); ok {
				msg = tea.KeyMsg{Type: typ}
				rest = after
			}
		}
		text = rest
		_, cmd := e.Update(msg)
		e.quit = cmd != nil
		if e.quit {
			return
		}
		e.frame().fits()
	}
}

func (e *entering) frame() *still {
	g := e.Grid()
	return &still{e.t, g.String(), g.W, g.H}
}

const piles = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\nfrodo: f3r2s27 / f4r5m4m2 / r13m6m7"

func TestEnterFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		setting
		keys string
	}{
		{name: "enter", keys: piles},
		{name: "enter-empty", keys: ""},
		{name: "enter-begun", keys: "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m81s"},
		{
			name: "enter-begun-narrow", setting: setting{w: 46, h: 30, lang: "de"},
			keys: "2 4 verloren r4\nmerry: h2345 / w8615\nsam 2: h7681 / b8153 / s8645 / s73w21\npippin\nfrodo: w3",
		},
		{name: "enter-twice", keys: "2 4 lost f8\nsam 3 h56 m7 f1\nmerry h256<up>"},
		{
			name: "enter-german", setting: setting{lang: "de"},
			keys: "5 2 verloren h4s5\nmerry h278 b2 s138 r23\nfrodo b1456\ntom s4b8/s6b7h3/b3h5h6h1 + w1",
		},
		{
			name: "enter-narrow", setting: setting{w: 46, h: 30, ascii: true},
			keys: strings.Replace(piles, "r4", "r3", 1),
		},
		{
			name: "enter-wide", setting: setting{w: 120, h: 40},
			keys: "2 4 lost f8\nmerry h4m3f345s17r13\nfrodo h1m12458f27s3\nsam 3 h56m7f1s58r245\npippin rest",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := enterAt(t, tt.setting)
			e.typeKeys(tt.keys)
			e.frame().whole(tt.name)
			e.frame().golden(tt.name)
		})
	}
}

// begunInOrder and begunInPiles are rounds that are being typed, by the language.
var (
	begunInOrder = map[string]string{
		"en": "2 4 lost f8\nfrodo*\nmerry\npippin\nsam 2\nm1627\nh4125\nf7m5f36\ns82s",
		"de": "2 4 verloren w8\nfrodo*\nmerry\npippin\nsam 2\nb1627\nh4125\nw7b5w36\ns82s",
	}
	begunInPiles = map[string]string{
		"en": "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m81",
		"de": "2 4 verloren r4\nmerry: h2345 / w8615\nsam 2: h7681 / b81",
	}
)

// TestEnterSizes draws rounds that are being typed in the usual windows and in both languages.
func TestEnterSizes(t *testing.T) {
	t.Parallel()
	for _, size := range []setting{{w: 80, h: 24}, {w: 46, h: 30}, {w: 100, h: 30}} {
		for _, lang := range []string{"en", "de"} {
			for form, text := range map[string]string{"order": begunInOrder[lang], "piles": begunInPiles[lang]} {
				name := fmt.Sprintf("enter-%s-%dx%d-%s", form, size.w, size.h, lang)
				t.Run(name, func(t *testing.T) {
					set := size
					set.lang = lang
					e := enterAt(t, set)
					e.typeKeys(text)
					e.frame().whole(name)
					e.frame().golden(name)
				})
			}
		}
	}
}

// TestEnterExplains checks that a key shows the instructions in place of what was understood until the next key, and
// that its sign is text in a comment.
func TestEnterExplains(t *testing.T) {
	t.Parallel()
	e := enterAt(t, setting{})
	assert.Contains(t, e.View(), "First chapter, players")
	e.typeKeys(begunInOrder["en"])
	assert.NotContains(t, e.View(), "First chapter, players")
	assert.Contains(t, e.View(), "Still missing")
	e.typeKeys("?")
	assert.Contains(t, e.View(), "First chapter, players")
	assert.NotContains(t, e.View(), "Still missing")
	e.typeKeys("1")
	assert.Contains(t, e.View(), "Still missing")
	assert.Contains(t, e.area.Value(), "s82s1")
	e.typeKeys(" # who led")
	e.typeKeys("?")
	assert.Contains(t, e.View(), "Still missing")
	assert.Contains(t, e.area.Value(), "who led?")
}

// TestEnterButton checks that the button finds the answer when the round is complete.
func TestEnterButton(t *testing.T) {
	t.Parallel()
	e := enterAt(t, setting{})
	e.stack.Mouse = true
	e.typeKeys(piles)
	e.View()
	button := e.keyAreas[len(e.keyAreas)-1]
	_, cmd := e.Update(tea.MouseMsg{
		X: button.X, Y: button.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft,
	})
	assert.NotNil(t, cmd)
	assert.True(t, e.done)
}

// TestEnter writes a round down with a mistake, is led to its line, corrects it, and gets the round.
func TestEnter(t *testing.T) {
	t.Parallel()
	e := enterAt(t, setting{})
	e.typeKeys(strings.Replace(piles, "m8153", "m8143", 1) + "<solve>")
	assert.False(t, e.quit)
	assert.Contains(t, e.View(), "M4 appears twice")
	e.typeKeys("<end>" + strings.Repeat("<back>", len("43 / s8645 / s73f21")) + "53 / s8645 / s73f21<solve>")
	require.True(t, e.quit)
	require.True(t, e.done)
	assert.Len(t, e.parsed.Rounds[0].Record.Decisions, 36)
}

// TestEnterLeaves checks that one key does not discard the text.
func TestEnterLeaves(t *testing.T) {
	t.Parallel()
	e := enterAt(t, setting{})
	e.typeKeys("<esc>")
	assert.True(t, e.quit, "nothing is lost")
	e = enterAt(t, setting{})
	e.typeKeys("2 4<esc>")
	assert.False(t, e.quit)
	assert.Contains(t, e.View(), "esc again to leave")
	e.typeKeys("<back><esc>")
	assert.False(t, e.quit, "it was asked for the first time again")
	e.typeKeys("<esc>")
	assert.True(t, e.quit)
	assert.False(t, e.done)
}
