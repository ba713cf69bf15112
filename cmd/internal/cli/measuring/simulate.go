package measuring

import (
	"context"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type simulateOptions struct {
	*command.Root
	command.DealFlags
	Policy  string
	Effort  command.Effort
	All     bool
	Seeds   int
	Workers int
	JSON    bool
}

// NewSimulate returns the command simulate.
func NewSimulate(root *command.Root) *cobra.Command {
	opt := &simulateOptions{Root: root, Policy: players.Names[0]}
	cmd := &cobra.Command{
		Use:   "simulate [DEAL]",
		Short: "Let the computer play a round",
		Args:  command.AtMostOneArg,
		RunE:  opt.WithLibrary(opt.run),
	}
	opt.Add(cmd)
	cmd.Flags().Var(command.OneOf(&opt.Policy, players.Policies...), "policy", strings.Join(players.Policies, ", "))
	opt.Effort.Add(cmd)
	cmd.Flags().BoolVar(&opt.All, "all", false, "play and check rounds of all chapters")
	command.Number(cmd.Flags(), &opt.Seeds, "seeds", 10, "with --all: `rounds` of each", command.Between(1, command.MaxDeals))
	command.AddWorkers(cmd.Flags(), &opt.Workers, "with --all: rounds at the same time")
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write the record")
	return cmd
}

// check refuses flags that do not go together.
func (opt *simulateOptions) check(cmd *cobra.Command, deal string) error {
	given := cmd.Flags().Changed
	switch {
	case !opt.All && (given("seeds") || given("workers")):
		return say.New("--seeds and --workers go with --all")
	case !opt.All:
		return nil
	case deal != "":
		return say.Errorf("--all is about all deals; leave %s away, or --all", deal)
	case given("event") || given("group"):
		return say.New("--all plays every event and group; leave --event and --group away")
	case given("chapter") && opt.Chapter == "":
		return say.New("--chapter is empty")
	}
	return nil
}

func (opt *simulateOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	if err := opt.check(cmd, command.FirstArg(args)); err != nil {
		return err
	}
	var err error
	if opt.Policy, err = opt.Effort.Of(opt.Policy); err != nil {
		return err
	}
	player, err := players.New(opt.Policy)
	if err != nil {
		return err
	}
	if opt.All {
		return opt.all(cmd, lib, player)
	}
	id, err := opt.ID(cmd, lib, command.FirstArg(args))
	if err != nil {
		return err
	}
	if _, err := lib.Deal(id); err != nil {
		return err // such as an event that the chapter does not have
	}
	record, _, err := simulate(cmd.Context(), lib, player, id, opt.Policy)
	if err != nil {
		if cmd.Context().Err() != nil {
			return context.Canceled
		}
		return command.Internal(err)
	}
	if opt.JSON {
		text, err := record.Text()
		if err != nil {
			return command.Internal(err)
		}
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	round, err := hindsight.Replay(lib, record, opt.Texts())
	if err != nil {
		return command.Internal(err)
	}
	return opt.Print(cmd.OutOrStdout(), round.Page())
}
