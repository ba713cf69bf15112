package command

import (
	"strings"

	"fellowship/cmd/internal/bot"

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
