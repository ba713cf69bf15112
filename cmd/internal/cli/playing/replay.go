package playing

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/home"

	"github.com/spf13/cobra"
)

type replayOptions struct {
	*command.Root
	JSON bool
	Look bool
}

// NewReplay returns the command replay.
func NewReplay(root *command.Root) *cobra.Command {
	opt := &replayOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "replay [FILE|-] [--look FILE|NAME]",
		Short:             "Play records through, with every goal after each trick",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: completeRounds,
		RunE:              opt.WithLibrary(opt.run),
	}
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write JSON objects")
	cmd.Flags().BoolVar(&opt.Look, "look", false, "look through one round on the full screen")
	return cmd
}

func (opt *replayOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	if opt.Look {
		return at(&home.Home{Root: opt.Root}, cmd, lib).LookAt(command.FirstArg(args), 0)
	}
	all := command.Answers[*hindsight.Round]{Root: opt.Root, Cmd: cmd, JSON: opt.JSON, Workers: 1}
	all.Find = func(_ context.Context, e *chapters.Document, round **hindsight.Round) (err error) {
		*round, err = hindsight.Replay(lib, &e.Record, opt.Texts())
		return err
	}
	all.Show = func(_ *chapters.Document, round **hindsight.Round) error {
		if opt.JSON {
			return command.WriteAll(cmd.OutOrStdout(), (*round).Answers())
		}
		return all.PrintPage((*round).Page())
	}
	return all.Each(lib, command.FirstArg(args))
}

// completeRounds offers the shell the names of the saved games, and files.
func completeRounds(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if look, _ := cmd.Flags().GetBool("look"); !look {
		return nil, cobra.ShellCompDirectiveDefault
	}
	names, _ := completeSaves(cmd, args, toComplete)
	return names, cobra.ShellCompDirectiveDefault
}
