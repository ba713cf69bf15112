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
		Long: `Find out whether a deal can be won with open cards: is there a choice of
characters, exchanges and plays that meets every goal? A deal's name, a file or
the standard input says which; they may hold many position documents and
records, which are answered in order while they are read. Many documents are
JSON, one object a line, or stand between lines "---"; in a document of several
lines only the first may begin with "{".

The verdict is about the deal, not about what the players could know: all hands
and the order of every pile count as known. It is one of

  winnable    with a line of decisions that wins, replayed to make sure
  unwinnable  every possibility was searched and none wins
  unknown     a limit was reached before either was certain

A document is solved from where it stands. In stage play it should say who leads
the first trick: without "leader" it is who the cards say, else Frodo, else who
holds R1. In the second group of chapter 18 the one leads to whom R1 was dealt,
even if it was passed on in setup, and a document without "leader" cannot know
that; a note says so then.

A record is solved from its start, or from where --from rewinds it to: draft
(nothing is decided), setup (the characters are taken) or play (before the first
card). On a document or a deal --from only says which stage it must be in.

With --count it also says how many of the first decisions still win, and how
many complete lines do, from here to the round's end; R1 played to win and not
to win are two. There may be very many: the count ends after 2,000,000 plays, or
--nodes, and is "at least" then ("exact":false).

The limits are for each document. Time only ends a search, never changes what it
finds; the answers are the same for any number of workers.

Exit codes: 0 all winnable, 1 some unwinnable, 2 bad usage or input, 3 some
undecided, 4 internal error, 130 interrupted; of several the first in the order
130, 4, 2, 3, 1. With --check 1 means that a verdict differs from the
document's expect.verdict, and unwinnable ones that are expected are fine.`,
		Example: `  fellowship solve c02p4s7
  fellowship deal --chapter 2 --players 4 --seed 7 | fellowship solve - --json
  fellowship solve game.ndjson --from play --timeout 5m`,
		Args: command.AtMostOneArg,
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
	entries, err := command.ReadEntries(ctx, cmd, lib, arg)
	if err != nil {
		return err
	}
	s := solveRun{cmd: cmd, opt: opt, lib: lib, watch: command.NewWatch(cmd.ErrOrStderr())}
	return s.run(ctx, cancel, entries)
}

// startingPoint returns the round to solve: a document as it stands, a record
// rewound to --from.
func startingPoint(lib *chapters.Library, e *chapters.Entry, from string) (*chapters.Record, *chapters.Game, error) {
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
