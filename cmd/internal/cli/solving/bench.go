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

type benchOptions struct {
	*command.Root
	Chapter string
	Players int
	Deals   int
	command.SearchLimits
	// disabled are parts of the search that are switched off: a test measures what each is worth.
	disabled solver.Parts
	Dump     bool
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
	command.Number(flags, &opt.Deals, "deals", 100, "deals for each chapter and table size",
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
	Signature int64    `json:"signature"`

	times []int64
}

// quantile is how times are distributed, by nearest rank, in nanoseconds.
type quantile struct {
	Median int64 `json:"median"`
	P90    int64 `json:"p90"`
	P99    int64 `json:"p99"`
	Max    int64 `json:"max"`
}

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

// write adds a line to the table for people.
func (a *benchAnswer) write(t *command.Text) {
	in := func(ns int64) string { return strconv.FormatInt(ns/max(a.PlayoutNS, 1), 10) }
	t.Line("%7v %7d %6d %9d %8d %8s %9s %9s %9s", a.Chapter, a.Players, a.Deals, a.Winnable, a.Unknown,
		fmt.Sprintf("%d ns", a.PlayoutNS), in(a.SolveNS.Median), in(a.SolveNS.P90), in(a.SolveNS.P99))
}

// benchSet is the first deals of a cell. They are dealt as they are needed.
type benchSet struct {
	difficulty.Cell
	lib   *chapters.Library
	deals int
}

// deal deals a round of the set, counted from 0, and brings it to the first trick: characters
// taken at random, and every exchange without effect.
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
	nodes   int64
	// took is the time of the search, playout that of one playout.
	took, playout time.Duration
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
		r.verdict, r.nodes = found.Verdict, found.Nodes
	}
	return r, nil
}

// measure times playouts and solves, and tells how many deals are done. Where it is interrupted it
// returns the measurement of those, nil for none, with the error.
func (b *benchSet) measure(ctx context.Context, opt *benchOptions, tell func(done int)) (*benchAnswer, error) {
	answer := &benchAnswer{Schema: 1, Chapter: command.ChapterNumber(b.Chapter), Players: b.Players, Deals: b.deals}
	results := make([]benchResult, b.deals)
	var mu sync.Mutex
	done := 0
	err := parallel.Each(ctx, opt.Workers, b.deals, func(i int) error {
		return say.Guard(func() error {
			result, err := b.solve(ctx, i, opt)
			if err != nil || ctx.Err() != nil { // a search that was cut short is no measurement
				return cmp.Or(ctx.Err(), say.Internal(err))
			}
			results[i] = result
			mu.Lock()
			defer mu.Unlock()
			done++
			tell(done)
			return nil
		})
	})
	results = slices.DeleteFunc(results, func(r benchResult) bool { return r.playout == 0 })
	if err != nil && !errors.Is(err, context.Canceled) || len(results) == 0 {
		return nil, err
	}
	answer.Deals = len(results)
	times, playouts := make([]int64, len(results)), make([]int64, len(results))
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
		Median: percentile(50), P90: percentile(90), P99: percentile(99),
		Max: times[len(times)-1],
	}
	return answer, err
}

// Each deal is timed a few times, its playouts and its solve in turns, and of both
// the fastest counts, because whatever else the machine does only adds time. Solves
// that take long are timed once.
const (
	timedRuns    = 3
	timedLong    = 5 * time.Millisecond
	playoutCount = 30
)

// timePlayouts returns the time of one playout.
func timePlayouts(p solver.Playouts) time.Duration {
	src := players.DraftSource(1)
	began := time.Now()
	for range playoutCount {
		p.Play(src)
	}
	return time.Since(began) / playoutCount
}
