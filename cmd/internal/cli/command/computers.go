package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Computers are the computer players of a round, such as strong:2, in the order of the seats
// without a person. The last one also plays all further seats.
type Computers []string

// Add adds the flag to a command. programs reports whether programs may play too, which needs a
// command that does not store the names. allowed names the built-in computer players.
func (c *Computers) Add(cmd *cobra.Command, programs bool, allowed []string) {
	cmd.Flags().Var(&computersFlag{c, programs, allowed}, "computer", strings.Join(allowed, ", "))
}

// AddComputer adds the flag for one computer player that plays all seats.
func AddComputer(cmd *cobra.Command, name *string, usage string, allowed ...string) {
	cmd.Flags().Var(&wordFlag{name, "name", allowed, func(s string) (string, error) {
		return playerOf(s, true, allowed)
	}}, "computer", usage)
}

// AddOldName accepts an earlier name of a flag as well. The help does not show it.
func AddOldName(cmd *cobra.Command, earlier, name string) {
	normal := cmd.Flags().GetNormalizeFunc()
	cmd.Flags().SetNormalizeFunc(func(flags *pflag.FlagSet, given string) pflag.NormalizedName {
		if given == earlier {
			given = name
		}
		return normal(flags, given)
	})
}

// Each returns a computer player for every seat.
func (c Computers) Each(seats int) []string {
	all := make([]string, seats)
	for i := range all {
		all[i] = c[min(i, len(c)-1)]
	}
	return all
}

// computersFlag is the flag for a list of computer players.
type computersFlag struct {
	list     *Computers
	programs bool
	allowed  []string
}

// String returns the names with commas between them.
func (f *computersFlag) String() string { return strings.Join(*f.list, ",") }

// Type returns the name of a value in the help.
func (f *computersFlag) Type() string { return "name,..." }

// Set takes names separated by commas.
func (f *computersFlag) Set(s string) error {
	var list Computers
	for _, name := range bot.Split(s) {
		player, err := playerOf(name, f.programs, f.allowed)
		if err != nil {
			return err
		}
		list = append(list, player)
	}
	*f.list = list
	return nil
}

// playerOf reads the name of a computer player. A player that thinks can be told to think more or
// less than usual: strong:2. With programs allowed a program may play: bot:python3 bot.py.
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
		return "", fmt.Errorf("must be a number from %v to %v, such as 2 or 0.5", players.LeastEffort,
			players.MostEffort)
	}
	return players.Scaled(name, n)
}

// AddPrograms adds the flag for programs that play, and returns what starts them. Their standard
// error goes to the standard error of the command, unless somebody else takes it.
func AddPrograms(cmd *cobra.Command) *bot.Programs {
	p := &bot.Programs{Stderr: stderrOf{cmd}}
	Number(cmd.Flags(), &p.Timeout, "bot-timeout", bot.UsualTimeout, "`time` limit per bot decision",
		func(t time.Duration) error {
			if t <= 0 {
				return errors.New("must be more than 0")
			}
			return nil
		})
	return p
}

// stderrOf writes to the standard error that a command has when it runs.
type stderrOf struct{ *cobra.Command }

// Write writes a text that has been cleaned already.
func (c stderrOf) Write(p []byte) (int, error) { return texts.Raw(c.ErrOrStderr()).Write(p) }
