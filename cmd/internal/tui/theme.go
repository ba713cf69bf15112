package tui

import (
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

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

// theme is how things are said and how they look on one terminal. Styles are decoration
// only: without any of them the screen says the same.
type theme struct {
	ascii bool
	// Texts are what is said, and the letters on cards.
	*texts.Texts
	// line draws rules, one cell each.
	line string
	// signs are the suits' signs, one cell each.
	signs [tricks.Suits]string

	inks
}

// newTheme returns the looks of a terminal in a language. Colours are of the 16 that every
// terminal has; letters tell the suits, not the colours. What a terminal obeys is
// written by texts.Paint: nothing else gets through, see program.go.
func newTheme(tx *texts.Texts, s Style) *theme {
	t := &theme{
		ascii: s.ASCII, Texts: tx, line: "─", inks: inksOf(s),
		// All of them are in the oldest character sets of terminals.
		signs: [tricks.Suits]string{"∩", "▲", "♣", "♠", "○", "≈"},
	}
	if s.ASCII {
		t.line = "-"
		for s := range t.signs {
			t.signs[s] = " "
		}
	}
	return t
}

// card draws a card: two characters.
func (t *theme) card(c tricks.Card) string {
	switch c {
	case tricks.NoCard:
		return "  "
	case chapters.Closed:
		return "##"
	}
	return t.suited(c, t.Code(c))
}

// suited draws a text in the colour of a card's suit.
func (t *theme) suited(c tricks.Card, text string) string {
	if s := c.Suit(); int(s) < len(t.suits) {
		return t.suits[s].on(text)
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
			groups = append(groups, t.suited(of.First(), t.Codes(of)))
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

// strong draws a text in bold.
func (t *theme) strong(s string) string { return t.bold.on(t.fold(s)) }

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
	if n < 1 {
		return nil
	}
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

// margin sets lines in w cells, with one left free before them.
func (t *theme) margin(lines []string, w int) []string {
	return t.fill(indent(lines, " "), w, len(lines))
}

// rule draws a line from side to side.
func (t *theme) rule(w int) string { return t.faint.on(strings.Repeat(t.line, max(w, 0))) }

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
func indent(lines []string, by string) []string { return hang(by, by, lines) }

// hang puts one thing before the first of some lines and another before the others.
func hang(first, others string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if out[i] = others + l; i == 0 {
			out[i] = first + l
		}
	}
	return out
}

// fullest returns the first of some ways to say a thing that needs no more than h lines,
// and the last one where all need more.
func fullest(h int, ways ...[]string) []string {
	for _, lines := range ways {
		if len(lines) <= h {
			return lines
		}
	}
	return ways[len(ways)-1]
}
