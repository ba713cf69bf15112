package measuring

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type simulateOptions struct {
	*command.Root
	command.DealFlags
	Policy   string
	Programs *bot.Programs
	JSON     bool
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
	cmd.Flags().Var(command.PlayerOrProgram(&opt.Policy, players.Policies...), "policy", strings.Join(players.Policies, ", "))
	opt.Programs = command.AddPrograms(cmd)
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write the record")
	return cmd
}

func (opt *simulateOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	player, err := opt.Programs.New(opt.Policy)
	if err != nil {
		return err
	}
	id, err := opt.ID(cmd, lib, command.FirstArg(args))
	if err != nil {
		return err
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return err // such as an event that the chapter does not have
	}
	g, err := lib.NewGame(pos)
	if err == nil {
		err = players.Play(cmd.Context(), g, player, id.Seed)
	}
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return context.Canceled
	case errors.As(err, new(*bot.Error)):
		return err
	case err != nil:
		return say.Internal(err)
	}
	record := &chapters.Record{
		Position: pos, Seed: &id.Seed, Decisions: g.Decisions(), By: slices.Repeat([]string{opt.Policy}, g.Seats()),
	}
	if opt.JSON {
		text, err := record.Text()
		if err != nil {
			return say.Internal(err)
		}
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	round, err := hindsight.Replay(lib, record, texts.New(texts.Default))
	if err != nil {
		return say.Internal(err)
	}
	return opt.Print(cmd.OutOrStdout(), round.Page())
}
