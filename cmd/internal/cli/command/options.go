package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
)

// Root are the global flags, and what they lead to.
type Root struct {
	Chapters string
	Color    string
	ASCII    bool
	Lang     string

	// patience is how long the command may take to end after a signal, in nanoseconds.
	Patience *atomic.Int64

	// typed is the standard input, see answers.
	typed *lines.Reader

	library func() (*chapters.Library, error)
	// Wants returns the person's settings: the usual ones where Unread is why those of the
	// person cannot be read.
	Wants  func() settings.Settings
	Unread error
}

// Wish has the person want other settings from now on.
func (o *Root) Wish(s settings.Settings) { o.Wants = func() settings.Settings { return s } }

// Wishing returns the options of a person who wants other settings.
func (o *Root) Wishing(s settings.Settings) *Root {
	other := *o
	other.Wish(s)
	return &other
}

// Answers returns the standard input, line by line. A command may ask in several
// places, one round after the other: lines read ahead in one are not lost for the next.
func (o *Root) Answers(cmd *cobra.Command) *lines.Reader {
	if o.typed == nil {
		o.typed = lines.New(files.Interruptible(cmd.Context(), cmd.InOrStdin()))
	}
	return o.typed
}

// Texts are those of --lang, else of the settings, else of the environment.
func (o *Root) Texts() *texts.Texts {
	lang := o.Lang
	if lang == "" {
		lang = o.Wants().Lang
	}
	if lang == "" {
		lang = texts.Language(os.Getenv)
	}
	return texts.New(lang)
}

// Note tells the person something on a line of its own that begins with the program's
// name, in the language.
func (o *Root) Note(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "fellowship: %s\n", o.Texts().Sprintf(format, args...))
}

// color is --color, else the setting.
func (o *Root) color() string {
	if o.Color == "auto" && o.Wants().Color != "" {
		return o.Wants().Color
	}
	return o.Color
}

// Screen returns the terminal of a command for its full screens.
func (o *Root) Screen(cmd *cobra.Command, lib *chapters.Library) tui.Terminal {
	out := cmd.OutOrStdout()
	return tui.Terminal{In: cmd.InOrStdin(), Out: out, Texts: o.Texts(), Style: o.Style(out), Library: lib}
}

// Style describes the program's own terminal, for which screens are drawn.
func (o *Root) Style(out io.Writer) kit.Style {
	s := kit.StyleOf(out, o.color(), o.ASCII || o.Wants().ASCII)
	s.Theme = o.Wants().Theme
	switch o.Wants().Background {
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

// Library returns the characters and chapters, those of --chapters included. It
// loads them once.
func (o *Root) Library() (*chapters.Library, error) { return o.library() }

// colors reports whether to write colours to w: --color, else NO_COLOR, else
// whether it is a terminal.
func (o *Root) colors(w io.Writer) bool {
	switch o.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
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

// WithLibrary makes what a command does of what it does with the characters and chapters.
func (o *Root) WithLibrary(do func(*cobra.Command, *chapters.Library, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		lib, err := o.Library()
		if err != nil {
			return err
		}
		return do(cmd, lib, args)
	}
}

// NewRoot returns the global flags as they are by default. Patience is [Root.Patience].
func NewRoot(patience *atomic.Int64) *Root {
	opt := &Root{Color: "auto", Patience: patience}
	opt.library = sync.OnceValues(func() (*chapters.Library, error) { return loadLibrary(opt.Chapters) })
	opt.Wants = sync.OnceValue(func() settings.Settings {
		s, err := settings.Load(settings.Path())
		opt.Unread = err
		return s
	})
	return opt
}
