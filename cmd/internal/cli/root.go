// Package cli is the command line: the root command, its help and version.
// The other commands are in folders:
//
//   - playing: play, puzzle, enter, saves, stats, campaign and replay; what they play is in
//     package home
//   - solving: deal, solve, check-proof, analyse, perft and bench
//   - measuring: simulate, arena and difficulty
//   - browsing: chapters, rules and notation
//   - serving: serve and tables
//   - command: what all of them share
//   - clitest: runs the program as scripts say, in the tests of all these
//
// The tests here run the whole program; the tests of one part lie beside it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	_ "fellowship/cmd/internal/background" // before Bubble Tea asks the terminal
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/cli/browsing"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/measuring"
	"fellowship/cmd/internal/cli/playing"
	"fellowship/cmd/internal/cli/serving"
	"fellowship/cmd/internal/cli/solving"
	"fellowship/cmd/internal/kit"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Main runs the program with its arguments and returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, hungUp, stop := command.Interrupts()
	defer stop()
	stdout = command.Speaking(hungUp, stdout)
	stderr = command.Speaking(hungUp, stderr)
	command.CollectSeldom(0)
	var longest atomic.Int64
	return command.RunPatiently(ctx, &longest, func() int {
		return execute(ctx, &longest, args, stdin, stdout, stderr)
	})
}

// execute runs the program until it ends.
func execute(ctx context.Context, patience *atomic.Int64, args []string, stdin io.Reader,
	stdout, stderr io.Writer,
) int {
	opt := command.NewRoot(patience)
	only := namedCommand(args)
	root := newRootCmd(opt, only)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if only == "" {
		addCompletion(opt, root, args)
	}
	unwritten := checkHelp(root)
	err := checkArgs(args)
	if err == nil {
		err = checkRepeated(root, args)
	}
	if err == nil {
		err = say.Guard(func() error { return root.ExecuteContext(ctx) })
	}
	if err == nil {
		err = unwritten()
	}
	code, err := command.ExitCode(err)
	if err != nil {
		text := command.Shown(err)
		if opt.Console.Asked {
			text = command.ShownIn(opt.Person.Texts(), err)
		}
		command.Note(stderr, "%s", text)
	}
	if opt.Person.Unread != nil && !errors.Is(err, opt.Person.Unread) {
		command.Note(stderr, "%s\nthe file is unchanged; the other settings are used until you fix it",
			command.Shown(opt.Person.Unread))
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
			return fmt.Errorf("argument %d, %.80q…, is longer than %d bytes", i+1, arg, longestArg)
		}
		if strings.ContainsFunc(arg, unicode.IsControl) {
			return fmt.Errorf("argument %d, %.80q, contains a control character", i+1, arg)
		}
	}
	return nil
}

// checkRepeated refuses a flag that takes one value and is given two, since one of them would be
// ignored silently.
func checkRepeated(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil //nolint:nilerr // running the command reports it
	}
	cmd.InheritedFlags() // this adds the inherited flags to the command
	cmd.InitDefaultHelpFlag()
	given := map[string]string{}
	var twice error
	err = cmd.Flags().ParseAll(rest, func(f *pflag.Flag, value string) error {
		_, isList := f.Value.(pflag.SliceValue)
		takesOne := f.NoOptDefVal == "" && !isList && f.Value.Type() != "func"
		if earlier, repeated := given[f.Name]; repeated && takesOne && twice == nil {
			twice = fmt.Errorf("--%s is given twice, as %s and %s\nsee: %s --help",
				f.Name, earlier, value, cmd.CommandPath())
		}
		given[f.Name] = value
		return nil
	})
	if err != nil {
		return nil //nolint:nilerr // running the command reports this, too
	}
	return twice
}

// commands construct the commands, by their names.
var commands = map[string]func(*command.Root) *cobra.Command{
	"analyse":     solving.NewAnalyse,
	"arena":       measuring.NewArena,
	"bench":       solving.NewBench,
	"campaign":    playing.NewCampaign,
	"chapters":    browsing.NewChapters,
	"check-proof": solving.NewCheckProof,
	"deal":        solving.NewDeal,
	"difficulty":  measuring.NewDifficulty,
	"enter":       playing.NewEnter,
	"notation":    func(*command.Root) *cobra.Command { return browsing.NewNotation() },
	"perft":       solving.NewPerft,
	"play":        playing.NewPlay,
	"puzzle":      playing.NewPuzzle,
	"replay":      playing.NewReplay,
	"rules":       browsing.NewRules,
	"saves":       playing.NewSaves,
	"serve":       serving.NewServe,
	"simulate":    measuring.NewSimulate,
	"solve":       solving.NewSolve,
	"stats":       playing.NewStats,
	"tables":      serving.NewTables,
	"version":     func(*command.Root) *cobra.Command { return newVersionCmd() },
}

// namedCommand returns the command that the first argument names, "" if it names none.
func namedCommand(args []string) string {
	if len(args) > 0 && commands[args[0]] != nil {
		return args[0]
	}
	return ""
}

// newRootCmd returns the program with only one of its commands, or with all of them if only is "".
// To construct all commands takes a tenth of the time that the program needs to start.
func newRootCmd(opt *command.Root, only string) *cobra.Command {
	isPlain := false
	cmd := &cobra.Command{
		Use:           "fellowship",
		Short:         "Play, solve and study The Fellowship of the Ring – Trick-Taking Game",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          command.KnownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			isInteractive := kit.IsTerminal(cmd.InOrStdin()) && kit.IsTerminal(cmd.OutOrStdout())
			if !isInteractive && !isPlain {
				return cmd.Help()
			}
			play := playing.NewPlay(opt)
			play.SetContext(cmd.Context())
			play.SetIn(cmd.InOrStdin())
			play.SetOut(cmd.OutOrStdout())
			menu := playing.RunMenu
			if isPlain || kit.IsDumb() {
				menu = playing.RunPlainMenu
			}
			return opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
				return menu(opt, cmd, lib)
			})(play, nil)
		},
	}
	cmd.CompletionOptions.DisableDefaultCmd = only != ""
	if only == "" {
		cmd.Version = build.Read().String()
		cmd.SetVersionTemplate("fellowship {{.Version}}\n")
	}
	cmd.SetFlagErrorFunc(command.FlagError)
	// With our longest command names the usual line would be longer than 80 columns.
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), " for more information about a command.",
		" for more about a command."))

	cmd.Flags().BoolVar(&isPlain, "plain", false, "the menu line by line, as for a screen reader")
	flags := cmd.PersistentFlags()
	flags.StringVar(&opt.Person.Chapters, "chapters", "", "`folder` with chapters of your own")
	flags.Var(command.OneOf(&opt.Console.Color, "auto", "always", "never"), "color", "colours; auto respects NO_COLOR")
	flags.BoolVar(&opt.Console.ASCII, "ascii", false, "use only ASCII characters")
	flags.Var(command.OneOf(&opt.Person.Lang, characters.Languages...), "lang", "language (default: the setting, then LANG)")

	for name, construct := range commands {
		if only == "" || name == only {
			cmd.AddCommand(construct(opt))
		}
	}
	addHelp(cmd)
	return cmd
}

// addCompletion adds cobra's command for completion. Unlike cobra's, it returns an error for an
// unknown shell, as every other command does for an unknown word. If a shell asks for completions,
// addCompletion also adds those of arguments and flags. The output of root must be set before,
// because the command keeps it.
func addCompletion(opt *command.Root, root *cobra.Command, args []string) {
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Args = command.KnownCommand
		completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range completion.Commands() {
			shell.Args = command.NoArgs
		}
	}
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return // the rest takes a tenth of the time that the program needs to start
	}
	for _, cmd := range allCommands(root) {
		offers := cmd.ValidArgsFunction
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string,
			toComplete string,
		) ([]cobra.Completion, cobra.ShellCompDirective) {
			switch more := append(slices.Clone(args), toComplete); {
			case !strings.Contains(cmd.Use, " "), cmd.Args != nil && cmd.Args(cmd, more) != nil:
				// The command takes no further argument.
				return nil, cobra.ShellCompDirectiveNoFileComp
			case offers == nil:
				return nil, cobra.ShellCompDirectiveDefault
			}
			return offers(cmd, args, toComplete)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if offers := opt.FlagCompletions(f); offers != nil {
				// The only error would be a flag that has its completions already.
				_ = cmd.RegisterFlagCompletionFunc(f.Name, offers)
			}
		})
	}
}
