// Package kit is what every screen is made of: how things are said and look on a terminal (theme.go), the frame
// around a screen (frame.go), rows and texts that scroll (form.go, reader.go), and the screens that lie on each
// other (stack.go, hosted.go).
package kit

import (
	"io"
	"os"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"
)

// TermProfile describes the terminal that screens are drawn for. It is handed to every screen, so that
// one process draws for many terminals.
type TermProfile struct {
	// Colors are those that the terminal has; termenv.Ascii is none.
	Colors termenv.Profile
	// Marks reports whether a terminal without colours shows bold and reversed texts.
	Marks bool
	// ASCII draws nothing but ASCII characters.
	ASCII bool
	// Light reports whether the terminal's background is light.
	Light bool
}

// TermProfileOf returns the style for the program's own terminal. Color is auto, always
// or never; auto looks at the terminal, NO_COLOR and TERM.
func TermProfileOf(out io.Writer, color string, ascii bool) TermProfile {
	colors := min(termenv.EnvColorProfile(), termenv.ANSI)
	switch {
	case color == "always":
	case color == "never" || termenv.NewOutput(texts.Raw(out)).EnvColorProfile() == termenv.Ascii:
		colors = termenv.Ascii
	}
	return TermProfile{Colors: colors, ASCII: ascii, Marks: true}
}

// Theme is how things are said and how they look on one terminal. Looks are decoration only: without
// colours the screen says the same.
type Theme struct {
	ASCII bool
	// Texts are the sentences and the letters on cards.
	*texts.Texts
	// Look is how the terminal shows tones.
	Look *felt.Palette
}

// NewTheme returns the looks of a terminal in a language.
func NewTheme(tx *texts.Texts, s TermProfile) *Theme {
	return &Theme{ASCII: s.ASCII, Texts: tx, Look: felt.NewPalette(s.Colors, s.Light, s.ASCII, s.Marks, tx.Code)}
}

// A sheet is put together from lines. All text comes through one of the functions below, which
// measure it as the terminal will show it.

// Fold leaves out what --ascii forbids.
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

// Indent moves lines to the right.
func Indent(lines []string, prefix string) []string { return Hang(prefix, prefix, lines) }

// Hang puts one thing before the first of some lines and another before the others.
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

// IsTerminal reports whether a reader or writer is a terminal.
func IsTerminal(x any) bool {
	if w, ok := x.(io.Writer); ok {
		x = texts.Raw(w)
	}
	f, ok := x.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// ColumnsOf returns a function for the width of a terminal now: 0 where it is none, or does not
// say.
func ColumnsOf(w io.Writer) func() int {
	f, ok := texts.Raw(w).(*os.File)
	if !ok {
		return nil
	}
	return func() int {
		columns, _, err := term.GetSize(f.Fd())
		if err != nil {
			return 0
		}
		return columns
	}
}
