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
	"fellowship/solver"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file has the arguments and flags of all commands: their allowed values, and the errors for
// any other value.

// KnownCommand returns an error for an unknown command, which suggests the command that was
// probably meant.
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

// ArgCount checks the number of arguments. ask is the question for a missing one, with the command
// in it; it is empty for a command that needs none.
func ArgCount(least, most int, ask string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least, len(args) > most && ask != "":
			return fmt.Errorf(ask, cmd.CommandPath())
		case len(args) > most:
			return fmt.Errorf("unexpected argument %q\nsee: %s --help", args[most], cmd.CommandPath())
		}
		return nil
	}
}

// NoArgs checks a command without arguments.
var NoArgs = ArgCount(0, 0, "")

// AtMostOneArg checks a command with an optional argument.
var AtMostOneArg = ArgCount(0, 1, "")

// NotBoth returns a check, to run before a command, that refuses two flags given together.
func NotBoth(first, second string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed(first) && cmd.Flags().Changed(second) {
			return fmt.Errorf("--%s and --%s exclude each other\nsee: %s --help", first, second,
				cmd.CommandPath())
		}
		return nil
	}
}

// FirstGiven returns the first of several flags that the command line has, "" for none.
func FirstGiven(cmd *cobra.Command, names ...string) string {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// AnyNumber is the maximum for a command that takes any number of arguments.
const AnyNumber = math.MaxInt

// FirstArg returns the first argument, "" without one.
func FirstArg(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// FlagError explains an error of a flag: what values the flag takes, which flag was probably meant,
// and where to read more.
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
			cause = errors.New("must be true or false")
		}
		err = fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, cmp.Or(invalid.GetValue(), `""`), cause)
	}
	return fmt.Errorf("%w\nsee: %s --help", err, cmd.CommandPath())
}

// numeric is the type of a flag with a number.
type numeric interface {
	int | int64 | uint64 | float64 | time.Duration
}

// numberFlag is a flag with a number in plain decimal digits. The numbers of pflag would read 010
// as 8, and accept 0x10 and 1_000.
type numberFlag[N numeric] struct {
	target *N
	check  func(N) error
}

// Number adds a flag with a number. check decides whether a given number is allowed; the default
// need not pass it.
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

// Set takes a number that passes the check.
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
		return errors.New("must be a " + form)
	}
	*n.target = value.(N)
	return n.check(*n.target)
}

// plainDigits reports whether a number is written in decimal digits, with at most a minus sign and
// a point.
func plainDigits(s string) bool { return strings.Trim(s, "-.0123456789") == "" }

// InRange returns a check for numbers from least to most.
func InRange[N numeric](least, most N) func(N) error {
	return func(n N) error {
		if n < least || n > most {
			return fmt.Errorf("must be from %v to %v", least, most)
		}
		return nil
	}
}

// NotNegative is a check for 0 and above.
func NotNegative[N numeric](n N) error {
	if n < 0 {
		return errors.New("must be 0 or more")
	}
	return nil
}

// MaxDeals is the largest number of deals in a set.
const MaxDeals = 1_000_000

// FirstDeal is a check for numbers with which a set of MaxDeals deals can begin.
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

// addNumbered adds a flag for a chapter or a group, which reads 02 as 2.
func addNumbered(flags *pflag.FlagSet, id *string, name, usage string) {
	flags.Var(&wordFlag{target: id, kind: "string", read: func(s string) (string, error) {
		if s == "" {
			return "", errors.New("its number is missing")
		}
		return TrimZeros(s), nil
	}}, name, usage)
}

// AddPlayers adds the flag for the number of players. usual is the default, 0 for none.
func AddPlayers(flags *pflag.FlagSet, n *int, usual int) {
	Number(flags, n, "players", usual, "number of players, 1 to 4", func(n int) error {
		if n < 1 || n > 4 {
			return errors.New("1 to 4 can play (S1)")
		}
		return nil
	})
}

// AddWorkers adds the flag for the number of parallel workers.
func AddWorkers(flags *pflag.FlagSet, n *int, usage string) {
	Number(flags, n, "workers", runtime.GOMAXPROCS(0), usage, InRange(1, 1024))
	flags.Lookup("workers").DefValue = "all cores"
}

// SearchLimits are the flags that limit a search of the solver.
type SearchLimits struct {
	// Timeout is the longest time for a search, 0 for no limit.
	Timeout time.Duration
	// Nodes is the largest number of card plays in a search, 0 for no limit.
	Nodes int64
	// Memory is the size of one worker's tables in MiB.
	Memory int64
	// Workers is the number of searches at the same time.
	Workers int
}

// Add adds the flags other than the time limit: nodes is the default number of nodes, each says for
// what unit of work it holds, and atOnce says what runs in parallel. The largest memory keeps the
// number of bytes from overflowing.
func (l *SearchLimits) Add(flags *pflag.FlagSet, nodes int64, each, atOnce string) {
	const most = 1 << 24
	Number(flags, &l.Nodes, "nodes", nodes, "plays per "+each+", 0: no limit", NotNegative)
	Number(flags, &l.Memory, "memory", solver.DefaultMemory>>20, "table memory per worker, in `MiB`",
		InRange[int64](1, most))
	AddWorkers(flags, &l.Workers, atOnce)
}

// AddTimeout adds the flag for the time limit.
func (l *SearchLimits) AddTimeout(flags *pflag.FlagSet, usual time.Duration, each string) {
	Number(flags, &l.Timeout, "timeout", usual, "time limit per "+each+", 0: none", NotNegative)
}

// Search returns the options of a search within the limits, without the time limit.
func (l *SearchLimits) Search() solver.Options {
	return solver.Options{Nodes: l.Nodes, Memory: l.Memory << 20}
}

// wordFlag is a flag with a text in a certain form.
type wordFlag struct {
	target *string
	// kind names the value in the help.
	kind string
	// offered are the words that a shell completes.
	offered []string
	// read checks a value and returns it as it is stored.
	read func(string) (string, error)
}

// String returns the value.
func (w *wordFlag) String() string { return *w.target }

// Type returns the name of the value in the help.
func (w *wordFlag) Type() string { return w.kind }

// Set takes a value in the flag's form.
func (w *wordFlag) Set(s string) error {
	value, err := w.read(s)
	if err == nil {
		*w.target = value
	}
	return err
}

// OneOf returns a flag that takes one of several words. Help shows the words as its value, or
// "name" if they do not fit; the flag's usage lists them then.
func OneOf(value *string, allowed ...string) pflag.Value {
	kind := strings.Join(allowed, "|")
	if len(kind) >= len("random|greedy|fair") {
		kind = "name"
	}
	return &wordFlag{value, kind, allowed, func(s string) (string, error) { return s, oneOf(s, allowed) }}
}

// oneOf returns the error for a word that is not allowed.
func oneOf(s string, allowed []string) error {
	if slices.Contains(allowed, s) {
		return nil
	}
	return fmt.Errorf("must be one of %s%s", strings.Join(allowed, ", "), strictyaml.DidYouMean(s, allowed))
}

// TrimZeros returns a chapter without leading zeros, so that people may write chapter 02. Chapter 0
// stays as it is.
func TrimZeros(chapter string) string {
	if short := strings.TrimLeft(chapter, "0"); short != "" || chapter == "" {
		return short
	}
	return "0"
}

// ChapterNumber returns a chapter's id for JSON: a number if it is one.
func ChapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
