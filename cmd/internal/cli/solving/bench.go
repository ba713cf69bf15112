package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/solver"
	"fellowship/solver/difficulty"
	"fellowship/solver/parallel"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	*command.Root
	command.SearchLimits
	// Chapter is the only chapter to measure, "" for all.
	Chapter string
	// Players is the only number of players to measure, 0 for all.
	Players int
	// Deals is the number of deals for each chapter and number of players.
	Deals int
	// Dump reports whether the deals are written instead of solved.
	Dump bool
	// disabled are the parts of the search that are switched off. A test measures the worth of each.
	disabled solver.Parts
}

// NewBench returns the command bench.
func NewBench(root *command.Root) *cobra.Command {
	opt := &benchOptions{Root: root}
	cmd := &cobra.Command{
		Use:     "bench",
		Short:   "Measure how fast deals are solved",
		Args:    command.NoArgs,
		PreRunE: command.NotBoth("dump", "json"),
		RunE:    opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	command.AddChapter(flags, &opt.Chapter)
	command.AddPlayers(flags, &opt.Players, 0)
	flags.Lookup("chapter").Usage += " (default all)"
	flags.Lookup("players").DefValue = "all"
	command.Number(flags, &opt.Deals, "deals", 100, "deals per chapter and table size",
		command.InRange(1, command.MaxDeals))
	opt.Add(flags, 100_000_000, "deal", "deals solved at once")
	flags.BoolVar(&opt.Dump, "dump", false, "write the deals instead of solving them")
	return opt.WithJSON(cmd, "write JSON objects")
}

// benchAnswer is the measurement of one chapter and number of players in JSON.
type benchAnswer struct {
	Schema    int      `json:"schema"`
	Chapter   any      `json:"chapter"`
	Players   int      `json:"players"`
	Deals     int      `json:"deals"`
	PlayoutNS int64    `json:"playout_ns"`
	SolveNS   quantile `json:"solve_ns"`
	Unknown   int      `json:"unknown"`
	Winnable  int      `json:"winnable"`
	// Signature is the sum of all card plays searched. It is the same for every run of one version.
	Signature int64 `json:"signature"`

	// times are the solve times of all deals in nanoseconds, shortest first.
	times []int64
}

// quantile has quantiles of the solve times in nanoseconds, by nearest rank.
type quantile struct {
	Median int64 `json:"median"`
	P90    int64 `json:"p90"`
	P99    int64 `json:"p99"`
	Max    int64 `json:"max"`
}

// run measures each cell, or writes its deals with --dump.
func (opt *benchOptions) run(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	cells, err := difficulty.Cells(lib, opt.Chapter, opt.Players)
	if err != nil {
		return err
	}
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	if !opt.Dump && !opt.JSON {
		t.Line("%73s", "solve time in playouts")
		t.Head("chapter players  deals  winnable  unknown  playout    median       p90       p99")
	}
	progress := command.NewProgress(cmd.ErrOrStderr(), "measured")
	progress.Tell(0, len(cells)*opt.Deals)
	for i, c := range cells {
		set := benchSet{c, lib, opt.Deals}
		var answer *benchAnswer
		if opt.Dump {
			err = set.dump(cmd.Context(), cmd.OutOrStdout())
		} else {
			err = progress.While(func() (err error) {
				answer, err = set.measure(cmd.Context(), opt, func(done int) {
					progress.Tell(i*opt.Deals+done, len(cells)*opt.Deals)
				})
				return err
			})
		}
		if answer != nil && opt.JSON {
			err = cmp.Or(command.WriteJSON(cmd.OutOrStdout(), answer), err)
		} else if answer != nil {
			answer.write(t)
			err = cmp.Or(t.Flush(), err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write adds a line to the table for people. Its solve times are measured in playouts.
func (a *benchAnswer) write(t *command.Text) {
	playouts := func(ns int64) string { return strconv.FormatInt(ns/max(a.PlayoutNS, 1), 10) }
	t.Line("%7v %7d %6d %9d %8d %8s %9s %9s %9s",
		a.Chapter, a.Players, a.Deals, a.Winnable, a.Unknown, fmt.Sprintf("%d ns", a.PlayoutNS),
		playouts(a.SolveNS.Median), playouts(a.SolveNS.P90), playouts(a.SolveNS.P99))
}

// benchSet is the first deals of a cell. They are dealt as they are needed.
type benchSet struct {
	difficulty.Cell
	lib *chapters.Library
	// deals is the number of deals in the set.
	deals int
}

// deal deals the i-th round of the set, counted from 0, and brings it to the first trick. The
// characters are taken at random, and no exchange changes a hand.
func (b *benchSet) deal(i int) (pos chapters.Position, err error) {
	chapter, err := b.lib.Chapter(b.Chapter)
	if err != nil {
		return pos, err
	}
	id := command.BenchID(chapter, b.Players, uint64(i+1))
	if pos, err = b.lib.Deal(id); err != nil {
		return pos, err
	}
	g, err := b.lib.NewGame(pos)
	if err == nil {
		err = players.DraftWithoutExchanges(g, players.DraftSource(id.Seed))
	}
	if err == nil {
		pos, err = g.FirstTrick()
	}
	if err != nil {
		return pos, fmt.Errorf("deal %s: %w", id, err)
	}
	pos.ID = id.String()
	return pos, nil
}

// dump writes the set as documents.
func (b *benchSet) dump(ctx context.Context, w io.Writer) error {
	for i := range b.deals {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pos, err := b.deal(i)
		if err != nil {
			return say.Internal(err)
		}
		if err := command.WriteJSON(w, pos); err != nil {
			return err
		}
	}
	return nil
}

// benchResult is the answer to one deal.
type benchResult struct {
	verdict solver.Verdict
	// nodes is the number of card plays searched.
	nodes int64
	// took is the time of the search.
	took time.Duration
	// playout is the time of one playout.
	playout time.Duration
}

// solve times the search of a deal and its playouts.
func (b *benchSet) solve(ctx context.Context, i int, opt *benchOptions) (r benchResult, err error) {
	pos, err := b.deal(i)
	if err != nil {
		return r, err
	}
	g, err := b.lib.NewGame(pos)
	if err != nil {
		return r, fmt.Errorf("%s: %w", pos.ID, err)
	}
	p, err := solver.NewPlayouts(g)
	if err != nil {
		return r, fmt.Errorf("%s: %w", pos.ID, err)
	}
	limits := opt.Search()
	limits.DisabledParts = opt.disabled
	for run := 0; run < timedRuns && r.took < timedLong; run++ {
		playout := timePlayouts(p)
		began := time.Now()
		found, err := solver.Solve(ctx, g, limits)
		took := time.Since(began)
		if err != nil {
			return r, fmt.Errorf("%s: %w", pos.ID, err)
		}
		if run == 0 || playout < r.playout {
			r.playout = playout
		}
		if run == 0 || took < r.took {
			r.took = took
		}
		r.verdict = found.Verdict
		r.nodes = found.Nodes
	}
	return r, nil
}

// measure times the playouts and solves of the set, and calls progress with the number of deals done.
// If it is interrupted, it returns the error and a measurement of the deals done so far, nil if there
// are none.
func (b *benchSet) measure(ctx context.Context, opt *benchOptions, progress func(done int)) (*benchAnswer, error) {
	answer := &benchAnswer{Schema: 1, Chapter: command.ChapterNumber(b.Chapter), Players: b.Players, Deals: b.deals}
	results := make([]benchResult, b.deals)
	var mu sync.Mutex
	done := 0
	err := parallel.Each(ctx, opt.Workers, b.deals, func(i int) error {
		return say.Guard(func() error {
			result, err := b.solve(ctx, i, opt)
			if err != nil || ctx.Err() != nil { // the time of an interrupted search does not count
				return cmp.Or(ctx.Err(), say.Internal(err))
			}
			results[i] = result
			mu.Lock()
			defer mu.Unlock()
			done++
			progress(done)
			return nil
		})
	})
	results = slices.DeleteFunc(results, func(r benchResult) bool { return r.playout == 0 })
	if err != nil && !errors.Is(err, context.Canceled) || len(results) == 0 {
		return nil, err
	}
	answer.Deals = len(results)
	times := make([]int64, len(results))
	playouts := make([]int64, len(results))
	for i, r := range results {
		times[i] = r.took.Nanoseconds()
		playouts[i] = r.playout.Nanoseconds()
		answer.Signature += r.nodes
		switch r.verdict {
		case solver.Winnable:
			answer.Winnable++
		case solver.Unknown:
			answer.Unknown++
		}
	}
	slices.Sort(times)
	slices.Sort(playouts)
	answer.times = times
	answer.PlayoutNS = max(playouts[(len(playouts)-1)/2], 1)
	percentile := func(percent int) int64 { return times[(len(times)*percent+99)/100-1] }
	answer.SolveNS = quantile{
		Median: percentile(50),
		P90:    percentile(90),
		P99:    percentile(99),
		Max:    times[len(times)-1],
	}
	return answer, err
}

// Each deal is timed several times, its playouts and its solve in turns. The fastest time counts,
// because other work of the machine can only add time.
const (
	// timedRuns is how often a deal is timed.
	timedRuns = 3
	// timedLong is the solve time from which on a deal is timed only once.
	timedLong = 5 * time.Millisecond
	// playoutCount is the number of playouts that are timed together.
	playoutCount = 30
)

// timePlayouts returns the average time of one playout.
func timePlayouts(p solver.Playouts) time.Duration {
	src := players.DraftSource(1)
	began := time.Now()
	for range playoutCount {
		p.Play(src)
	}
	return time.Since(began) / playoutCount
}
