package solving

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"

	"github.com/spf13/cobra"
)

// SolveOptions are the flags of solve.
type SolveOptions struct {
	*command.Root
	command.SearchLimits
	From  string
	Count bool
	Check bool
	JSON  bool
}

// NewSolve returns the command solve.
func NewSolve(root *command.Root) *cobra.Command {
	opt := SolveOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "solve [DEAL|FILE|-]",
		Short: "Find out whether a deal can be won with open cards",
		Args:  command.AtMostOneArg,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.Solve(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.From, "draft", "setup", "play"), "from", "rewind a record to draft, setup or play")
	command.Number(flags, &opt.Timeout, "timeout", 30*time.Second, "most time a document, 0: no limit", command.NotNegative)
	command.Number(flags, &opt.Nodes, "nodes", 0, "most card plays a document, 0: no limit", command.NotNegative)
	opt.AddMemory(flags)
	command.AddWorkers(flags, &opt.Workers, "documents solved at the same time")
	flags.BoolVar(&opt.Count, "count", false, "count the first decisions and the lines that win")
	flags.BoolVar(&opt.Check, "check", false, "compare with expect.verdict")
	flags.BoolVar(&opt.JSON, "json", false, "write one JSON object a document")
	return cmd
}

// Solve answers the documents that an argument names.
func (opt *SolveOptions) Solve(cmd *cobra.Command, lib *chapters.Library, arg string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	documents, err := command.ReadDocuments(ctx, cmd, lib, arg)
	if err != nil {
		return err
	}
	s := solveRun{cmd: cmd, opt: opt, lib: lib, watch: command.NewWatch(cmd.ErrOrStderr())}
	return s.run(ctx, cancel, documents)
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
		return nil, nil, say.Errorf("the position is in stage %s, and only a record can be rewound to %s", stage, from)
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
		return say.Errorf("the record begins in stage %s, after %s", begin, stage)
	case end < stage:
		return say.Errorf("the record ends in stage %s, before %s", end, stage)
	}
	return nil
}
