package cli

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// computers are the computer players of a game, in the order of the seats that no
// person has. The last one also plays the seats after it.
type computers []string

// add adds the flag, whose words the shell completes, to a command.
func (c *computers) add(cmd *cobra.Command) {
	cmd.Flags().Var(c, "computer", strings.Join(players.Names, ", "))
	_ = cmd.RegisterFlagCompletionFunc("computer", cobra.FixedCompletions(players.Names, cobra.ShellCompDirectiveNoFileComp))
}

// String returns the names with commas between them.
func (c *computers) String() string { return strings.Join(*c, ",") }

// Type returns what the help calls a value.
func (c *computers) Type() string { return "name,..." }

// Set takes names with commas between them.
func (c *computers) Set(s string) error {
	var list computers
	for _, name := range strings.Split(s, ",") {
		known := name
		if err := oneOf(&known, players.Names...).Set(name); err != nil {
			return err
		}
		list = append(list, name)
	}
	*c = list
	return nil
}

// at is the n-th of them.
func (c computers) at(n int) string { return c[min(n, len(c)-1)] }

// with returns them with an effort, which those have that think: one at least.
func (c computers) with(e effort) (computers, error) {
	if e == 0 {
		return c, nil
	}
	out, one := slices.Clone(c), false
	var refused error
	for i, name := range c {
		scaled, err := e.of(name)
		if err != nil {
			refused = err
			continue
		}
		out[i], one = scaled, true
	}
	if !one {
		return nil, refused
	}
	return out, nil
}

// seating is who plays the seats of a game: people in the first ones, or, with a
// plan, whoever it names, as far as there is such a player.
func (opt *playOptions) seating(size, humans int, plan []string) []string {
	by := make([]string, tricks.SeatsFor(size))
	taken := 0
	for seat := range by {
		switch {
		case plan == nil && seat < humans:
			by[seat] = opt.person(seat)
		case seat < len(plan) && (session.IsPerson(plan[seat]) || players.CanSit(plan[seat])):
			by[seat] = plan[seat]
		default:
			by[seat] = opt.Computer.at(taken)
			taken++
		}
	}
	return by
}
