package measuring

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// simulateOptions are the flags of simulate.
type simulateOptions struct {
	*command.Root
	command.DealFlags
	// Computer are the computer players of the seats.
	Computer command.Computers
	// Programs runs the players that are programs.
	Programs *bot.Programs
}

// NewSimulate returns the command simulate.
func NewSimulate(root *command.Root) *cobra.Command {
	opt := &simulateOptions{Root: root, Computer: command.Computers{players.Names[0]}}
	cmd := &cobra.Command{
		Use:               "simulate [DEAL]",
		Short:             "Let computer players play a round",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteDealsOnly,
		RunE:              opt.WithLibrary(opt.run),
	}
	opt.Add(cmd)
	opt.OrAny(cmd, false)
	opt.Computer.Add(cmd, true, players.Policies)
	command.AddOldName(cmd, "policy", "computer")
	opt.Programs = command.AddPrograms(cmd)
	return opt.WithJSON(cmd, "write the record")
}

// run plays the round and prints its record.
func (opt *simulateOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	id, err := opt.ID(cmd, lib, command.FirstArg(args))
	if err != nil {
		return err
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return err // such as an event that the chapter does not have
	}
	g, err := lib.NewGame(pos)
	var seats []players.Player
	for i := 0; err == nil && i < len(opt.Computer); i++ {
		var player players.Player
		player, err = opt.Programs.New(opt.Computer[i])
		seats = append(seats, player)
	}
	if err == nil {
		layout, _ := g.Chapter().Layout(id.Players)
		progress := command.NewProgress(cmd.ErrOrStderr(), "tricks")
		progress.Tell(0, layout.Tricks)
		err = progress.While(func() error {
			return players.PlayTelling(cmd.Context(), g, id.Seed, func() {
				progress.Tell(int(g.State().Number), layout.Tricks)
			}, seats...)
		})
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
		Position: pos, Seed: &id.Seed, Decisions: g.Decisions(), PlayerNames: opt.Computer.Each(g.Seats()),
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
	return opt.Console.Print(cmd.OutOrStdout(), round.Page())
}
