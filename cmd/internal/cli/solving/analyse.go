package solving

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// analyseOptions are the flags of analyse.
type analyseOptions struct {
	*command.Root
	command.SearchLimits
	// FromStage is the stage from which on all choices are examined. "" examines all card plays, and the earlier
	// decision that lost the round. With "play" the earlier decisions are left out.
	FromStage string
	// Plain tells the round in sentences.
	Plain bool
	// texts is the language of the answers.
	texts *texts.Texts
}

// NewAnalyse returns the command analyse.
func NewAnalyse(root *command.Root) *cobra.Command {
	opt := &analyseOptions{Root: root, texts: texts.New(texts.Default)}
	cmd := &cobra.Command{
		Use:               "analyse RECORD",
		Aliases:           []string{"analyze"},
		Short:             "Find where a round was lost",
		Args:              oneRecord,
		ValidArgsFunction: root.CompleteRounds,
		RunE:              opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.FromStage, "draft", "setup", "play"), "from", "examine all choices from this stage on")
	flags.BoolVar(&opt.Plain, "plain", false, "print sentences instead of columns")
	opt.AddTimeout(flags, 2*time.Minute, "record")
	opt.Add(flags, 5_000_000, "verdict", "verdicts at once")
	return opt.WithJSON(cmd, "write JSON objects")
}

// oneRecord is the argument check of analyse: the record is an argument or comes through a pipe.
func oneRecord(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && kit.IsTerminal(cmd.InOrStdin()) {
		return fmt.Errorf("name a file with a record, or - for standard input\nsee: %s --help", cmd.CommandPath())
	}
	return command.AtMostOneArg(cmd, args)
}

// run analyses the records that the argument names.
func (opt *analyseOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	all := command.Answers[analysedRound]{Root: opt.Root, Cmd: cmd, Workers: 1}
	all.Find = func(ctx context.Context, e *chapters.Document, a *analysedRound) error {
		return opt.analyse(ctx, lib, e, a)
	}
	all.Show = func(_ *chapters.Document, a *analysedRound) error {
		return all.Write(func() []any { return a.Answers(a.seconds) }, a.Page)
	}
	all.Progress = func(a *analysedRound, elapsed time.Duration) (string, float64) {
		done, total := a.done.Load(), a.total.Load()
		nodes := say.Count(a.nodes.Load(), "card play")
		text := fmt.Sprintf("%d of %d verdicts, %s in %s", done, total, nodes, elapsed)
		return text, float64(done) / float64(max(total, 1))
	}
	return all.Each(lib, command.FirstArg(args))
}

// analysedRound is an analysis with its progress.
type analysedRound struct {
	hindsight.Analysis
	// done is the number of verdicts so far.
	done atomic.Int64
	// total is the number of verdicts that the analysis needs.
	total atomic.Int64
	// nodes is the number of card plays searched so far.
	nodes atomic.Int64
	// seconds is how long the analysis took.
	seconds float64
}

// analyse analyses the record of one document.
func (opt *analyseOptions) analyse(ctx context.Context, lib *chapters.Library, e *chapters.Document,
	a *analysedRound,
) error {
	round, err := hindsight.Replay(lib, &e.Record, opt.texts)
	if err == nil && opt.FromStage != "" {
		err = checkStage(e.Record.Stage, hindsight.StageNamed(opt.FromStage), round.Game.Stage())
	}
	if err != nil {
		return err
	}
	round.InSentences = opt.Plain
	if opt.Timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, opt.Timeout)
		defer stop()
	}
	a.Analysis = hindsight.Analysis{Round: round, FromStage: opt.FromStage, Timeout: opt.Timeout}
	began := time.Now()
	a.Found, err = solver.Analyse(ctx, round.Game, solver.AnalyseOptions{
		Options:  opt.Search(),
		Choices:  hindsight.StageNamed(opt.FromStage),
		PlayOnly: opt.FromStage == chapters.StagePlay.String(),
		Workers:  opt.Workers,
		OnProgress: func(done, total int, nodes int64) {
			a.done.Store(int64(done))
			a.total.Store(int64(total))
			a.nodes.Store(nodes)
		},
	})
	a.seconds = time.Since(began).Seconds()
	return say.Internal(err)
}
