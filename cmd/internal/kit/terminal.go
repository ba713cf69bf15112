package kit

import (
	"io"
	"os"
	"runtime"

	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"
)

// TermProfile describes the terminal that screens are drawn for. Every screen gets one, since one
// process may draw for many terminals.
type TermProfile struct {
	// Colors are the colors of the terminal; termenv.Ascii means none.
	Colors termenv.Profile
	// Marks reports whether a terminal without colors shows bold and reversed text.
	Marks bool
	// ASCII restricts all drawing to ASCII characters.
	ASCII bool
	// Light reports whether the terminal's background is light.
	Light bool
}

// TermProfileOf returns the profile of the program's own terminal. Color is auto, always or never; auto
// looks at the terminal, NO_COLOR and TERM.
func TermProfileOf(out io.Writer, color string, ascii bool) TermProfile {
	colors := min(termenv.EnvColorProfile(), termenv.ANSI)
	switch {
	case color == "always":
	case color == "never" || IsDumb() || termenv.NewOutput(texts.Raw(out)).EnvColorProfile() == termenv.Ascii:
		colors = termenv.Ascii
	}
	return TermProfile{Colors: colors, ASCII: ascii, Marks: true}
}

// IsDumb reports whether the program's own terminal understands no escape codes: TERM says so, or nothing. Windows
// needs no TERM.
func IsDumb() bool {
	name := os.Getenv("TERM")
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
}

// IsTerminal reports whether a reader or writer is a terminal.
func IsTerminal(x any) bool {
	if w, ok := x.(io.Writer); ok {
		x = texts.Raw(w)
	}
	f, ok := x.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// ColumnsOf returns a function that measures the current width of a terminal, 0 if that fails. It returns
// nil for a writer that is not a file.
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
