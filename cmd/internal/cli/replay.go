package cli

import (
	"fmt"

	"fellowship/chapters"

	"github.com/spf13/cobra"
)

type replayOptions struct {
	*rootOptions
	JSON bool
	Look bool
}

func newReplayCmd(root *rootOptions) *cobra.Command {
	opt := replayOptions{rootOptions: root}
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
		Args:              atMostOneArg,
		ValidArgsFunction: completeRounds,
		RunE: func(cmd *cobra.Command, args []string) error {
			if opt.Look {
				return runLook(cmd, &opt, firstArg(args))
			}
			return runReplay(cmd, &opt, firstArg(args))
		},
	}
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write JSON objects")
	cmd.Flags().BoolVar(&opt.Look, "look", false, "look through one round on the full screen")
	return cmd
}

func runReplay(cmd *cobra.Command, opt *replayOptions, arg string) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	entries, err := readEntries(cmd.Context(), cmd, lib, arg)
	if err != nil {
		return err
	}
	first := true
	return eachEntry(cmd, opt.texts(), opt.JSON, entries, func(e *chapters.Entry) error {
		r, err := replayRound(lib, &e.Record, opt.texts())
		if err != nil {
			return &inputError{err}
		}
		if opt.JSON {
			return writeRound(cmd, r)
		}
		if !first {
			fmt.Fprintln(cmd.OutOrStdout())
		}
		first = false
		return r.write(cmd.OutOrStdout(), opt.rootOptions)
	})
}

// writeRound writes a round as JSON objects.
func writeRound(cmd *cobra.Command, r *round) error {
	for i := range r.tricks {
		if err := writeJSON(cmd.OutOrStdout(), &r.tricks[i]); err != nil {
			return err
		}
	}
	return writeJSON(cmd.OutOrStdout(), r.result())
}
