package playing

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/page"

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
		Use:   "replay [FILE|-] [--look FILE|NAME]",
		Short: "Play records through, with every goal after each trick",
		Long: `Play records and position documents through and show the goals after each
trick: open, met (but it can still fail), sealed (met for good) or failed.

A round is played through to its last decision even when it was lost before. An
illegal decision is an error that names its number and the rule; the other
records of the stream are still shown, and the exit code is 2.

With --json there is one object a trick, then one with the result.

With --look a record, a position document or a saved game opens on the full
screen, with all cards open: step through it, see with which cards it could
still be won and where it was lost, and play on from any moment in a new game.`,
		Example: `  fellowship replay game.ndjson
  fellowship simulate c01p4s1 --json | fellowship replay --json -
  fellowship replay --look c02p4s7-1`,
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
		return lookAt(opt.Root, cmd, lib, command.FirstArg(args), 0)
	}
	return opt.EachRound(cmd, lib, args, opt.JSON, func(_ *chapters.Entry, r *hindsight.Round) (page.Page, error) {
		if opt.JSON {
			return nil, command.WriteAll(cmd.OutOrStdout(), r.Answers())
		}
		return r.Page(), nil
	})
}
