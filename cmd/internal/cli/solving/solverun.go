package solving

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/solver"
	"fellowship/solver/parallel"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"
)

// solveRun answers a stream of documents: one goroutine reads, the workers
// solve, and the one that called run writes the answers in the order of the
// documents. So many are in hand at any time that one which takes a thousand times
// longer than the others, as some do, leaves no worker idle; but they must not take
// more than aheadBytes together.
type solveRun struct {
	cmd   *cobra.Command
	opt   *SolveOptions
	lib   *chapters.Library
	watch *command.Watch
	room  *semaphore.Weighted // what is left of aheadBytes

	code    int
	written int
	counts  map[solver.Verdict]int
}

// The most documents that are read before the first of them is answered, and what
// they may take together. With its answer a document takes so many bytes, and for
// each byte of its text so many more: a list of numbers grows most when it is read.
const (
	ahead      = 1024
	aheadBytes = 128 << 20
	jobBytes   = 64 << 10
	jobFactor  = 16
)

// solveJob is one document on its way.
type solveJob struct {
	document chapters.Document
	bytes    int64 // what it takes of the room
	done     chan struct{}
	began    atomic.Int64 // when solving began, in Unix nanoseconds; 0 before
	nodes    atomic.Int64

	// The worker's results, to be read when done is closed.
	skipped bool // interrupted before it began
	err     error
	start   *chapters.Record // where the search began
	guessed bool             // nothing said who leads
	result  solver.Result
	seconds float64
	round   *hindsight.Round // the winning round, or the start
	count   *winCount
}

// winCount is how many first decisions still win, and how many lines do.
type winCount struct {
	wins, undecided, of int
	lines               solver.Lines
}

// countNodes is the most work to count lines, where --nodes does not say.
const countNodes = 2_000_000

// solveAnswer is the answer to one document in JSON.
type solveAnswer struct {
	Schema  int            `json:"schema"`
	ID      any            `json:"id"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  solver.Reason  `json:"reason"`
	Draft   []string       `json:"draft"`
	Setup   []string       `json:"setup"`
	Line    []string       `json:"line"`
	// Swap is the exchange during play that the line needs (Sting, L5).
	Swap    *swapAnswer `json:"swap,omitempty"`
	Nodes   int64       `json:"nodes"`
	Seconds float64     `json:"seconds"`
	// With --count: first decisions that win, those that are undecided, all.
	Count     *int `json:"count,omitempty"`
	Undecided *int `json:"undecided,omitempty"`
	Of        *int `json:"of,omitempty"`
	// Lines is how many complete lines win; if it is not exact, at least.
	Lines *uint64 `json:"lines,omitempty"`
	Exact *bool   `json:"exact,omitempty"`
}

// swapAnswer is an exchange during play in JSON: its decisions, and how many plays
// of the line come before it.
type swapAnswer struct {
	Before    int      `json:"before"`
	Decisions []string `json:"decisions"`
}

// run answers the documents, which end when the context does.
func (s *solveRun) run(ctx context.Context, cancel context.CancelFunc, documents iter.Seq[chapters.Document]) error {
	s.counts = map[solver.Verdict]int{}
	s.room = semaphore.NewWeighted(aheadBytes)
	answer := func(job *solveJob) {
		if job.skipped = ctx.Err() != nil; !job.skipped {
			job.err = command.Guard(func() error { return s.solve(ctx, job) })
		}
		close(job.done)
	}
	for job := range parallel.Stream(ctx, s.opt.Workers, ahead, s.jobs(ctx, documents), answer) {
		s.wait(job)
		if job.skipped {
			cancel()
			break
		}
		if err := s.write(job); err != nil {
			cancel()
			return err
		}
		s.room.Release(job.bytes)
	}
	if s.cmd.Context().Err() != nil {
		s.code = command.Worst(s.code, command.ExitInterrupted)
	}
	s.summary()
	return command.Exit(s.code)
}

// jobs makes a job of each document, once there is room for it.
func (s *solveRun) jobs(ctx context.Context, documents iter.Seq[chapters.Document]) iter.Seq[*solveJob] {
	return func(yield func(*solveJob) bool) {
		take := func(e chapters.Document) bool {
			job := &solveJob{document: e, bytes: min(jobBytes+jobFactor*int64(e.Size), aheadBytes), done: make(chan struct{})}
			return s.room.Acquire(ctx, job.bytes) == nil && yield(job)
		}
		err := command.Guard(func() error {
			for e := range documents {
				if errors.Is(e.Err, context.Canceled) || !take(e) {
					break
				}
			}
			return nil
		})
		if err != nil {
			take(chapters.Document{Err: err})
		}
	}
}

// solve answers one document.
func (s *solveRun) solve(ctx context.Context, job *solveJob) error {
	if job.document.Err != nil {
		return command.BadInput(job.document.Err)
	}
	start, g, err := startingPoint(s.lib, &job.document, s.opt.From)
	if err != nil {
		return command.BadInput(command.InLine(job.document.Line, err))
	}
	job.start, job.guessed = start, g.State().LeaderGuessed
	began := time.Now()
	job.began.Store(began.UnixNano())
	limited := ctx
	if s.opt.Timeout > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, s.opt.Timeout)
		defer stop()
	}
	opt := s.opt.Search()
	opt.Progress = func(p solver.Progress) { job.nodes.Store(job.result.Nodes + p.Nodes) }
	result, err := solver.Solve(limited, g, opt)
	if err != nil {
		return command.Internal(err)
	}
	job.result = result
	job.nodes.Store(result.Nodes)
	if job.result.Verdict == solver.Unknown {
		switch {
		case ctx.Err() != nil:
			job.result.Reason = solver.Interrupted
		case limited.Err() != nil:
			job.result.Reason = solver.TimeLimit
		}
	}
	if s.opt.Count {
		if err := s.count(limited, g, opt, job); err != nil {
			return err
		}
	}
	job.seconds = time.Since(began).Seconds()
	return s.replay(job)
}

// count counts the first decisions and the lines that win.
func (s *solveRun) count(ctx context.Context, g *chapters.Game, opt solver.Options, job *solveJob) error {
	job.count = &winCount{of: len(g.Options())}
	known := job.result // before the search of what follows each first decision
	if err := s.countFirst(ctx, g, opt, job); err != nil {
		return err
	}
	switch known.Verdict {
	case solver.Unwinnable:
		job.count.lines.Exact = true
	case solver.Winnable:
		if opt.Nodes == 0 {
			opt.Nodes = countNodes
		}
		var err error
		if job.count.lines, err = solver.Count(ctx, g, known, opt); err != nil {
			return command.Internal(err)
		}
		job.count.lines.Count = max(job.count.lines.Count, 1) // the known one, however small the limit
	}
	return nil
}

// countFirst solves what follows each first decision.
func (s *solveRun) countFirst(ctx context.Context, g *chapters.Game, opt solver.Options, job *solveJob) error {
	if job.result.Verdict == solver.Unwinnable {
		return nil
	}
	for _, d := range g.Options() {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			return command.Internal(err)
		}
		if opt.Nodes > 0 {
			if opt.Nodes = s.opt.Nodes - job.result.Nodes; opt.Nodes <= 0 {
				job.count.undecided++
				continue
			}
		}
		r, err := solver.Solve(ctx, next, opt)
		if err != nil {
			return command.Internal(err)
		}
		job.result.Nodes += r.Nodes
		job.nodes.Store(job.result.Nodes)
		switch r.Verdict {
		case solver.Winnable:
			job.count.wins++
		case solver.Unknown:
			job.count.undecided++
		}
	}
	return nil
}

// replay plays what was found through the rules: a winning answer that does not
// win is a mistake of the solver and never shown.
func (s *solveRun) replay(job *solveJob) error {
	full := *job.start
	full.Decisions = slices.Concat(full.Decisions, job.result.Decisions())
	var err error
	if job.round, err = hindsight.Replay(s.lib, &full, s.opt.Texts()); err != nil {
		return command.Internal(say.Errorf("the answer does not replay: %w", err))
	}
	if g := job.round.Game; job.result.Verdict == solver.Winnable && (!g.Over() || g.Result() != chapters.Won) {
		return command.Internal(say.Errorf("the answer replays to a round that is %s, not won", g.Result()))
	}
	return nil
}

// write writes one answer and notes its exit code.
func (s *solveRun) write(job *solveJob) error {
	e := &job.document
	if job.err != nil {
		code, err := command.ExitCode(job.err)
		s.code = command.Worst(s.code, code)
		return command.ReportBad(s.cmd, s.opt.Texts(), s.opt.JSON, e, err)
	}
	s.counts[job.result.Verdict]++
	switch job.result.Verdict {
	case solver.Unknown:
		s.code = command.Worst(s.code, command.ExitUndecided)
	case solver.Unwinnable:
		if !s.opt.Check {
			s.code = command.Worst(s.code, command.ExitNo)
		}
	}
	if s.opt.JSON {
		if err := command.WriteJSON(s.cmd.OutOrStdout(), job.answer()); err != nil {
			return err
		}
	} else {
		if s.written > 0 {
			fmt.Fprintln(s.cmd.OutOrStdout())
		}
		if err := s.explain(job); err != nil {
			return err
		}
	}
	s.written++
	if job.guessed {
		s.opt.Note(s.cmd.ErrOrStderr(), "%s: %s", command.NameOf(s.opt.Texts(), e), s.opt.Texts().T("solved.leader"))
	}
	want := e.Expect
	if s.opt.Check && want != nil && want.Verdict != "" && job.result.Verdict != solver.Unknown && want.Verdict != string(job.result.Verdict) {
		s.opt.Note(s.cmd.ErrOrStderr(), "%s: expected %s, found %s", command.NameOf(s.opt.Texts(), e), want.Verdict, job.result.Verdict)
		s.code = command.Worst(s.code, command.ExitNo)
	}
	return nil
}

func (job *solveJob) answer() *solveAnswer {
	a := &solveAnswer{
		Schema: 1, ID: hindsight.JSONID(&job.document.Position), Verdict: job.result.Verdict, Reason: job.result.Reason,
		Draft: hindsight.Shorts(job.result.Draft), Setup: hindsight.Shorts(job.result.Setup), Line: hindsight.Shorts(job.result.Line),
		Nodes: job.result.Nodes, Seconds: job.seconds,
	}
	if x := job.result.Swap; x != nil {
		a.Swap = &swapAnswer{Before: x.Before, Decisions: hindsight.Shorts(x.Decisions)}
	}
	if c := job.count; c != nil {
		a.Count, a.Undecided, a.Of = &c.wins, &c.undecided, &c.of
		a.Lines, a.Exact = &c.lines.Count, &c.lines.Exact
	}
	return a
}

// summary tells people the shares of a stream of several documents.
func (s *solveRun) summary() {
	if s.opt.JSON || s.written < 2 {
		return
	}
	fmt.Fprintln(s.cmd.ErrOrStderr(), s.opt.Texts().T("solved.all",
		s.written, s.counts[solver.Winnable], s.counts[solver.Unwinnable], s.counts[solver.Unknown]))
}

// wait tells how far the search for a job has come, until it is done.
func (s *solveRun) wait(job *solveJob) {
	t := s.opt.Texts()
	s.watch.Follow(job.done, &job.began, func(elapsed time.Duration) string {
		return t.T("solved.progress", command.NameOf(t, &job.document), job.nodes.Load(), int(elapsed.Seconds()))
	})
}
