package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/dealform"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// entering is the screen that takes down a deal, and a keyboard.
type entering struct {
	t testing.TB
	*enter
	quit bool
}

func enterAt(t testing.TB, set setting) *entering {
	t.Helper()
	tx := texts.New(set.lang)
	on := Terminal{Texts: tx, Style: style(set)}
	e := &entering{t: t, enter: &enter{form: dealform.New(chapters.Default(), tx), typed: map[dealform.Key]*string{}}}
	s := on.Stack()
	s.Covers(e.on(s))
	if set.w > 0 {
		e.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
	}
	return e
}

var enterKeyTypes = map[string]tea.KeyType{
	"<enter>": tea.KeyEnter, "<up>": tea.KeyUp, "<down>": tea.KeyDown, "<left>": tea.KeyLeft, "<back>": tea.KeyBackspace,
	"<rest>": tea.KeyCtrlR, "<clear>": tea.KeyCtrlU, "<solve>": tea.KeyCtrlS, "<esc>": tea.KeyEsc, "<home>": tea.KeyHome, "<tab>": tea.KeyTab,
}

// typeKeys types a text, a letter at a time; words in <> are keys.
func (e *entering) typeKeys(text string) {
	for text != "" {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)[:1]}
		rest := text[len(string(msg.Runes)):]
		for name, typ := range enterKeyTypes {
			if after, ok := strings.CutPrefix(text, name); ok {
				msg, rest = tea.KeyMsg{Type: typ}, after
			}
		}
		if text[0] == ' ' {
			msg = tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
		}
		text = rest
		e.Update(msg)
		if e.quit = len(e.Over) == 0; e.quit {
			return
		}
		still := e.frame()
		still.fits()
	}
}

func (e *entering) frame() *still {
	g := e.Grid()
	return &still{e.t, g.String(), g.W, g.H}
}

const dealtTwo = "2<enter><enter>f8<enter>h56 m7 f1 s58 r245<enter>h4 m3 f345 s17 r13<enter>h1 m12458 f27 s3<enter>"

func TestEnterFrames(t *testing.T) {
	for _, tt := range []struct {
		name string
		setting
		keys string
	}{
		{name: "enter", keys: dealtTwo + "h23"},
		{name: "enter-double", keys: dealtTwo + "h2356 m6"},
		{name: "enter-german", setting: setting{lang: "de"}, keys: "5<enter><clear>2<enter>h4 s5<enter>merry h278 m2 s138 r23<enter>frodo m1456<enter>tom s4 m8 / s6 m7 h3 / m3 h5 h6 h1 + f1"},
		{name: "enter-solo", setting: setting{ascii: true}, keys: "14<enter>bridge<enter><clear>1<enter>h1 h2<enter>h345<enter><up><up>"},
		{name: "enter-wide", setting: setting{w: 100, h: 30}, keys: dealtTwo + "<rest><enter>3 1 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := enterAt(t, tt.setting)
			e.typeKeys(tt.keys)
			e.frame().whole(tt.name)
			e.frame().golden(tt.name)
		})
	}
}

// TestEnterSolves types a deal with mistakes, mends them and gets its position.
func TestEnterSolves(t *testing.T) {
	e := enterAt(t, setting{})
	e.typeKeys(dealtTwo + "h2378 m6 f6 s24<enter>3 1 2 4<enter>")
	assert.False(t, e.quit)
	assert.Contains(t, e.View(), "seat 4: 8 of 9 cards.")
	e.typeKeys("6<solve>")
	require.True(t, e.quit)
	require.True(t, e.done)
	want, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	assert.Equal(t, want.Hands, e.pos.Hands)
	assert.Equal(t, want.Threats, e.pos.Threats)

	e = enterAt(t, setting{})
	e.typeKeys("2<esc>")
	assert.True(t, e.quit)
	assert.False(t, e.done)
}

// TestEnterEdits moves within a line.
func TestEnterEdits(t *testing.T) {
	e := enterAt(t, setting{})
	e.typeKeys("1<home>2<back>3<left><left>4")
	assert.Equal(t, "431", e.form.Value(dealform.Chapter))
	e.typeKeys("<tab><up><clear>2<tab><up><back>")
	assert.Empty(t, e.form.Value(dealform.Chapter))
	e.typeKeys(strings.Repeat("H1 ", 60))
	assert.Len(t, e.form.Value(dealform.Chapter), 180)
}
