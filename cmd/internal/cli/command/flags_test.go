package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// commandOf returns a command without a body that has flags of its own.
func commandOf(add func(*cobra.Command)) *cobra.Command {
	cmd := &cobra.Command{Use: "try", SilenceUsage: true, SilenceErrors: true, Run: func(*cobra.Command, []string) {}}
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetFlagErrorFunc(FlagError)
	add(cmd)
	return cmd
}

// parsed sets the flags of a command line.
func parsed(cmd *cobra.Command, args ...string) error {
	cmd.SetArgs(args)
	return cmd.Execute()
}

// TestNumbers: a flag takes a number in plain digits within its range, and says what it takes otherwise.
func TestNumbers(t *testing.T) {
	var whole int
	var large int64
	var count uint64
	var part float64
	var limit time.Duration
	add := func(cmd *cobra.Command) {
		Number(cmd.Flags(), &whole, "whole", 3, "", InRange(-1, 10))
		Number(cmd.Flags(), &large, "large", 0, "", NotNegative)
		Number(cmd.Flags(), &count, "count", 0, "", FirstDeal)
		Number(cmd.Flags(), &part, "part", 0.5, "", NotNegative)
		Number(cmd.Flags(), &limit, "limit", time.Second, "", NotNegative)
	}
	for line, want := range map[string]string{
		"--whole=10":  "",
		"--whole=-1":  "",
		"--whole=007": "",
		"--whole=11":  "--whole 11: must be from -1 to 10",
		"--whole=-2":  "--whole -2: must be from -1 to 10",
		"--whole=0x7": "--whole 0x7: must be a whole number in plain digits",
		"--whole=1_0": "--whole 1_0: must be a whole number in plain digits",
		"--whole=1.5": "--whole 1.5: must be a whole number in plain digits",
		"--whole=":    `--whole "": must be a whole number in plain digits`,
		"--large=-1":  "--large -1: must be 0 or more",
		"--large=0":   "",
		"--count=-1":  "--count -1: must be a whole number in plain digits, 0 or more",
		"--part=1e3":  "--part 1e3: must be a number in plain digits, such as 0.05",
		"--part=NaN":  "--part NaN: must be a number in plain digits, such as 0.05",
		"--part=0.25": "",
		"--limit=5m":  "",
		"--limit=5":   "--limit 5: must be a time with its unit, such as 30s or 5m",
		"--limit=-1s": "--limit -1s: must be 0 or more",
		"--wole=3":    "unknown flag: --wole; did you mean --whole?",
		"--nothing=3": "unknown flag: --nothing",
		"--whole":     "flag needs an argument: --whole",
		"--large=" + fmt.Sprint(uint64(math.MaxUint64)): fmt.Sprintf("--large %d: the number is too large",
			uint64(math.MaxUint64)),
		"--count=" + fmt.Sprint(uint64(math.MaxUint64)): fmt.Sprintf("--count %d: the numbers of the deals are too large",
			uint64(math.MaxUint64)),
	} {
		err := parsed(commandOf(add), line)
		if want == "" {
			require.NoError(t, err, line)
			continue
		}
		require.EqualError(t, err, want+"\nsee: try --help", line)
	}
	require.NoError(t, parsed(commandOf(add), "--whole=010", "--limit=90s"))
	assert.Equal(t, 10, whole, "no octal numbers")
	assert.Equal(t, 90*time.Second, limit)
	cmd := commandOf(add)
	assert.Equal(t, 3, whole)
	assert.Equal(t, "3", cmd.Flags().Lookup("whole").DefValue)
	assert.Equal(t, "duration", cmd.Flags().Lookup("limit").Value.Type())
	require.NoError(t, FirstDeal(math.MaxUint64-MaxDeals))
	require.Error(t, FirstDeal(math.MaxUint64-MaxDeals+1))
}

// TestWords: a flag takes one of its words, and suggests one that was probably meant.
func TestWords(t *testing.T) {
	var word, chapter, computer string
	add := func(cmd *cobra.Command) {
		cmd.Flags().Var(OneOf(&word, "draft", "setup", "play"), "from", "")
		AddChapter(cmd.Flags(), &chapter)
		AddComputer(cmd, &computer, "", "random", "fair", "strong")
		AddOldName(cmd, "bot", "computer")
	}
	require.NoError(t, parsed(commandOf(add), "--from=setup", "--chapter=02", "--bot=strong"))
	assert.Equal(t, []string{"setup", "2", "strong"}, []string{word, chapter, computer})
	require.EqualError(t, parsed(commandOf(add), "--from=setpu"),
		"--from setpu: must be one of draft, setup, play; did you mean setup?\nsee: try --help")
	require.EqualError(t, parsed(commandOf(add), "--chapter="), "--chapter \"\": its number is missing\nsee: try --help")
	cmd := commandOf(add)
	assert.Equal(t, "draft|setup|play", cmd.Flags().Lookup("from").Value.Type())
	var long string
	assert.Equal(t, "name", OneOf(&long, "random", "greedy", "fair", "strong").Type())
	assert.Equal(t, []string{"", "0", "0", "7", "10", "road"},
		[]string{TrimZeros(""), TrimZeros("0"), TrimZeros("00"), TrimZeros("007"), TrimZeros("10"), TrimZeros("road")})
	assert.Equal(t, 7, ChapterNumber("7"))
	assert.Equal(t, "road", ChapterNumber("road"))
}

// TestComputers: computer players are named one after the other; the last one plays all further seats.
func TestComputers(t *testing.T) {
	var list Computers
	add := func(programs bool) func(*cobra.Command) {
		return func(cmd *cobra.Command) { list.Add(cmd, programs, []string{"random", "fair", "strong"}) }
	}
	cmd := commandOf(add(true))
	require.NoError(t, parsed(cmd, "--computer=strong:2,fair,bot:python3 bot.py"))
	assert.Equal(t, Computers{"strong:2", "fair", "bot:python3 bot.py"}, list)
	assert.Equal(t, "strong:2,fair,bot:python3 bot.py", cmd.Flags().Lookup("computer").Value.String())
	assert.Equal(t, []string{"strong:2", "fair", "bot:python3 bot.py", "bot:python3 bot.py"}, list.Each(4))
	assert.Equal(t, []string{"strong:2", "fair"}, list.Each(2))
	for given, want := range map[string]string{
		"fiar":         "must be one of random, fair, strong; did you mean fair?",
		"strong:0":     fmt.Sprintf("must be a number from %v to %v", players.LeastEffort, players.MostEffort),
		"strong:1e1":   fmt.Sprintf("must be a number from %v to %v", players.LeastEffort, players.MostEffort),
		"strong:x":     fmt.Sprintf("must be a number from %v to %v", players.LeastEffort, players.MostEffort),
		"strong,":      "must be one of random, fair, strong",
		"greedy:2":     "must be one of random, fair, strong",
		"bot:program":  "must be one of random, fair, strong",
		"strong:99999": fmt.Sprintf("must be a number from %v to %v", players.LeastEffort, players.MostEffort),
	} {
		before := list
		require.ErrorContains(t, parsed(commandOf(add(false)), "--computer="+given), want, given)
		assert.Equal(t, before, list, "a list with a mistake is not taken")
	}
	for _, effort := range []float64{players.LeastEffort, players.MostEffort} {
		require.NoError(t, parsed(commandOf(add(false)), fmt.Sprintf("--computer=strong:%v", effort)))
	}
}

// TestArguments: a command says which argument is missing or one too many, and which command was meant.
func TestArguments(t *testing.T) {
	cmd := commandOf(func(cmd *cobra.Command) {
		cmd.AddCommand(&cobra.Command{Use: "show", Run: cmd.Run}, &cobra.Command{Use: "delete", Run: cmd.Run})
	})
	one := ArgCount(1, 1, "which deal? write: %s DEAL")
	require.EqualError(t, one(cmd, nil), "which deal? write: try DEAL")
	require.EqualError(t, one(cmd, []string{"a", "b"}), "which deal? write: try DEAL")
	require.NoError(t, one(cmd, []string{"a"}))
	require.NoError(t, AtMostOneArg(cmd, nil))
	require.NoError(t, AtMostOneArg(cmd, []string{"a"}))
	require.EqualError(t, AtMostOneArg(cmd, []string{"a", "b"}), "unexpected argument \"b\"\nsee: try --help")
	require.EqualError(t, NoArgs(cmd, []string{"a"}), "unexpected argument \"a\"\nsee: try --help")
	require.EqualError(t, KnownCommand(cmd, []string{"shwo"}),
		"unknown command \"shwo\"; did you mean show?\nsee: try --help")
	require.NoError(t, KnownCommand(cmd, nil))
	assert.Equal(t, "a", FirstArg([]string{"a", "b"}))
	assert.Empty(t, FirstArg(nil))

	flags := commandOf(func(cmd *cobra.Command) {
		cmd.Flags().Bool("keep", false, "")
		cmd.Flags().Bool("restart", false, "")
		cmd.PreRunE = NotBoth("keep", "restart")
	})
	require.EqualError(t, parsed(flags, "--keep", "--restart"),
		"--keep and --restart exclude each other\nsee: try --help")
	flags = commandOf(func(cmd *cobra.Command) { cmd.Flags().AddFlagSet(flags.Flags()) })
	assert.Equal(t, "keep", FirstGiven(flags, "other", "keep", "restart"))
}

// TestDealFlags: flags or a name choose a deal, but not both, and what a chapter leaves open is said or goes in turn.
func TestDealFlags(t *testing.T) {
	lib := chapters.Default()
	deal := func(orAny bool, name string, args ...string) (string, error) {
		var f DealFlags
		cmd := commandOf(func(cmd *cobra.Command) {
			f.Add(cmd)
			if orAny {
				f.OrAny(cmd, false)
			}
		})
		if err := parsed(cmd, args...); err != nil {
			return "", err
		}
		id, err := f.ID(cmd, lib, name)
		return id.String(), err
	}
	for want, args := range map[string][]string{
		"c02p4s7":  {"--chapter=02", "--seed=7"},
		"c02p3s7":  {"--chapter=2", "--players=3", "--seed=7"},
		"c14dp4s1": {"--chapter=14", "--seed=1"},
		"c14tp4s2": {"--chapter=14", "--seed=2"},
		"c14bp4s2": {"--chapter=14", "--seed=2", "--event=bridge"},
		"c182p4s1": {"--chapter=18", "--seed=1", "--group=02"},
	} {
		got, err := deal(false, "", args...)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	got, err := deal(false, "c14p4s3", "--event=bridge")
	require.NoError(t, err)
	assert.Equal(t, "c14bp4s3", got, "the name leaves the event open")
	for want, args := range map[string][]string{
		"--chapter is required": {"", "--seed=1"},
		"--seed is required":    {"", "--chapter=1"},
		"is complete: omit":     {"c02p4s7", "--players=3"},
		`no event "bridg"`:      {"", "--chapter=14", "--seed=1", "--event=bridg"},
		"1 to 4 can play (S1)":  {"", "--players=5"},
		"is complete: omit --":  {"c14dp4s7", "--event=bridge"},
	} {
		_, err := deal(false, args[0], args[1:]...)
		require.ErrorContains(t, err, want)
	}
	got, err = deal(true, "")
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(got, "c01p4s"), "any deal of the first chapter: %s", got)
	c, err := lib.Chapter("14")
	require.NoError(t, err)
	assert.Equal(t, BenchID(c, 4, 1).Variant, BenchID(c, 4, 1+uint64(len(c.Letters()))).Variant, "events take turns")
}

// TestEndings: how a program ends for each kind of error, and which error it still prints.
func TestEndings(t *testing.T) {
	failed := errors.New("the disk failed")
	for _, c := range []struct {
		name  string
		err   error
		code  int
		shown error
	}{
		{"nothing", nil, ExitOK, nil},
		{"head has seen enough", fmt.Errorf("write: %w", syscall.EPIPE), ExitOK, nil},
		{"the person left", play.ErrExit, ExitOK, nil},
		{"said already", Exit(ExitUndecided), ExitUndecided, nil},
		{"with a reason", &ExitError{Code: ExitAgain, Err: failed}, ExitAgain, failed},
		{"interrupted", fmt.Errorf("solve: %w", context.Canceled), ExitInterrupted, nil},
	} {
		code, shown := ExitCode(c.err)
		assert.Equal(t, c.code, code, c.name)
		assert.Equal(t, c.shown, shown, c.name)
	}
	bug := say.Internal(failed)
	code, shown := ExitCode(bug)
	assert.Equal(t, ExitInternal, code)
	assert.Equal(t, bug, shown)
	unsaved := &home.UnsavedError{Err: failed, Ended: context.Canceled}
	code, shown = ExitCode(unsaved)
	assert.Equal(t, ExitInterrupted, code)
	assert.Equal(t, error(unsaved), shown, "that nothing was saved is always said")
	code, _ = ExitCode(&home.UnsavedError{Err: failed})
	assert.Equal(t, ExitUsage, code)
	require.NoError(t, Exit(ExitOK))
	require.EqualError(t, Exit(ExitNo), "exit code 1")

	shows := 0
	show := func() error { shows++; return nil }
	require.NoError(t, End(nil, show))
	code, _ = ExitCode(End(context.Canceled, show))
	assert.Equal(t, ExitInterrupted, code)
	assert.Equal(t, 2, shows, "what was measured is shown, also after an interrupt")
	disk := &os.PathError{Op: "write", Path: "out", Err: syscall.ENOSPC}
	assert.Equal(t, error(disk), End(disk, show))
	assert.True(t, say.IsInternal(End(failed, show)), "anything else is a mistake of the program")
	assert.Equal(t, 2, shows)
	require.ErrorIs(t, End(nil, func() error { return failed }), failed)
}

// TestCompletions: a shell completes the words of a flag, folders, chapters, and nothing for a number.
func TestCompletions(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	root := NewRoot(new(atomic.Int64))
	root.Person.Lang = "en"
	var f DealFlags
	var list Computers
	var word string
	cmd := commandOf(func(cmd *cobra.Command) {
		f.Add(cmd)
		list.Add(cmd, false, []string{"fair", "strong"})
		cmd.Flags().Var(OneOf(&word, "draft", "setup"), "from", "")
		cmd.Flags().String("proof", "", "a `folder`")
		cmd.Flags().String("out", "", "a `file`")
		cmd.Flags().Int("nodes", 0, "")
	})
	names := func(flag string) (names []string, more cobra.ShellCompDirective) {
		all, more := root.FlagCompletions(cmd.Flags().Lookup(flag))(cmd, nil, "")
		for _, c := range all {
			name, _, _ := strings.Cut(c, "\t")
			names = append(names, name)
		}
		return names, more
	}
	got, _ := names("players")
	assert.Equal(t, []string{"1", "2", "3", "4"}, got)
	got, _ = names("from")
	assert.Equal(t, []string{"draft", "setup"}, got)
	got, _ = names("computer")
	assert.Equal(t, []string{"fair", "strong"}, got)
	got, _ = names("event")
	assert.Equal(t, []string{"doors", "tomb", "long-dark", "bridge"}, got)
	got, _ = names("group")
	assert.Equal(t, []string{"1", "2"}, got)
	got, _ = names("chapter")
	assert.Len(t, got, len(chapters.Default().Chapters))
	_, more := names("proof")
	assert.Equal(t, cobra.ShellCompDirectiveFilterDirs, more)
	got, more = names("nodes")
	assert.Empty(t, got)
	assert.Equal(t, cobra.ShellCompDirectiveNoFileComp, more)
	assert.Nil(t, root.FlagCompletions(cmd.Flags().Lookup("out")), "the shell completes files itself")

	deals, more := root.CompleteDeals(cmd, nil, "c02p3")
	require.Len(t, deals, 1)
	assert.True(t, strings.HasPrefix(deals[0], "c02p3s\t"), deals[0])
	assert.NotZero(t, more&cobra.ShellCompDirectiveNoSpace, "the number is still missing")
	for _, begun := range []string{"", "game.ndjson"} {
		deals, more = root.CompleteDeals(cmd, nil, begun)
		assert.Empty(t, deals)
		assert.Equal(t, cobra.ShellCompDirectiveDefault, more, "it may be a file")
	}
	complete := NameCompletions(func(string) []cobra.Completion { return []cobra.Completion{"one\tfirst", "two", "other"} })
	left, _ := complete(cmd, []string{"one"}, "o")
	assert.Equal(t, []cobra.Completion{"other"}, left, "a name is not offered twice")
}

// TestSearchLimits: the flags of a search become its options; memory is in MiB.
func TestSearchLimits(t *testing.T) {
	var limits SearchLimits
	cmd := commandOf(func(cmd *cobra.Command) {
		limits.Add(cmd.Flags(), 500, "document", "searches at once")
		limits.AddTimeout(cmd.Flags(), time.Minute, "document")
	})
	assert.Equal(t, int64(500), limits.Nodes)
	require.NoError(t, parsed(cmd, "--nodes=7", "--memory=3", "--workers=2", "--timeout=0s"))
	options := limits.Search()
	assert.Equal(t, int64(7), options.Nodes)
	assert.Equal(t, int64(3<<20), options.Memory)
	assert.Equal(t, 2, limits.Workers)
	assert.Zero(t, limits.Timeout)
	for _, line := range []string{"--memory=0", "--memory=16777217", "--workers=0", "--workers=1025", "--nodes=-1"} {
		require.Error(t, parsed(cmd, line), line)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { assert.NotEmpty(t, f.Usage, f.Name) })
}
