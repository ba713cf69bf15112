package tui

import (
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// Style is what the screens are drawn for: what one terminal can show. It is
// handed to every screen, so that one process draws for many terminals.
type Style struct {
	// Colors are those that the terminal has; termenv.Ascii is none.
	Colors termenv.Profile
	// ASCII draws nothing but ASCII characters.
	ASCII bool
	// Theme is one of [settings.Themes], the first one if empty; Light says that the
	// terminal's background is light.
	Theme string
	Light bool
}

// StyleOf returns the style for the program's own terminal. Color is auto, always
// or never; auto looks at the terminal, NO_COLOR and TERM.
func StyleOf(out io.Writer, color string, ascii bool) Style {
	colors := termenv.ANSI
	switch color {
	case "always":
	case "never":
		colors = termenv.Ascii
	default:
		if termenv.NewOutput(texts.Raw(out)).EnvColorProfile() == termenv.Ascii {
			colors = termenv.Ascii
		}
	}
	return Style{Colors: colors, ASCII: ascii}
}

// renderer colours texts. It asks neither a terminal nor the environment: those
// of the process are not always those of the person.
func (s Style) renderer() *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(s.Colors))
	r.SetColorProfile(s.Colors)
	r.SetHasDarkBackground(true)
	return r
}

// theme is how things look. Styles are decoration only: without any of them the
// screen says the same.
type theme struct {
	ascii bool
	// letters are those on cards; without them they are those of T2.
	letters *texts.Texts
	// line draws rules, bar draws columns; one cell each.
	line, bar string
	// signs are the suits' signs, one cell each.
	signs [tricks.Suits]string

	title, faint, prompt, good, bad, cursor lipgloss.Style
	suits                                   [tricks.Suits]lipgloss.Style
	// codes are the same as parameters of ESC [ ... m, for a canvas, and those of
	// things that nothing else has.
	codes codes
}

// codes are the parameters of ESC [ ... m of what is drawn on a board; none without
// colours.
type codes struct {
	bold, faint, reverse, good, bad string
	// goal is what a seat wants, turn whose turn it is, fresh what has changed.
	goal, turn, fresh string
	suits             [tricks.Suits]string
}

const (
	bold, faint, reverse                           = "1", "2", "7"
	black, red, green, yellow, blue, magenta, cyan = "30", "31", "32", "33", "34", "35", "36"
	gray, lightRed, lightGreen, lightYellow        = "90", "91", "92", "93"
	lightBlue, lightMagenta, lightCyan, white      = "94", "95", "96", "97"
)

// themes have the colours on a dark background and on a light one. They are of the 16
// that every terminal has.
var themes = map[string][2]codes{
	"classic": {
		{goal: bold + ";" + white, good: green, bad: red, suits: [tricks.Suits]string{red, cyan, green, magenta, bold + ";" + yellow, lightBlue}},
		{goal: bold + ";" + black, good: green, bad: red, suits: [tricks.Suits]string{red, blue, green, magenta, bold + ";" + black, cyan}},
	},
	"vivid": {
		{
			goal: bold + ";" + white, good: bold + ";" + lightGreen, bad: bold + ";" + lightRed,
			suits: [tricks.Suits]string{bold + ";" + lightRed, bold + ";" + lightCyan, bold + ";" + lightGreen, bold + ";" + lightMagenta, bold + ";" + lightYellow, bold + ";" + lightBlue},
		},
		{
			goal: bold + ";" + black, good: bold + ";" + green, bad: bold + ";" + red,
			suits: [tricks.Suits]string{bold + ";" + red, bold + ";" + blue, bold + ";" + green, bold + ";" + magenta, bold + ";" + black, bold + ";" + cyan},
		},
	},
	"safe": {
		{goal: bold + ";" + white, good: lightBlue, bad: yellow, suits: [tricks.Suits]string{yellow, lightBlue, lightCyan, lightMagenta, bold + ";" + white, blue}},
		{goal: bold + ";" + black, good: blue, bad: red, suits: [tricks.Suits]string{red, blue, cyan, magenta, bold + ";" + black, lightBlue}},
	},
}

// codesOf returns the codes for a terminal.
func codesOf(s Style) codes {
	if s.Colors == termenv.Ascii {
		return codes{}
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

// newTheme returns the looks for a terminal. Colours are of the 16 that every
// terminal has; letters tell the suits, not the colours. What a terminal obeys is
// written by texts.Paint: nothing else gets through, see program.go.
func newTheme(s Style) *theme {
	r := s.renderer()
	look := func(code string) lipgloss.Style {
		if code == "" {
			return r.NewStyle()
		}
		return r.NewStyle().Transform(func(text string) string { return texts.Paint(code, text) })
	}
	c := codesOf(s)
	t := &theme{
		ascii: s.ASCII, line: "─", bar: "│", codes: c,
		title: look(c.bold), faint: look(c.faint), prompt: look(c.bold), cursor: look(c.reverse),
		good: look(c.good), bad: look(c.bad),
		// All of them are in the oldest character sets of terminals.
		signs: [tricks.Suits]string{"∩", "▲", "♣", "♠", "○", "≈"},
	}
	for s := range t.suits {
		t.suits[s] = look(c.suits[s])
	}
	if s.ASCII {
		t.line, t.bar = "-", "|"
		for s := range t.signs {
			t.signs[s] = " "
		}
	}
	return t
}

// inked draws a text by a code.
func inked(code, text string) string {
	if code == "" || text == "" {
		return text
	}
	return texts.Paint(code, text)
}

// card draws a card: two characters.
func (t *theme) card(c tricks.Card) string {
	switch c {
	case tricks.NoCard:
		return "  "
	case chapters.Closed:
		return "##"
	}
	return t.suited(c, t.letters.Code(c))
}

// suited draws a text in the colour of a card's suit.
func (t *theme) suited(c tricks.Card, text string) string {
	if s := c.Suit(); int(s) < len(t.suits) {
		return t.suits[s].Render(text)
	}
	return text
}

// cards draws a set of cards.
func (t *theme) cards(set tricks.Set) string { return strings.Join(t.groups(set), " ") }

// groups draws the cards of each suit.
func (t *theme) groups(set tricks.Set) []string {
	var groups []string
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		if of := set.Of(s); of != 0 {
			groups = append(groups, t.suited(of.First(), t.letters.Codes(of)))
		}
	}
	return groups
}

// A frame is put together from blocks: slices of lines of equal width. All text
// comes through one of the functions below, which measure it as the terminal
// will show it.

// fold leaves out what --ascii forbids.
func (t *theme) fold(s string) string {
	if !t.ascii {
		return s
	}
	return texts.InASCII(s)
}

// fit makes a line exactly w cells wide.
func (t *theme) fit(s string, w int) string {
	s = t.fold(s)
	n := ansi.StringWidth(s)
	switch {
	case w <= 0:
		return ""
	case n > w:
		s = ansi.Truncate(s, w, "..")
		n = ansi.StringWidth(s)
	}
	return s + strings.Repeat(" ", max(w-n, 0))
}

// middle sets a line in the middle of w cells.
func (t *theme) middle(s string, w int) string {
	s = t.fold(s)
	return t.fit(strings.Repeat(" ", max((w-ansi.StringWidth(s))/2, 0))+s, w)
}

// spread sets one text to the left and one to the right. The right one stays
// whole.
func (t *theme) spread(left, right string, w int) string {
	right = t.fold(right)
	n := ansi.StringWidth(right)
	if n == 0 || n >= w {
		return t.fit(left+right, w)
	}
	return t.fit(left, w-n-1) + " " + right
}

// wrap breaks a text into lines of at most w cells.
func (t *theme) wrap(s string, w int) []string {
	return strings.Split(ansi.Wrap(t.fold(s), max(w, 1), ""), "\n")
}

// wrapAtMost is wrap with at most n lines; the last one is cut if it has to be.
func (t *theme) wrapAtMost(s string, w, n int) []string {
	lines := t.wrap(s, w)
	if len(lines) > n {
		rest := strings.Join(lines[n-1:], " ")
		lines = append(lines[:n-1], strings.TrimRight(t.fit(rest, w), " "))
	}
	return lines
}

// fill makes a block of exactly w by h cells.
func (t *theme) fill(lines []string, w, h int) []string {
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = t.fit(lines[i], w)
		} else {
			out[i] = t.fit("", w)
		}
	}
	return out
}

// rule draws a line from side to side.
func (t *theme) rule(w int) string { return t.faint.Render(strings.Repeat(t.line, max(w, 0))) }

// beside sets blocks of equal height side by side.
func beside(blocks ...[]string) []string {
	out := make([]string, len(blocks[0]))
	for _, b := range blocks {
		for i := range out {
			out[i] += b[i]
		}
	}
	return out
}

// indent moves lines to the right.
func indent(lines []string, by string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = by + l
	}
	return out
}

// styled gives each line a style.
func styled(s lipgloss.Style, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = s.Render(l)
	}
	return out
}
