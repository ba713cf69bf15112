package solving

import (
	"context"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/page"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// analyseOptions are the flags of analyse.
type analyseOptions struct {
	*command.Root
	command.SearchLimits
	From string
	JSON bool
}

// NewAnalyse returns the command analyse.
func NewAnalyse(root *command.Root) *cobra.Command {
	opt := &analyseOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "analyse RECORD",
		Short: "Find where a round was lost",
		Args:  oneRecord,
		RunE:  opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.From, "draft", "setup", "play"), "from", "look at all choices from there on")
	command.Number(flags, &opt.Timeout, "timeout", 2*time.Minute, "most time a record, 0: no limit", command.NotNegative)
	command.Number(flags, &opt.Nodes, "nodes", 5_000_000, "most plays a verdict, 0: any", command.NotNegative)
	opt.AddMemory(flags)
	command.AddWorkers(flags, &opt.Workers, "verdicts at the same time")
	flags.BoolVar(&opt.JSON, "json", false, "write JSON objects")
	return cmd
}

// oneRecord asks for a record, which may come through a pipe.
func oneRecord(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && command.IsTerminal(cmd.InOrStdin()) {
		return say.Errorf("name the file of the record, or - to type it\nsee: %s --help", cmd.CommandPath())
	}
	return command.AtMostOneArg(cmd, args)
}

func (opt *analyseOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	return opt.EachRound(cmd, lib, args, opt.JSON, func(e *chapters.Document, round *hindsight.Round) (page.Page, error) {
		if opt.From != "" {
			if err := holds(e.Stage, hindsight.StageNamed(opt.From), round.Game.Stage()); err != nil {
				return nil, command.BadInput(err)
			}
		}
		a := analysedRound{Analysed: hindsight.Analysed{Round: round, From: opt.From, Timeout: opt.Timeout}, opt: opt}
		if err := a.analyse(cmd, e); err != nil {
			return nil, err
		}
		if opt.JSON {
			return nil, command.WriteAll(cmd.OutOrStdout(), a.Answers(a.seconds))
		}
		return a.Page(), nil
	})
}

// analysedRound is an analysis, and how long it took.
type analysedRound struct {
	hindsight.Analysed
	opt     *analyseOptions
	seconds float64
}

// analyse finds it out, and tells on the standard error how that goes.
func (a *analysedRound) analyse(cmd *cobra.Command, e *chapters.Document) error {
	ctx, stop := cmd.Context(), func() {}
	if a.opt.Timeout > 0 {
		ctx, stop = context.WithTimeout(ctx, a.opt.Timeout)
	}
	defer stop()
	var told atomic.Pointer[[3]int64]
	told.Store(&[3]int64{})
	opt := solver.AnalyseOptions{
		Options: a.opt.Search(),
		Choices: hindsight.StageNamed(a.opt.From), PlayOnly: a.opt.From == chapters.StagePlay.String(), Workers: a.opt.Workers,
		Told: func(done, total int, nodes int64) { told.Store(&[3]int64{int64(done), int64(total), nodes}) },
	}
	done := make(chan struct{})
	var began atomic.Int64
	start := time.Now()
	began.Store(start.UnixNano())
	var err error
	go func() {
		defer close(done)
		err = command.Guard(func() (err error) {
			a.Found, err = solver.Analyse(ctx, a.Game, opt)
			return command.Internal(err)
		})
	}()
	command.NewWatch(cmd.ErrOrStderr()).Follow(done, &began, func(elapsed time.Duration) string {
		now := told.Load()
		return a.T("analysed.progress", command.NameOf(a.Texts, e), now[0], now[1], now[2], int(elapsed.Seconds()))
	})
	a.seconds = time.Since(start).Seconds()
	return err
}
