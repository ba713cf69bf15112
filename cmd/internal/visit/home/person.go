package home

import (
	"context"
	"io"
	"os"
	"strings"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Person is the user of this machine: the options of the command about language, look and chapters, and the
// settings, which apply where no option is given.
type Person struct {
	// Chapters is a folder with the person's own chapters, empty for none.
	Chapters string
	// Color is auto, always or never.
	Color string
	// ASCII restricts all output to ASCII characters.
	ASCII bool
	// Lang is the language; empty means the one of the settings, and then of the environment.
	Lang string
	// Settings returns the person's settings. Those that cannot be read have their default.
	Settings func() settings.Settings
	// Unread is why settings could not be read, nil if all were.
	Unread error

	// Asked reports whether the person was asked something or shown a screen. From then on errors are
	// reported in the person's language.
	Asked bool
	// stdin reads the standard input, see inputLines.
	stdin *lines.Reader
}

// UseSettings replaces the person's settings.
func (p *Person) UseSettings(s settings.Settings) { p.Settings = func() settings.Settings { return s } }

// inputLines returns the input, line by line. All questions share one reader: lines that one of them reads
// ahead are not lost for the next.
func (p *Person) inputLines(ctx context.Context, in io.Reader) *lines.Reader {
	p.Asked = true
	if p.stdin == nil {
		p.stdin = lines.New(disk.Interruptible(ctx, in))
	}
	return p.stdin
}

// Texts returns the texts in the person's language.
func (p *Person) Texts() *texts.Texts {
	lang := p.Lang
	if lang == "" {
		lang = p.Settings().Lang
	}
	if lang == "" {
		lang = texts.Language(os.Getenv)
	}
	return texts.New(lang)
}

// Style describes the program's own terminal, for which screens are drawn.
func (p *Person) Style(out io.Writer) kit.TermProfile {
	wants := p.Settings()
	color := p.Color
	if color == "auto" && wants.Color != "" {
		color = wants.Color
	}
	s := kit.TermProfileOf(out, color, p.ASCII || wants.ASCII)
	switch wants.Background {
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
func (p *Person) PageStyle(w io.Writer) page.Style {
	style := page.Style{Width: page.Width, Whole: true}
	if p.ASCII {
		style.Fold = texts.InASCII
	}
	if kit.TermProfileOf(w, p.Color, p.ASCII).Colors != termenv.Ascii {
		style.Paint = func(tone page.Tone, s string) string { return texts.Paint(codes[tone], s) }
	}
	return style
}

// codes has the terminal's color codes of the tones.
var codes = map[page.Tone]string{page.Strong: "1", page.Good: "32", page.Bad: "31"}

// Print writes a page to w.
func (p *Person) Print(w io.Writer, written page.Page) error {
	out := page.Writer{W: w, Style: p.PageStyle(w)}
	return out.Print(written)
}
