package playing

import (
	"strings"

	"fellowship/cmd/internal/cli/command"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// Computers are the computer players of a game, such as strong:2, in the order of the seats that
// no person has. The last one also plays the seats after it.
type Computers []string

// add adds the flag, whose words the shell completes, to a command.
func (c *Computers) add(cmd *cobra.Command) {
	cmd.Flags().Var(c, "computer", strings.Join(players.Names, ", "))
	_ = cmd.RegisterFlagCompletionFunc("computer", cobra.FixedCompletions(players.Names, cobra.ShellCompDirectiveNoFileComp))
}

// String returns the names with commas between them.
func (c *Computers) String() string { return strings.Join(*c, ",") }

// Type returns the name of a value in the help.
func (c *Computers) Type() string { return "name,..." }

// Set takes names with commas between them.
func (c *Computers) Set(s string) error {
	var list Computers
	for _, name := range strings.Split(s, ",") {
		if err := command.Player(&name, players.Names...).Set(name); err != nil {
			return err
		}
		list = append(list, name)
	}
	*c = list
	return nil
}
