// Package cli is the command line: one file a command, each with its options,
// a constructor and a method that runs it. What all commands share is in root.go
// (global flags, the library), flags.go (arguments and flags, and what they may be),
// exit.go (exit codes), input.go (files and standard input), stream.go (documents one
// after another) and text.go (texts for people).
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/tricks/say"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Main runs the program with its arguments and returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, hungUp, stop := interrupts()
	defer stop()
	stdout = &speaking{hungUp, texts.Cleaned(stdout)}
	stderr = &speaking{hungUp, texts.Cleaned(stderr)}
	limitMemory(0, 0)
	var longest atomic.Int64
	return patiently(ctx, &longest, func() int { return execute(ctx, &longest, args, stdin, stdout, stderr) })
}

// execute runs the program until it ends.
func execute(ctx context.Context, patience *atomic.Int64, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opt := newRootOptions(patience)
	root := newRootCmd(opt)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	addCompletion(root)
	unwritten := checkHelp(root, opt)
	err := checkArgs(args)
	if err == nil {
		err = guard(func() error { return root.ExecuteContext(ctx) })
	}
	if err == nil {
		err = unwritten()
	}
	code, err := exitCode(err)
	if err != nil {
		if lang := langAmong(args); lang != "" { // the mistake may have come before it
			opt.Lang = lang
		}
		opt.note(stderr, "%s", tells(opt.texts(), err))
	}
	return code
}

// longestArg is how long an argument may be, in bytes: as long as a path.
const longestArg = 4096

// checkArgs refuses control characters in arguments, and very long ones. No command
// needs them, and an error that repeats them could forge lines, or fill the screen.
func checkArgs(args []string) error {
	for i, arg := range args {
		if len(arg) > longestArg {
			return say.Errorf("argument %d, %.80q…, is longer than %d bytes", i+1, arg, longestArg)
		}
		if strings.ContainsFunc(arg, unicode.IsControl) {
			return say.Errorf("argument %d, %.80q, holds a control character", i+1, arg)
		}
	}
	return nil
}

// rootOptions are the global flags, and what they lead to.
type rootOptions struct {
	Chapters string
	Color    string
	ASCII    bool
	Lang     string

	// patience is how long the command may take to end after a signal, in nanoseconds.
	patience *atomic.Int64

	// typed is the standard input, see answers.
	typed *lines.Reader

	library func() (*chapters.Library, error)
	// wants returns the person's settings. Ones that cannot be read are left out; the
	// menu says so.
	wants func() settings.Settings
}

// wish has the person want other settings from now on.
func (o *rootOptions) wish(s settings.Settings) { o.wants = func() settings.Settings { return s } }

// wishing returns the options of a person who wants other settings.
func (o *rootOptions) wishing(s settings.Settings) *rootOptions {
	other := *o
	other.wish(s)
	return &other
}

// answers returns the standard input, line by line. A command may ask in several
// places, one round after the other: what was read ahead in one is not lost for the
// next.
func (o *rootOptions) answers(cmd *cobra.Command) *lines.Reader {
	if o.typed == nil {
		o.typed = lines.New(files.Interruptible(cmd.Context(), cmd.InOrStdin()))
	}
	return o.typed
}

// texts are those of --lang, else of the settings, else of the environment.
func (o *rootOptions) texts() *texts.Texts {
	lang := o.Lang
	if lang == "" {
		lang = o.wants().Lang
	}
	if lang == "" {
		lang = texts.Language(os.Getenv)
	}
	return texts.New(lang)
}

// note tells the person something on a line of its own that begins with the program's
// name, in the language.
func (o *rootOptions) note(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "fellowship: %s\n", o.texts().Sprintf(format, args...))
}

// color is --color, else the setting.
func (o *rootOptions) color() string {
	if o.Color == "auto" && o.wants().Color != "" {
		return o.wants().Color
	}
	return o.Color
}

// isLight reports whether a terminal says that its background is light: by the number
// of its colour, behind that of the text.
func isLight(colors string) bool {
	back := colors[strings.LastIndexByte(colors, ';')+1:]
	return back == "7" || back == "15"
}

// style is what the screens are drawn for, on the program's own terminal.
func (o *rootOptions) style(out io.Writer) tui.Style {
	s := tui.StyleOf(out, o.color(), o.ASCII || o.wants().ASCII)
	s.Theme = o.wants().Theme
	switch o.wants().Background {
	case "light":
		s.Light = true
	case "dark":
	default:
		s.Light = isLight(os.Getenv("COLORFGBG"))
	}
	return s
}

// Library returns the characters and chapters, those of --chapters included. It
// loads them once.
func (o *rootOptions) Library() (*chapters.Library, error) { return o.library() }

// colors reports whether to write colours to w: --color, else NO_COLOR, else
// whether it is a terminal.
func (o *rootOptions) colors(w io.Writer) bool {
	switch o.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(x any) bool {
	if w, ok := x.(io.Writer); ok {
		x = texts.Raw(w)
	}
	f, ok := x.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// columnsOf returns what tells how wide a terminal is now: 0 where it is none, or
// does not say.
func columnsOf(w io.Writer) func() int {
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

// langAmong returns the last language that is asked for in arguments that may not
// have been read to their end.
func langAmong(args []string) (lang string) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && texts.Known(value) {
			lang = value
		}
	}
	return lang
}

// withLibrary makes what a command does of what it does with the characters and chapters.
func (o *rootOptions) withLibrary(do func(*cobra.Command, *chapters.Library, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		lib, err := o.Library()
		if err != nil {
			return err
		}
		return do(cmd, lib, args)
	}
}

func newRootOptions(patience *atomic.Int64) *rootOptions {
	opt := &rootOptions{Color: "auto", patience: patience}
	opt.library = sync.OnceValues(func() (*chapters.Library, error) { return loadLibrary(opt.Chapters) })
	opt.wants = sync.OnceValue(func() settings.Settings {
		s, _ := settings.Load(settings.Path())
		return s
	})
	return opt
}

func newRootCmd(opt *rootOptions) *cobra.Command {
	play := newPlayCmd(opt)
	cmd := &cobra.Command{
		Use:   "fellowship",
		Short: "Play, solve and study The Fellowship of the Ring – Trick-Taking Game",
		Long: `Play the campaign of The Fellowship of the Ring – Trick-Taking Game with the
computer as your table mates, and find out whether a deal could have been won.

Without a command there is a menu, which goes on with your last game at once. In
a game q goes back to the menu and ctrl-C ends the program; the game is saved
either way. In a pipe there is this help instead.`,
		Example: `  fellowship play --chapter 1       play a round
  fellowship solve c02p4s7          could that deal have been won?
  fellowship chapters               what there is to play`,
		Version:       readVersion().Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()) {
				return cmd.Help()
			}
			play.SetContext(cmd.Context())
			if os.Getenv("TERM") == "dumb" {
				return play.RunE(play, nil)
			}
			return opt.withLibrary(opt.menu)(play, nil)
		},
	}
	cmd.SetVersionTemplate("fellowship {{.Version}}\n")
	cmd.SetFlagErrorFunc(flagError)

	flags := cmd.PersistentFlags()
	flags.StringVar(&opt.Chapters, "chapters", "", "`folder` with chapters of your own")
	flags.Var(oneOf(&opt.Color, "auto", "always", "never"), "color", "colours: auto, always or never")
	flags.BoolVar(&opt.ASCII, "ascii", false, "write nothing but ASCII characters")
	flags.Var(oneOf(&opt.Lang, characters.Languages...), "lang", "language; else the setting, else LANG")

	cmd.SetHelpCommand(newHelpCmd())
	cmd.AddCommand(
		play,
		newDealCmd(opt),
		newSolveCmd(opt),
		newAnalyseCmd(opt),
		newPerftCmd(opt),
		newReplayCmd(opt),
		newSimulateCmd(opt),
		newDifficultyCmd(opt),
		newArenaCmd(opt),
		newChaptersCmd(opt),
		newBenchCmd(opt),
		newSavesCmd(opt),
		newCampaignCmd(opt),
		newEnterCmd(opt),
		newRulesCmd(opt),
		newServeCmd(opt),
		newTablesCmd(opt),
		newManCmd(opt),
		newVersionCmd(),
	)
	return cmd
}

// addCompletion adds the command that cobra would add later, which takes any
// word for a shell: an unknown one is an error as for every other command. Shells
// complete the words of flags, too. The output has to be set, because the command
// keeps it.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Args = knownCommand
		completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range completion.Commands() {
			shell.Args = noArgs
		}
	}
	for _, cmd := range allCommands(root) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if c, ok := f.Value.(*choice); ok {
				// Only a flag that is not there or has its words already is an error.
				_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(c.allowed, cobra.ShellCompDirectiveNoFileComp))
			}
		})
	}
}

// loadLibrary loads the files that come with the program and those of a folder
// of the user's own, if one is named.
func loadLibrary(dir string) (*chapters.Library, error) {
	if dir == "" {
		return chapters.Default(), nil
	}
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	lib, err := chapters.Load(os.DirFS(dir))
	if err != nil {
		return nil, placeErrors(err, dir)
	}
	return lib, nil
}

// dataFolders are the folders of a --chapters directory.
var dataFolders = []string{"characters", "riders", "gifts", "chapters"}

// checkFolder complains about a folder without anything to load, which would
// otherwise be ignored without a word.
func checkFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return say.Errorf("--chapters %s: %w", dir, withoutPath(err))
	} else if !info.IsDir() {
		return say.Errorf("--chapters %s is not a folder; name the one that holds the folders %s", dir, strings.Join(dataFolders, ", "))
	}
	if _, err := os.ReadDir(dir); err != nil {
		return say.Errorf("--chapters %s: %w", dir, withoutPath(err))
	}
	fsys := characters.Limited(os.DirFS(dir))
	for _, name := range dataFolders {
		if names, err := characters.Files(fsys, name); err != nil || len(names) > 0 {
			return placeErrors(err, dir)
		}
	}
	return say.Errorf("--chapters %s: there are no .yaml files in its folders %s", dir, strings.Join(dataFolders, ", "))
}

// withoutPath leaves out of a file system's error the operation and the path,
// for a message that has named the path already.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// placeErrors completes the names of files inside a folder in their errors, so
// that an editor finds them.
func placeErrors(err error, dir string) error {
	eachError(err, func(e *strictyaml.Error) {
		file := filepath.Join(dir, filepath.FromSlash(e.File))
		if _, missing := os.Lstat(file); missing == nil {
			e.File = file
		}
	})
	return err
}

// eachError calls f for every error of a type that err holds, but not for those that one
// of them holds itself.
func eachError[E error](err error, f func(E)) {
	switch e := err.(type) { //nolint:errorlint // this walks the tree itself
	case E:
		f(e)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			eachError(inner, f)
		}
	case interface{ Unwrap() error }:
		eachError(e.Unwrap(), f)
	}
}
