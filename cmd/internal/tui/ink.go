package tui

import (
	"io"
	"strings"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// ink is how a text is drawn: the parameters of ESC [ ... m; none for nothing special.
type ink string

// on draws a text with it.
func (i ink) on(text string) string {
	if i == "" || text == "" {
		return text
	}
	return texts.Paint(string(i), text)
}

// lines draws each of some lines with it.
func (i ink) lines(lines []string) []string {
	out := make([]string, len(lines))
	for n, l := range lines {
		out[n] = i.on(l)
	}
	return out
}

// bolder is the same ink, bold; no ink stays none.
func (i ink) bolder() ink {
	if i == "" || strings.HasPrefix(string(i), bold) {
		return i
	}
	return bold + ";" + i
}

// plain draws what a library styles: it asks neither a terminal nor the environment,
// because those of the process are not always those of the person.
var plain = lipgloss.NewRenderer(io.Discard, termenv.WithProfile(termenv.Ascii))

// style is the ink for a library.
func (i ink) style() lipgloss.Style { return plain.NewStyle().Transform(i.on) }

// inks are those of everything that is drawn. Without colours all of them are none.
type inks struct {
	bold, faint, reverse, good, bad ink
	// goal is what a seat wants, turn whose turn it is, fresh what has changed.
	goal, turn, fresh ink
	suits             [tricks.Suits]ink
}

const (
	bold, faint, reverse                           = "1", "2", "7"
	black, red, green, yellow, blue, magenta, cyan = "30", "31", "32", "33", "34", "35", "36"
	gray, lightRed, lightGreen, lightYellow        = "90", "91", "92", "93"
	lightBlue, lightMagenta, lightCyan, white      = "94", "95", "96", "97"
)

// themes have the colours on a dark background and on a light one. They are of the 16
// that every terminal has.
var themes = map[string][2]inks{
	"classic": {
		{goal: bold + ";" + white, good: green, bad: red, suits: [tricks.Suits]ink{red, cyan, green, magenta, bold + ";" + yellow, lightBlue}},
		{goal: bold + ";" + black, good: green, bad: red, suits: [tricks.Suits]ink{red, blue, green, magenta, bold + ";" + black, cyan}},
	},
	"vivid": {
		{
			goal: bold + ";" + white, good: bold + ";" + lightGreen, bad: bold + ";" + lightRed,
			suits: [tricks.Suits]ink{bold + ";" + lightRed, bold + ";" + lightCyan, bold + ";" + lightGreen, bold + ";" + lightMagenta, bold + ";" + lightYellow, bold + ";" + lightBlue},
		},
		{
			goal: bold + ";" + black, good: bold + ";" + green, bad: bold + ";" + red,
			suits: [tricks.Suits]ink{bold + ";" + red, bold + ";" + blue, bold + ";" + green, bold + ";" + magenta, bold + ";" + black, bold + ";" + cyan},
		},
	},
	"safe": {
		{goal: bold + ";" + white, good: lightBlue, bad: yellow, suits: [tricks.Suits]ink{yellow, lightBlue, lightCyan, lightMagenta, bold + ";" + white, blue}},
		{goal: bold + ";" + black, good: blue, bad: red, suits: [tricks.Suits]ink{red, blue, cyan, magenta, bold + ";" + black, lightBlue}},
	},
}

// inksOf returns the inks for a terminal.
func inksOf(s Style) inks {
	if s.Colors == termenv.Ascii {
		return inks{}
	}
	both, ok := themes[s.Theme]
	if !ok {
		both = themes[settings.Themes[0]]
	}
	c := both[0]
	if s.Light {
		c = both[1]
	}
	c.bold, c.faint, c.reverse = bold, faint, reverse
	c.turn, c.fresh = bold+";"+reverse, reverse
	return c
}
