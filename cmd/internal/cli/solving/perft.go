package solving

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// perftOptions are the flags of perft.
type perftOptions struct {
	*command.Root
	// Depth is the number of plays in a sequence, -1 for the depth in each document.
	Depth int
	// Divide reports whether the sequences of each first play are counted by themselves.
	Divide bool
	// Check reports whether the count is compared with the one that the document expects.
	Check bool
}

// NewPerft returns the command perft.
func NewPerft(root *command.Root) *cobra.Command {
	opt := &perftOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "perft [FILE|-]",
		Short: "Count the legal sequences of plays",
		Args:  command.AtMostOneArg,
		RunE:  opt.WithLibrary(opt.run),
	}
	command.Number(cmd.Flags(), &opt.Depth, "depth", -1, "number of `plays`", command.NotNegative)
	cmd.Flags().Lookup("depth").DefValue = "expect.depth"
	cmd.Flags().BoolVar(&opt.Divide, "divide", false, "show the count for each first play")
	cmd.Flags().BoolVar(&opt.Check, "check", false, "compare with expect.perft")
	return opt.WithJSON(cmd, "write one JSON object per position")
}

// perftAnswer is the count of one position in JSON.
type perftAnswer struct {
	Schema int         `json:"schema"`
	ID     any         `json:"id"`
	Depth  int         `json:"depth"`
	Count  uint64      `json:"count"`
	Divide []perftMove `json:"divide,omitempty"`
}

// perftMove is the number of sequences that begin with a play.
type perftMove struct {
	Play  string `json:"play"`
	Count uint64 `json:"count"`
}

// run counts for each document that the argument names.
func (opt *perftOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	all := command.Answers[perft]{
		Root: opt.Root, Cmd: cmd, Workers: 1,
		Find: func(ctx context.Context, e *chapters.Document, answer *perft) error {
			return opt.count(ctx, lib, e, answer)
		},
		Progress: func(answer *perft, elapsed time.Duration) (string, float64) {
			done, total := answer.done.Load(), answer.total.Load()
			return fmt.Sprintf("%d of %d first plays in %s", done, total, elapsed),
				float64(done) / float64(max(total, 1))
		},
		Show: func(e *chapters.Document, answer *perft) error {
			if err := opt.write(cmd, e, &answer.perftAnswer); err != nil {
				return err
			}
			want := e.Record.Expect
			canCompare := opt.Check && want != nil && want.Perft != nil && want.Depth == answer.Depth
			if !canCompare || *want.Perft == answer.Count {
				return nil
			}
			command.Note(cmd.ErrOrStderr(), "%s: expected %d, counted %d",
				command.NameOf(e), *want.Perft, answer.Count)
			return command.Exit(command.ExitNo)
		},
	}
	return all.Each(lib, command.FirstArg(args))
}

// perft is the count of one position with its progress.
type perft struct {
	perftAnswer
	// done is the number of first plays that are finished.
	done atomic.Int64
	// total is the number of first plays.
	total atomic.Int64
}

// count counts the sequences from one document on. In a record it counts from its end.
func (opt *perftOptions) count(ctx context.Context, lib *chapters.Library, e *chapters.Document, answer *perft) error {
	g, err := e.Record.Game(lib)
	if err != nil {
		return err
	}
	if g.Stage() != chapters.StagePlay {
		return notInPlay(e, g.Stage())
	}
	depth := opt.Depth
	if depth < 0 {
		if e.Record.Expect == nil || e.Record.Expect.Perft == nil {
			return errors.New("--depth is required: the document has no expect.depth")
		}
		depth = e.Record.Expect.Depth
	}
	stop := func() bool { return ctx.Err() != nil }
	position := g.State()
	table, state := position.Table, position.State
	answer.perftAnswer = perftAnswer{Schema: 1, ID: hindsight.JSONID(&e.Record.Position), Depth: depth}
	complete := true
	if depth == 0 || state.IsOver {
		answer.Count, complete = table.Perft(state, depth, stop)
	} else {
		var moves [tricks.MaxMoves]tricks.Move
		for _, lead := range leadStates(table, state) {
			first := table.Moves(&lead, moves[:0])
			answer.total.Add(int64(len(first)))
			for _, m := range first {
				next := lead
				table.Play(&next, m)
				n, ok := table.Perft(next, depth-1, stop)
				complete = complete && ok
				answer.Count += n
				if opt.Divide {
					answer.Divide = append(answer.Divide, perftMove{tricks.Play{Seat: lead.Turn, Move: m}.String(), n})
				}
				answer.done.Add(1)
			}
		}
	}
	if !complete {
		return command.Exit(command.ExitInterrupted)
	}
	return nil
}

// notInPlay returns the error for a document that has not reached the first trick, with advice.
func notInPlay(e *chapters.Document, stage chapters.Stage) error {
	if e.IsRecord {
		return fmt.Errorf("the record ends in stage %s, but perft counts plays: it must reach the first trick",
			stage)
	}
	return fmt.Errorf("the position is in stage %s, but perft counts plays: write stage: play in the document, "+
		"where characters may be missing, or take deals as bench --dump writes them", stage)
}

// write writes an answer in JSON or for people.
func (opt *perftOptions) write(cmd *cobra.Command, e *chapters.Document, answer *perftAnswer) error {
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), answer)
	}
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	for _, m := range answer.Divide {
		t.Line("%-6s %d", m.Play, m.Count)
	}
	t.Line("%s: %s of %s", command.NameOf(e), say.Count(answer.Count, "sequence"), say.Count(answer.Depth, "play"))
	return t.Flush()
}

// leadStates returns the states from which the first play can be made. Usually that is the given
// state alone. If the leader must be named, there is a state for each seat that may be named
// (K: Bilbo Baggins).
func leadStates(table *tricks.Table, state tricks.State) []tricks.State {
	if !state.Naming {
		return []tricks.State{state}
	}
	var out []tricks.State
	for leader := range tricks.Seat(table.Seats) {
		if table.Holding(&state).Contains(leader) {
			next := state
			table.Name(&next, leader)
			out = append(out, next)
		}
	}
	return out
}
