package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The arguments and flags of all commands: what they may be, and what is said of those
// that are not.

// KnownCommand refuses what is no command, and tells which one was meant.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return fmt.Errorf("unknown command %q%s\nsee: %s --help", args[0], strictyaml.DidYouMean(args[0], names),
		cmd.CommandPath())
}

// ArgCount is the rule for a command that needs at least and at most so many arguments. Ask
// names what is missing, with the command in it; a command that needs none has no ask.
func ArgCount(least, most int, ask string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least, len(args) > most && ask != "":
			return fmt.Errorf(ask, cmd.CommandPath())
		case len(args) > most:
			return fmt.Errorf("one argument too many: %q\nsee: %s --help", args[most], cmd.CommandPath())
		}
		return nil
	}
}

// NoArgs is for a command without arguments.
var NoArgs = ArgCount(0, 0, "")

// AtMostOneArg is for a command with one argument or none.
var AtMostOneArg = ArgCount(0, 1, "")

// NotBoth is a check, before a command runs, that refuses two flags given together.
func NotBoth(first, second string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed(first) && cmd.Flags().Changed(second) {
			return fmt.Errorf("--%s and --%s exclude each other: give one of them\nsee: %s --help", first, second,
				cmd.CommandPath())
		}
		return nil
	}
}

// FirstGiven is the first of some flags that the command line has, "" for none.
func FirstGiven(cmd *cobra.Command, names ...string) string {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// AnyNumber is the most arguments of a command that takes as many as there are.
const AnyNumber = math.MaxInt

// FirstArg returns the first argument, "" without one.
func FirstArg(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// FlagError says what a flag has to be whose value is wrong, adds to an unknown one the flag that was
// meant, and where to look.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1:
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if suggestion := strictyaml.Suggest(unknown.GetSpecifiedName(), names); suggestion != "" {
			err = fmt.Errorf("%w; did you mean --%s?", err, suggestion)
		}
	case errors.As(err, &invalid):
		cause := invalid.Unwrap()
		if invalid.GetFlag().Value.Type() == "bool" {
			cause = errors.New("it has to be true or false")
		}
		err = fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, cmp.Or(invalid.GetValue(), `""`), cause)
	}
	return fmt.Errorf("%w\nsee: %s --help", err, cmd.CommandPath())
}

// numeric is the type of a flag with a number.
type numeric interface {
	int | int64 | uint64 | float64 | time.Duration
}

// numberFlag is a flag with a number, written in plain digits: pflag would read 010 as 8, and take 0x10
// and 1_000.
type numberFlag[N numeric] struct {
	target *N
	check  func(N) error
}

// Number adds a flag with a number. A number that is given is looked at; the usual one
// may be another.
func Number[N numeric](flags *pflag.FlagSet, n *N, name string, usual N, usage string, check func(N) error) {
	*n = usual
	flags.Var(numberFlag[N]{n, check}, name, usage)
}

// String returns the number.
func (n numberFlag[N]) String() string { return fmt.Sprint(*n.target) }

// Type returns the kind of number that help shows.
func (n numberFlag[N]) Type() string {
	return strings.TrimPrefix(strings.ToLower(fmt.Sprintf("%T", *n.target)), "time.")
}

// Set takes a number that is as it has to be.
func (n numberFlag[N]) Set(s string) error {
	var value any
	wrong := error(nil)
	form := "whole number in plain digits"
	switch any(*n.target).(type) {
	case int:
		value, wrong = strconv.Atoi(s)
	case int64:
		value, wrong = strconv.ParseInt(s, 10, 64)
	case uint64:
		form += ", 0 or more"
		value, wrong = strconv.ParseUint(s, 10, 64)
	case float64:
		form = "number in plain digits, such as 0.05"
		value, wrong = strconv.ParseFloat(s, 64)
	case time.Duration:
		form = "time with its unit, such as 30s or 5m"
		value, wrong = time.ParseDuration(s)
	}
	_, isDuration := value.(time.Duration)
	switch {
	case errors.Is(wrong, strconv.ErrRange):
		return errors.New("the number is too large")
	case wrong != nil || !isDuration && !plainDigits(s):
		return errors.New("it has to be a " + form)
	}
	*n.target = value.(N)
	return n.check(*n.target)
}

// plainDigits reports whether a number is written in decimal digits, with a minus before it, and
// a point among them.
func plainDigits(s string) bool { return strings.Trim(s, "-.0123456789") == "" }

// InRange lets numbers from least to most pass.
func InRange[N numeric](least, most N) func(N) error {
	return func(n N) error {
		if n < least || n > most {
			return fmt.Errorf("it has to be from %v to %v", least, most)
		}
		return nil
	}
}

// NotNegative lets 0 and more pass.
func NotNegative[N numeric](n N) error {
	if n < 0 {
		return errors.New("it has to be 0 or more")
	}
	return nil
}

// MaxDeals is the most deals of one set.
const MaxDeals = 1_000_000

// FirstDeal lets numbers pass that a whole set of deals can begin with.
func FirstDeal(n uint64) error {
	if n > math.MaxUint64-MaxDeals {
		return errors.New("the numbers of the deals are too large")
	}
	return nil
}

// AddChapter adds the flag for a chapter.
func AddChapter(flags *pflag.FlagSet, id *string) {
	addNumbered(flags, id, "chapter", "the chapter's `number`, or road")
}

// addNumbered adds a flag for a chapter or a group, where 02 is 2.
func addNumbered(flags *pflag.FlagSet, id *string, name, usage string) {
	flags.Var(&wordFlag{target: id, kind: "string", read: func(s string) (string, error) {
		if s == "" {
			return "", errors.New("its number is missing")
		}
		return TrimZeros(s), nil
	}}, name, usage)
}

// AddPlayers adds the flag for the number of players. Usual is 0 where none is meant.
func AddPlayers(flags *pflag.FlagSet, n *int, usual int) {
	Number(flags, n, "players", usual, "number of players, 1 to 4", func(n int) error {
		if n < 1 || n > 4 {
			return errors.New("1 to 4 can play (S1)")
		}
		return nil
	})
}

// AddWorkers adds the flag for what is done at the same time.
func AddWorkers(flags *pflag.FlagSet, n *int, usage string) {
	Number(flags, n, "workers", runtime.GOMAXPROCS(0), usage, InRange(1, 1024))
	flags.Lookup("workers").DefValue = "all cores"
}

// SearchLimits are the flags that end a search of the solver.
type SearchLimits struct {
	Timeout time.Duration // 0: no limit
	Nodes   int64         // card plays, 0: no limit
	Memory  int64         // MiB a worker
	Workers int
}

// Add adds the flags but for the time: so many nodes, for what, and what is searched at once. The most
// memory keeps the bytes from overflowing.
func (l *SearchLimits) Add(flags *pflag.FlagSet, nodes int64, each, atOnce string) {
	const most = 1 << 24
	Number(flags, &l.Nodes, "nodes", nodes, "most plays a "+each+", 0: any", NotNegative)
	Number(flags, &l.Memory, "memory", solver.DefaultMemory>>20, "most `MiB` of tables a worker",
		InRange[int64](1, most))
	AddWorkers(flags, &l.Workers, atOnce)
}

// AddTimeout adds the flag for the time.
func (l *SearchLimits) AddTimeout(flags *pflag.FlagSet, usual time.Duration, each string) {
	Number(flags, &l.Timeout, "timeout", usual, "most time a "+each+", 0: any", NotNegative)
}

// Search returns the options of a search within the limits, but for its time.
func (l *SearchLimits) Search() solver.Options {
	return solver.Options{Nodes: l.Nodes, Memory: l.Memory << 20}
}

// wordFlag is a flag with a text of a certain form.
type wordFlag struct {
	target *string
	// kind is what help calls a value.
	kind string
	// offered are the words that a shell completes.
	offered []string
	// read returns a value as it is kept.
	read func(string) (string, error)
}

// String returns the value.
func (w *wordFlag) String() string { return *w.target }

// Type returns what help calls a value.
func (w *wordFlag) Type() string { return w.kind }

// Set takes a value of the form.
func (w *wordFlag) Set(s string) error {
	value, err := w.read(s)
	if err == nil {
		*w.target = value
	}
	return err
}

// OneOf returns a flag that takes one of some words. Help shows them in its place, or "name" where there is
// no room for them; then the flag's usage lists them.
func OneOf(value *string, allowed ...string) pflag.Value {
	kind := strings.Join(allowed, "|")
	if len(kind) >= len("random|greedy|fair") {
		kind = "name"
	}
	return &wordFlag{value, kind, allowed, func(s string) (string, error) { return s, oneOf(s, allowed) }}
}

// oneOf reports that a word is not one of those allowed.
func oneOf(s string, allowed []string) error {
	if slices.Contains(allowed, s) {
		return nil
	}
	return fmt.Errorf("it has to be one of %s%s", strings.Join(allowed, ", "), strictyaml.DidYouMean(s, allowed))
}

// playerOf reads the name of one of some computer players. One that thinks may be told to do so more
// or less than usual: strong:2. Where programs may play, too, one is bot:python3 bot.py.
func playerOf(s string, programs bool, allowed []string) (string, error) {
	name, times, scaled := strings.Cut(s, ":")
	switch {
	case programs && round.IsProgram(s):
		return s, bot.Check(s)
	case !scaled || !slices.Contains(allowed, name):
		return s, oneOf(s, allowed)
	}
	n, err := strconv.ParseFloat(times, 64)
	if err != nil || !plainDigits(times) || !(n >= players.LeastEffort && n <= players.MostEffort) {
		return "", fmt.Errorf("it has to be a number from %v to %v, such as 2 or 0.5", players.LeastEffort,
			players.MostEffort)
	}
	return players.Scaled(name, n)
}

// AddPrograms adds the flag that holds for programs which play, and returns what starts them. What
// they write to their standard errors goes to that of the command, unless somebody else takes it.
func AddPrograms(cmd *cobra.Command) *bot.Programs {
	p := &bot.Programs{Stderr: stderrOf{cmd}}
	Number(cmd.Flags(), &p.Timeout, "bot-timeout", bot.UsualTimeout, "most `time` a decision of bot:COMMAND",
		func(t time.Duration) error {
			if t <= 0 {
				return errors.New("it has to be more than 0")
			}
			return nil
		})
	return p
}

// stderrOf is the standard error that a command has when it runs.
type stderrOf struct{ *cobra.Command }

// Write writes a text that is clean already.
func (c stderrOf) Write(p []byte) (int, error) { return texts.Raw(c.ErrOrStderr()).Write(p) }

// TrimZeros lets people write chapter 02. Chapter 0 stays what it is.
func TrimZeros(chapter string) string {
	if short := strings.TrimLeft(chapter, "0"); short != "" || chapter == "" {
		return short
	}
	return "0"
}

// ChapterNumber is a chapter's id in JSON: a number wherever it is one.
func ChapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
