package cli

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type simulateOptions struct {
	*rootOptions
	dealFlags
	Policy string
	JSON   bool
}

func newSimulateCmd(root *rootOptions) *cobra.Command {
	opt := simulateOptions{rootOptions: root, Policy: players.Names[0]}
	cmd := &cobra.Command{
		Use:   "simulate [DEAL]",
		Short: "Let the computer play a round",
		Long: `Let the computer play a round, all seats by the same policy, and show how it
went. Every player sees no more than a person in the same seat would; only open
sees all cards, and follows the line that the solver finds.

The same deal and policy give the same round every time. With --json the output
is the round's record, which replay and solve read.`,
		Example: `  fellowship simulate --chapter 1 --players 4 --seed 3 --policy greedy
  fellowship simulate c02p3s1 --json | fellowship replay -
  fellowship simulate c02p3s1 --json | fellowship solve - --from play`,
		Args: atMostOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSimulate(cmd, &opt, firstArg(args))
		},
	}
	opt.add(cmd)
	cmd.Flags().Var(oneOf(&opt.Policy, players.Policies...), "policy", "who plays: "+strings.Join(players.Policies, ", "))
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write the record")
	return cmd
}

func runSimulate(cmd *cobra.Command, opt *simulateOptions, name string) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	id, err := opt.id(cmd, lib, name)
	if err != nil {
		return err
	}
	player, err := players.New(opt.Policy)
	if err != nil {
		return err
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return internal(err)
	}
	if err := players.Play(g, player, id.Seed); err != nil {
		return internal(err)
	}
	record := chapters.Record{
		Position: pos, Seed: &id.Seed, Decisions: g.Decisions(),
		By: slices.Repeat([]string{opt.Policy}, g.Seats()),
	}
	if opt.JSON {
		text, err := record.Text()
		if err != nil {
			return internal(err)
		}
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	round, err := replayRound(lib, &record)
	if err != nil {
		return internal(err)
	}
	return round.write(cmd.OutOrStdout(), opt.rootOptions)
}
