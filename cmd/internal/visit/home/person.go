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

// Person is whoever sits at this machine: the wishes about language, looks and chapters that were
// said with the command, and those of the settings, which hold where nothing was said.
type Person struct {
	// Chapters is a folder with chapters of the person's own, empty for none.
	Chapters string
	// Color is auto, always or never.
	Color string
	ASCII bool
	// Lang is empty for the language of the settings, else of the environment.
	Lang string
	// Settings returns the person's settings, without those that cannot be read for the reason Unread.
	Settings func() settings.Settings
	Unread   error

	// Asked reports whether the person was asked, or shown a screen. From then on errors are told in the
	// person's language.
	Asked bool
	// stdin is the standard input, see answers.
	stdin *lines.Reader
}

// UseSettings has the person want other settings from now on.
func (p *Person) UseSettings(s settings.Settings) { p.Settings = func() settings.Settings { return s } }

// inputLines returns the input, line by line. The program may ask in several places, one round
// after the other: lines read ahead in one are not lost for the next.
func (p *Person) inputLines(ctx context.Context, in io.Reader) *lines.Reader {
	p.Asked = true
	if p.stdin == nil {
		p.stdin = lines.New(disk.Interruptible(ctx, in))
	}
	return p.stdin
}

// Texts are those of the language.
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
	default: // the terminal tells the number of its background, behind that of the text
		colors := os.Getenv("COLORFGBG")
		back := colors[strings.LastIndexByte(colors, ';')+1:]
		s.Light = back == "7" || back == "15"
	}
	return s
}

// PageStyle is how pages are shown that go to w.
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

// codes are those of the colours of tones.
var codes = map[page.Tone]string{page.Strong: "1", page.Good: "32", page.Bad: "31"}

// Print writes a page for people to w.
func (p *Person) Print(w io.Writer, written page.Page) error {
	out := page.Writer{W: w, Style: p.PageStyle(w)}
	return out.Print(written)
}
