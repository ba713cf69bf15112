// Package console is the person's own terminal: what is read from it and written to it, and how that may look. The
// pages of commands are written on it, games line by line, and a full screen is drawn for it.
package console

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Console is a terminal, or whatever replaces it.
type Console struct {
	// In is the input.
	In io.Reader
	// Out is the output.
	Out io.Writer
	// Color is auto, always or never.
	Color string
	// ASCII restricts all output to ASCII characters.
	ASCII bool

	// Asked reports whether the person was asked something or shown a screen. From then on errors are
	// reported in the person's language.
	Asked bool
	// typed reads the input, see Lines.
	typed *lines.Reader
}

// IsInteractive reports whether a person can be asked.
func (c *Console) IsInteractive() bool { return kit.IsTerminal(c.In) && kit.IsTerminal(c.Out) }

// HasScreen reports whether a full screen can be drawn.
func (c *Console) HasScreen() bool { return c.IsInteractive() && !kit.IsDumb() }

// Columns returns a function that measures the current width, see [kit.ColumnsOf].
func (c *Console) Columns() func() int { return kit.ColumnsOf(c.Out) }

// Lines returns the input, line by line. All questions share one reader: lines that one of them reads ahead are
// not lost for the next. The person counts as asked.
func (c *Console) Lines(ctx context.Context) *lines.Reader {
	c.Asked = true
	if c.typed == nil {
		c.typed = lines.New(disk.Interruptible(ctx, c.In))
	}
	return c.typed
}

// PrintLine prints a line for the person.
func (c *Console) PrintLine(line string) {
	if c.ASCII {
		line = texts.InASCII(line)
	}
	fmt.Fprintln(c.Out, line)
}

// Style describes the terminal for screens, with what the person wishes of it.
func (c *Console) Style(r reader.Reader) kit.TermProfile {
	color := c.Color
	if color == "auto" {
		color = cmp.Or(r.Color(), color)
	}
	s := kit.TermProfileOf(c.Out, color, c.ASCII || r.WantsASCII())
	switch r.Background() {
	case "light":
		s.Light = true
	case "dark":
	default: // some terminals say their colors as "text;background"
		colors := os.Getenv("COLORFGBG")
		back := colors[strings.LastIndexByte(colors, ';')+1:]
		s.Light = back == "7" || back == "15"
	}
	return s
}

// PageStyle returns the style of pages that are written to w.
func (c *Console) PageStyle(w io.Writer) page.Style {
	style := page.Style{Width: page.Width, Whole: true}
	if c.ASCII {
		style.Fold = texts.InASCII
	}
	if kit.TermProfileOf(w, c.Color, c.ASCII).Colors != termenv.Ascii {
		style.Paint = func(tone page.Tone, s string) string { return texts.Paint(codes[tone], s) }
	}
	return style
}

// codes has the terminal's color codes of the tones.
var codes = map[page.Tone]string{page.Strong: "1", page.Good: "32", page.Bad: "31"}

// Print writes a page to w.
func (c *Console) Print(w io.Writer, written page.Page) error {
	out := page.Writer{W: w, Style: c.PageStyle(w)}
	return out.Print(written)
}
