package solving

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// solveOptions are the flags of solve.
type solveOptions struct {
	*command.Root
	command.SearchLimits
	From  string
	Count bool
	Check bool
	JSON  bool
	// texts is the language of the answers.
	texts *texts.Texts
}

// NewSolve returns the command solve.
func NewSolve(root *command.Root) *cobra.Command {
	opt := solveOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "solve [DEAL|FILE|-]",
		Short:             "Find out whether a deal can be won with open cards",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteRounds,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			opt.texts = texts.New(texts.Default)
			return opt.run(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.From, "draft", "setup", "play"), "from", "rewind a record to draft, setup or play")
	command.Number(flags, &opt.Timeout, "timeout", 30*time.Second, "most time a document, 0: no limit", command.NotNegative)
	command.Number(flags, &opt.Nodes, "nodes", 0, "most card plays a document, 0: no limit", command.NotNegative)
	opt.AddMemory(flags)
	command.AddWorkers(flags, &opt.Workers, "documents solved at once")
	flags.BoolVar(&opt.Count, "count", false, "count the first decisions and the lines that win")
	flags.BoolVar(&opt.Check, "check", false, "compare with expect.verdict")
	flags.BoolVar(&opt.JSON, "json", false, "write one JSON object a document")
	return cmd
}

// Answer tells the person who has just entered a file about it, in the person's language: how a position
// can be won, or where a round that was played was lost.
func Answer(root *command.Root, cmd *cobra.Command, lib *chapters.Library, file string, played bool, timeout time.Duration) error {
	limits := command.SearchLimits{Timeout: timeout, Memory: solver.DefaultMemory >> 20, Workers: 1}
	if played {
		opt := analyseOptions{Root: root, SearchLimits: limits, texts: root.Texts()}
		return opt.run(cmd, lib, []string{file})
	}
	opt := solveOptions{Root: root, SearchLimits: limits, texts: root.Texts()}
	return opt.run(cmd, lib, file)
}

// run answers the documents that an argument names.
func (opt *solveOptions) run(cmd *cobra.Command, lib *chapters.Library, arg string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	out, told := cmd.OutOrStdout(), cmd.ErrOrStderr()
	counts := map[solver.Verdict]int{}
	all := command.Answers[solved]{Root: opt.Root, Cmd: cmd, JSON: opt.JSON, Workers: opt.Workers}
	all.Find = func(ctx context.Context, e *chapters.Document, a *solved) error { return opt.find(ctx, lib, e, a) }
	all.Progress = func(a *solved, elapsed time.Duration) (string, float64) {
		text := fmt.Sprintf("%s in %s", say.Count(a.nodes.Load(), "card play"), elapsed)
		if opt.Timeout > 0 {
			text += fmt.Sprintf(" of at most %s", opt.Timeout)
		}
		return text, 0
	}
	all.Show = func(e *chapters.Document, a *solved) (err error) {
		verdict := a.result.Verdict
		counts[verdict]++
		if opt.JSON {
			err = command.WriteJSON(out, a.answer(e))
		} else {
			err = all.PrintPage(a.page(opt.texts, opt.Timeout))
		}
		if err != nil {
			return err
		}
		if a.guessed {
			command.Note(told, "%s: leader is missing, so the holder of R1 leads; by S7 it is the player to whom R1 was dealt, even if R1 was passed on in setup", command.NameOf(e))
		}
		want := e.Expect
		differs := opt.Check && want != nil && want.Verdict != "" && want.Verdict != string(verdict)
		switch {
		case verdict == solver.Unknown:
			return command.Exit(command.ExitUndecided)
		case differs:
			command.Note(told, "%s: expected %s, found %s", command.NameOf(e), want.Verdict, verdict)
			return command.Exit(command.ExitNo)
		case verdict == solver.Unwinnable && !opt.Check:
			return command.Exit(command.ExitNo)
		}
		return nil
	}
	err := all.Each(lib, arg)
	var ended *command.ExitError
	if n := counts[solver.Winnable] + counts[solver.Unwinnable] + counts[solver.Unknown]; n > 1 && !opt.JSON && (err == nil || errors.As(err, &ended)) {
		fmt.Fprintf(told, "%d solved: %d winnable, %d unwinnable, %d undecided\n", n, counts[solver.Winnable], counts[solver.Unwinnable], counts[solver.Unknown])
	}
	return err
}

// startingPoint returns the round to solve: a document as it stands, a record
// rewound to --from.
func startingPoint(lib *chapters.Library, e *chapters.Document, from string) (*chapters.Record, *chapters.Game, error) {
	stage := e.Stage
	switch {
	case from == "":
	case e.IsRecord:
		stage = hindsight.StageNamed(from)
	case from != stage.String():
		return nil, nil, fmt.Errorf("the position is in stage %s, and only a record can be rewound to %s", stage, from)
	}
	start, end := e.Record, e.Stage
	var g *chapters.Game
	for step, err := range e.Walk(lib) {
		if err != nil {
			return nil, nil, err
		}
		if end = step.Game.Stage(); g == nil && end >= stage {
			g, start.Decisions = step.Game.Clone(), e.Decisions[:step.Number:step.Number]
		}
	}
	return &start, g, holds(e.Stage, stage, end)
}

// holds reports whether a stage is one of those that a record goes through.
func holds(begin, stage, end chapters.Stage) error {
	switch {
	case stage < begin:
		return fmt.Errorf("the record begins in stage %s, after %s", begin, stage)
	case end < stage:
		return fmt.Errorf("the record ends in stage %s, before %s", end, stage)
	}
	return nil
}
