package measuring

import (
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/store/stream"
	"fellowship/cmd/internal/work"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

type difficultyWorkOptions struct {
	*command.Root
	Workers int
	Wait    time.Duration
	Verbose bool
	Server  stream.Options
}

func newDifficultyWorkCmd(root *command.Root) *cobra.Command {
	opt := &difficultyWorkOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "work HOST|URL",
		Short: "Measure for another machine",
		Args:  command.Takes(1, 1, "name the server of NATS with the work\nsee: %s --help"),
		RunE:  opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	command.AddWorkers(flags, &opt.Workers, "units at the same time")
	command.Number(flags, &opt.Wait, "wait", 10*time.Minute, "longest time to wait for work", command.NotNegative)
	flags.BoolVar(&opt.Verbose, "verbose", false, "tell of each unit that was measured")
	command.AddRemote(flags, &opt.Server.Remote)
	return cmd
}

func (opt *difficultyWorkOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	version, err := opt.WorkVersion()
	if err != nil {
		return err
	}
	command.CollectSeldom(opt.Workers)
	opt.Patience.Store(int64(leaving))
	opt.Server.URL = args[0]
	w := &work.Workers{Library: lib, Tell: func(difficulty.Unit) {}}
	w.Failed = func(err error) { opt.Note(cmd.ErrOrStderr(), "this could not be measured here: %v", err) }
	if opt.Verbose {
		w.Tell = func(unit difficulty.Unit) { opt.Note(cmd.ErrOrStderr(), "measured %s", unit) }
	}
	w.Queue, err = stream.Join(cmd.Context(), opt.Server, work.Queue, version, opt.Wait, func(working bool, cause error) {
		switch {
		case working:
			opt.Note(cmd.ErrOrStderr(), "measuring")
		case cause != nil:
			opt.Note(cmd.ErrOrStderr(), "nobody offers work; waiting (%v)", cause)
		default:
			opt.Note(cmd.ErrOrStderr(), "nobody offers work; waiting")
		}
	})
	if err == nil {
		err = w.Work(cmd.Context(), opt.Workers)
		err = errors.Join(err, w.Queue.Close())
	}
	if n := w.Measured.Load(); n > 0 {
		opt.Note(cmd.ErrOrStderr(), "%d units were measured here", n)
	}
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return say.Errorf("%s: %w", stream.Redacted(opt.Server.URL), err)
}
