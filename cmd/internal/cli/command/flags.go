package command

import (
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
	return fmt.Errorf("unknown command %q%s\nsee: %s --help", args[0], strictyaml.DidYouMean(args[0], names), cmd.CommandPath())
}

// Takes is the rule for a command that needs at least and at most so many arguments. Ask
// names what is missing, with the command in it; a command that needs none has no ask.
func Takes(least, most int, ask string) cobra.PositionalArgs {
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
var NoArgs = Takes(0, 0, "")

// AtMostOneArg is for a command with one argument or none.
var AtMostOneArg = Takes(0, 1, "")

// NotBoth is a check, before a command runs, that refuses two flags given together.
func NotBoth(one, other string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
			return fmt.Errorf("--%s and --%s exclude each other: give one of them\nsee: %s --help", one, other, cmd.CommandPath())
		}
		return nil
	}
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
	var outside *outsideError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1:
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := strictyaml.Suggest(unknown.GetSpecifiedName(), names); near != "" {
			err = fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	case errors.As(err, &outside) && errors.As(err, &invalid):
		err = fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, invalid.GetValue(), outside)
	case errors.As(err, &invalid):
		if wrong := wrongValue(invalid); wrong != "" {
			err = fmt.Errorf("invalid argument %q for \"--%s\" flag: %s", invalid.GetValue(), invalid.GetFlag().Name, wrong)
		}
	}
	return fmt.Errorf("%w\nsee: %s --help", err, cmd.CommandPath())
}

// wrongValue tells the form of a number or a duration, "" for a flag of another type.
func wrongValue(err *pflag.InvalidValueError) string {
	switch kind := err.GetFlag().Value.Type(); {
	case kind == "bool":
		return "it has to be true or false"
	case kind == "duration":
		return "it has to be a time with its unit, such as 30s or 5m"
	case errors.Is(err, strconv.ErrRange):
		return "the number is too large"
	case kind == "uint64":
		return "it has to be a whole number in plain digits, 0 or more"
	case strings.HasPrefix(kind, "int"):
		return "it has to be a whole number in plain digits"
	case strings.HasPrefix(kind, "float"):
		return "it has to be a number in plain digits, such as 0.05"
	}
	return ""
}

// checked is a flag whose value is not only read but looked at, too.
type checked struct {
	pflag.Value
	check func() error
}

// Set takes a value that is as it has to be. A number is written in plain digits: pflag would
// read 010 as 8, and take 0x10 and 1_000.
func (c checked) Set(s string) error {
	if kind := c.Type(); kind != "duration" {
		if !plainDigits(s, strings.HasPrefix(kind, "float")) {
			return strconv.ErrSyntax
		}
		s = withoutZeros(s)
	}
	if err := c.Value.Set(s); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return &outsideError{err}
	}
	return nil
}

// outsideError says of a number that could be read what it has to be.
type outsideError struct{ error }

// Unwrap returns the error to tell.
func (e *outsideError) Unwrap() error { return e.error }

// numeric is the type of a flag with a number.
type numeric interface {
	int | int64 | uint64 | float64 | time.Duration
}

// Number adds a flag with a number. A number that is given is looked at; the usual one
// may be another.
func Number[N numeric](flags *pflag.FlagSet, n *N, name string, usual N, usage string, check func(N) error) {
	switch p := any(n).(type) {
	case *int:
		flags.IntVar(p, name, any(usual).(int), usage)
	case *int64:
		flags.Int64Var(p, name, any(usual).(int64), usage)
	case *uint64:
		flags.Uint64Var(p, name, any(usual).(uint64), usage)
	case *float64:
		flags.Float64Var(p, name, any(usual).(float64), usage)
	case *time.Duration:
		flags.DurationVar(p, name, any(usual).(time.Duration), usage)
	}
	f := flags.Lookup(name)
	f.Value = checked{f.Value, func() error { return check(*n) }}
}

// Between lets numbers from least to most pass.
func Between(least, most int) func(int) error {
	return func(n int) error {
		if n < least || n > most {
			return fmt.Errorf("it has to be from %d to %d", least, most)
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

// AddPlayers adds the flag for the number of players. Usual is 0 where none is meant.
func AddPlayers(flags *pflag.FlagSet, n *int, usual int, usage string) {
	Number(flags, n, "players", usual, usage, func(n int) error {
		if n < 1 || n > 4 {
			return errors.New("1 to 4 can play (S1)")
		}
		return nil
	})
}

// AddWorkers adds the flag for what is done at the same time.
func AddWorkers(flags *pflag.FlagSet, n *int, usage string) {
	Number(flags, n, "workers", runtime.GOMAXPROCS(0), usage, Between(1, 1024))
	flags.Lookup("workers").DefValue = "all cores"
}

// SearchLimits are the flags that end a search of the solver.
type SearchLimits struct {
	Timeout time.Duration // 0: no limit
	Nodes   int64         // card plays, 0: no limit
	Memory  int64         // MiB a worker
	Workers int
}

// AddMemory adds the flag for the tables of a worker. Its most keeps the bytes from
// overflowing.
func (l *SearchLimits) AddMemory(flags *pflag.FlagSet) {
	const most = 1 << 24
	Number(flags, &l.Memory, "memory", solver.DefaultMemory>>20, "most `MiB` of tables a worker", func(n int64) error {
		if n < 1 || n > most {
			return fmt.Errorf("it has to be from 1 to %d MiB", most)
		}
		return nil
	})
}

// Search returns the options of a search within the limits, but for its time.
func (l *SearchLimits) Search() solver.Options {
	return solver.Options{Nodes: l.Nodes, Memory: l.Memory << 20}
}

// Choice is a flag with a closed set of values.
type Choice struct {
	value   *string
	Allowed []string
	// scaled reports whether a number may stand behind a name: how many times its usual work the player
	// does. programs reports whether a program may play.
	scaled, programs bool
}

// OneOf returns a flag that takes one of some words.
func OneOf(value *string, allowed ...string) pflag.Value {
	return &Choice{value: value, Allowed: allowed}
}

// Player returns a flag that takes the name of one of some computer players. One that thinks
// may be told to do so more or less than usual: strong:2.
func Player(value *string, allowed ...string) pflag.Value {
	return &Choice{value: value, Allowed: allowed, scaled: true}
}

// PlayerOrProgram is Player that also takes a program: bot:python3 bot.py.
func PlayerOrProgram(value *string, allowed ...string) pflag.Value {
	return &Choice{value: value, Allowed: allowed, scaled: true, programs: true}
}

// AddPrograms adds the flag that holds for programs which play, and returns what starts them. What
// they write to their standard errors goes to that of the command, unless somebody else takes it.
func AddPrograms(cmd *cobra.Command) *bot.Programs {
	p := &bot.Programs{Stderr: stderrOf{cmd}}
	Number(cmd.Flags(), &p.Timeout, "bot-timeout", bot.UsualTimeout, "most `time` a decision of bot:COMMAND", func(t time.Duration) error {
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

// String returns the value.
func (c *Choice) String() string { return *c.value }

// Type returns the values in the form that help shows, or "name" where there is
// no room for them; then the flag's usage lists them.
func (c *Choice) Type() string {
	if all := strings.Join(c.Allowed, "|"); len(all) < len("random|greedy|fair") {
		return all
	}
	return "name"
}

// Set takes one of the values.
func (c *Choice) Set(s string) error {
	name, times, scaled := strings.Cut(s, ":")
	switch {
	case slices.Contains(c.Allowed, s):
		*c.value = s
		return nil
	case c.programs && round.IsProgram(s):
		*c.value = s
		return bot.Check(s)
	case scaled && c.scaled && slices.Contains(c.Allowed, name):
		n, err := strconv.ParseFloat(times, 64)
		if err != nil || !plainDigits(times, true) || !(n >= players.LeastEffort && n <= players.MostEffort) {
			return fmt.Errorf("it has to be a number from %v to %v, such as 2 or 0.5", players.LeastEffort, players.MostEffort)
		}
		*c.value, err = players.Scaled(name, n)
		return err
	}
	return fmt.Errorf("it has to be one of %s%s", strings.Join(c.Allowed, ", "), strictyaml.DidYouMean(s, c.Allowed))
}
