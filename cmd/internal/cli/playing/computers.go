package playing

import (
	"strings"

	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/cli/command"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Computers are the computer players of a game, such as strong:2, in the order of the seats that
// no person has. The last one also plays the seats after it.
type Computers []string

// add adds the flag, whose words the shell completes, to a command. Programs says that one may play;
// where a file keeps the names none may.
func (c *Computers) add(cmd *cobra.Command, programs bool) {
	f := &computersFlag{c, command.Player}
	if programs {
		f.takes = command.PlayerOrProgram
	}
	cmd.Flags().Var(f, "computer", strings.Join(players.Names, ", "))
	_ = cmd.RegisterFlagCompletionFunc("computer", cobra.FixedCompletions(players.Names, cobra.ShellCompDirectiveNoFileComp))
}

// computersFlag is the flag for a list of them.
type computersFlag struct {
	list *Computers
	// takes returns the flag for one of them.
	takes func(*string, ...string) pflag.Value
}

// String returns the names with commas between them.
func (f *computersFlag) String() string {
	if f.list == nil { // as package flag asks
		return ""
	}
	return strings.Join(*f.list, ",")
}

// Type returns the name of a value in the help.
func (f *computersFlag) Type() string { return "name,..." }

// Set takes names with commas between them.
func (f *computersFlag) Set(s string) error {
	var list Computers
	for _, name := range bot.Split(s) {
		if err := f.takes(&name, players.Names...).Set(name); err != nil {
			return err
		}
		list = append(list, name)
	}
	*f.list = list
	return nil
}
