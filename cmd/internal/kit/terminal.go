package kit

import (
	"io"
	"os"

	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
)

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
