// Package kit has the parts of every screen: texts and colors for a terminal (theme.go, terminal.go), the
// frame around a screen (frame.go, key_help.go, window_size.go), the screens that lie on each other
// (stack.go), and the two kinds of screens: sheets with rows or with a text that scrolls (sheet.go, row.go,
// control.go, shortcut.go, reader.go), and programs of their own (model_screen.go).
package kit

import (
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/texts"
)

// Theme has the texts and the colors of one terminal. Colors are decoration only: without them the screen
// says the same.
//
// A sheet is put together from lines. All its text goes through Fold, Fit, Wrap or Fill, which measure it as the
// terminal will show it.
type Theme struct {
	// ASCII restricts all text to ASCII characters.
	ASCII bool
	// Texts has the sentences and the letters on cards.
	Texts *texts.Texts
	// Look is how the terminal shows tones.
	Look *felt.Palette
}

// NewTheme returns the theme of a terminal in the language of the texts.
func NewTheme(tx *texts.Texts, s TermProfile) *Theme {
	return &Theme{ASCII: s.ASCII, Texts: tx, Look: felt.NewPalette(s.Colors, s.Light, s.ASCII, s.Marks, tx.Code)}
}

// Fold replaces the characters that --ascii forbids.
func (t *Theme) Fold(s string) string {
	if !t.ASCII {
		return s
	}
	return texts.InASCII(s)
}

// Fit makes a line exactly w cells wide.
func (t *Theme) Fit(s string, w int) string {
	s = t.Fold(s)
	return cells.Pad(cells.Cut(s, max(w, 0), ".."), w)
}

// Wrap breaks a text into lines of at most w cells.
func (t *Theme) Wrap(s string, w int) []string {
	return cells.Wrap(t.Fold(s), w)
}

// Fill makes a block of exactly w by h cells.
func (t *Theme) Fill(lines []string, w, h int) []string {
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = t.Fit(lines[i], w)
		} else {
			out[i] = t.Fit("", w)
		}
	}
	return out
}

// Indent puts a prefix before each line.
func Indent(lines []string, prefix string) []string { return Hang(prefix, prefix, lines) }

// Hang puts one prefix before the first line and another before the others.
func Hang(first, rest string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = rest + l
		if i == 0 {
			out[i] = first + l
		}
	}
	return out
}
