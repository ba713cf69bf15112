package measuring

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/serving"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

type difficultyWorkOptions struct {
	*command.Root
	Workers int
	Wait    time.Duration
	Verbose bool
	Remote  stream.Remote
}

func newDifficultyWorkCmd(root *command.Root) *cobra.Command {
	opt := &difficultyWorkOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "work HOST|URL",
		Short: "Measure for another machine",
		Long: `Measure for another machine, which has put work into the queue of NATS servers
with "difficulty --nats". Any number of machines can do so; they may come, go and
fail as they like.

A worker takes one unit of the work after the other, and stores what came of it
before it takes another one. When all is measured it ends. While nobody offers
work it waits, but no longer than --wait. It has to be the same version of the
program, with the same --chapters.`,
		Example: `  fellowship difficulty work 10.0.0.1
  fellowship difficulty work nats://10.0.0.1:4222 --nats-creds worker.creds`,
		Args: command.Takes(1, 1, "name the server of NATS with the work\nsee: %s --help"),
		RunE: opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	command.AddWorkers(flags, &opt.Workers, "units at the same time")
	command.Number(flags, &opt.Wait, "wait", 10*time.Minute, "longest time to wait for work", command.NotNegative)
	flags.BoolVar(&opt.Verbose, "verbose", false, "tell of each unit that was measured")
	serving.AddRemote(flags, &opt.Remote)
	return cmd
}

func (opt *difficultyWorkOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	version, err := opt.WorkVersion()
	if err != nil {
		return err
	}
	command.CollectSeldom(opt.Workers)
	opt.Patience.Store(int64(leaving))
	w := &workers{Options: stream.Options{URL: workURL(args[0]), Remote: opt.Remote}, lib: lib, tell: func(difficulty.Unit) {}}
	if opt.Verbose {
		w.tell = func(unit difficulty.Unit) { opt.Note(cmd.ErrOrStderr(), "measured %s", unit) }
	}
	w.queue, err = stream.Join(cmd.Context(), w.Options, workQueue, version, opt.Wait, func(news stream.News, cause error) {
		switch news {
		case stream.Waiting:
			if cause != nil {
				opt.Note(cmd.ErrOrStderr(), "nobody offers work yet; waiting (%v)", cause)
			} else {
				opt.Note(cmd.ErrOrStderr(), "nobody offers work yet; waiting")
			}
		case stream.Working:
			opt.Note(cmd.ErrOrStderr(), "measuring")
		case stream.Stopped:
			opt.Note(cmd.ErrOrStderr(), "the measurement was stopped; waiting until it goes on")
		}
	})
	if err == nil {
		err = w.work(cmd.Context(), opt.Workers)
		err = errors.Join(err, w.queue.Close())
	}
	if n := w.measured.Load(); n > 0 {
		opt.Note(cmd.ErrOrStderr(), "%d units were measured here", n)
	}
	var exit *command.ExitError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.As(err, &exit):
		return err
	}
	return say.Errorf("%s: %w", stream.Redacted(w.URL), err)
}

// workers measure units for another machine.
type workers struct {
	stream.Options
	lib      *chapters.Library
	queue    *stream.Worker
	measured atomic.Int64
	tell     func(difficulty.Unit)
}

// work measures with so many at a time until there is no more work.
func (w *workers) work(ctx context.Context, many int) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var group sync.WaitGroup
	for range many {
		group.Go(func() {
			for {
				if err := w.one(ctx); err != nil {
					end(err)
					return
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); !errors.Is(err, stream.ErrDone) {
		return err
	}
	return nil
}

// one takes a unit and measures it.
func (w *workers) one(ctx context.Context) error {
	unit, err := w.queue.Take(ctx)
	if err != nil {
		return err
	}
	result, text, err := w.measure(ctx, unit.Data)
	switch {
	case ctx.Err() != nil:
		unit.Return()
		return ctx.Err()
	case err != nil:
		unit.Fail(err.Error())
		return command.Internal(err)
	}
	if err := unit.Done(ctx, text); err != nil {
		return err
	}
	w.measured.Add(1)
	w.tell(result.Unit)
	return nil
}

// measure returns what comes of a unit, and the text that is stored of it.
func (w *workers) measure(ctx context.Context, unit []byte) (r difficulty.Result, text []byte, err error) {
	job, err := difficulty.ParseJob(unit)
	if err != nil {
		return r, nil, say.Errorf("a unit of the work: %w", err)
	}
	if r, err = job.Measure(ctx, w.lib, clockTimer, command.CoreTimer); err == nil {
		text, err = json.Marshal(r)
	}
	return r, text, err
}
