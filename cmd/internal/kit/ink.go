package kit

import (
	"strings"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/muesli/termenv"
)

// Ink is how a text is drawn: the parameters of ESC [ ... m; none for nothing special.
type Ink string

// On draws a text with it.
func (i Ink) On(text string) string {
	if i == "" || text == "" {
		return text
	}
	return texts.Paint(string(i), text)
}

// Lines draws each of some lines with it.
func (i Ink) Lines(lines []string) []string {
	out := make([]string, len(lines))
	for n, l := range lines {
		out[n] = i.On(l)
	}
	return out
}

// Bolder is the same ink, bold; no ink stays none.
func (i Ink) Bolder() Ink {
	if i == "" || strings.HasPrefix(string(i), bold) {
		return i
	}
	return bold + ";" + i
}

// Chosen is an ink for the chosen thing: filled. Without inks it is none.
func (t *Theme) Chosen(i Ink) Ink {
	if i == "" {
		return t.Reverse
	}
	return t.Reverse + ";" + i
}

// Inks are those of everything that is drawn. Without colours all of them are none.
type Inks struct {
	Bold, Faint, Reverse, Good, Bad Ink
	// GoalInk is for a seat's goal, Turn for the seat that has the turn, Fresh for changes.
	GoalInk, Turn, Fresh Ink
	Suits                [tricks.Suits]Ink
}

const (
	bold, faint, reverse                           = "1", "2", "7"
	black, red, green, yellow, blue, magenta, cyan = "30", "31", "32", "33", "34", "35", "36"
	gray, lightRed, lightGreen, lightYellow        = "90", "91", "92", "93"
	lightBlue, lightMagenta, lightCyan, white      = "94", "95", "96", "97"
)

// themes have the colours on a dark background and on a light one. They are of the 16
// that every terminal has.
var themes = map[string][2]Inks{
	"classic": {
		{GoalInk: bold + ";" + white, Good: green, Bad: red, Suits: [tricks.Suits]Ink{red, cyan, green, magenta, bold + ";" + yellow, lightBlue}},
		{GoalInk: bold + ";" + black, Good: green, Bad: red, Suits: [tricks.Suits]Ink{red, blue, green, magenta, bold + ";" + black, cyan}},
	},
	"vivid": {
		{
			GoalInk: bold + ";" + white, Good: bold + ";" + lightGreen, Bad: bold + ";" + lightRed,
			Suits: [tricks.Suits]Ink{bold + ";" + lightRed, bold + ";" + lightCyan, bold + ";" + lightGreen, bold + ";" + lightMagenta, bold + ";" + lightYellow, bold + ";" + lightBlue},
		},
		{
			GoalInk: bold + ";" + black, Good: bold + ";" + green, Bad: bold + ";" + red,
			Suits: [tricks.Suits]Ink{bold + ";" + red, bold + ";" + blue, bold + ";" + green, bold + ";" + magenta, bold + ";" + black, bold + ";" + cyan},
		},
	},
	"safe": {
		{GoalInk: bold + ";" + white, Good: lightBlue, Bad: yellow, Suits: [tricks.Suits]Ink{yellow, lightBlue, lightCyan, lightMagenta, bold + ";" + white, blue}},
		{GoalInk: bold + ";" + black, Good: blue, Bad: red, Suits: [tricks.Suits]Ink{red, blue, cyan, magenta, bold + ";" + black, lightBlue}},
	},
}

// rich are the colours of the first theme where a terminal shows all there are: warm ones on
// a dark background, deep ones on a light.
var rich = [2]Inks{
	{
		GoalInk: bold + ";38;2;251;241;199", Good: "38;2;184;187;38", Bad: "38;2;251;73;52",
		Suits: [tricks.Suits]Ink{"38;2;254;128;25", "38;2;86;182;194", "38;2;142;192;124", "38;2;211;134;155", bold + ";38;2;250;189;47", "38;2;131;165;208"},
	},
	{
		GoalInk: bold + ";38;2;40;40;40", Good: "38;2;80;100;10", Bad: "38;2;157;0;6",
		Suits: [tricks.Suits]Ink{"38;2;175;58;3", "38;2;7;102;120", "38;2;66;123;88", "38;2;143;63;113", bold + ";38;2;150;100;10", "38;2;40;80;160"},
	},
}

func inksOf(s Style) Inks {
	if s.Colors == termenv.Ascii && !s.Marks {
		return Inks{}
	}
	if s.Colors == termenv.Ascii {
		return Inks{Bold: bold, Reverse: reverse, GoalInk: bold, Turn: bold + ";" + reverse, Fresh: reverse}
	}
	both, ok := themes[s.Theme]
	if s.Colors == termenv.TrueColor && (!ok || s.Theme == settings.Themes[0]) {
		both, ok = rich, true
	}
	if !ok {
		both = themes[settings.Themes[0]]
	}
	c := both[0]
	if s.Light {
		c = both[1]
	}
	c.Bold, c.Faint, c.Reverse = bold, faint, reverse
	c.Turn, c.Fresh = bold+";"+reverse, reverse
	return c
}
