package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"

	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

type difficultyOptions struct {
	*rootOptions
	Chapter string
	All     bool
	Players int
	Deals   int
	Seed    uint64
	Nodes   int64
	Workers int
	JSON    bool
	CSV     string
}

func newDifficultyCmd(root *rootOptions) *cobra.Command {
	opt := difficultyOptions{rootOptions: root}
	cmd := &cobra.Command{
		Use:   "difficulty",
		Short: "Measure how hard chapters are",
		Long: `Measure how hard chapters are over many deals: those numbered from the seed on.
For each chapter it tells how many deals (the short names are those of JSON and
CSV)

  winnable, open cards (draft)   can be won with open cards, characters and
                                 exchanges chosen as well
  winnable as drafted (play)     can be won with open cards after a random draft
                                 without exchanges
  won by random play (random)    are won by players who choose at random
  won by greedy play (greedy)    are won by players who follow their own goals

as a share with the interval that holds the true share in 95 of 100 cases
(Wilson's). A deal that the solver leaves undecided widens the interval: the low
end takes it as lost, the high end as won.

The numbers are the same for any number of workers. ctrl-C ends the measurement
and prints what there is.`,
		Example: `  fellowship difficulty --chapter 2 --players 4 --deals 400
  fellowship difficulty --all --players 3 --deals 100 --csv three.csv`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.All && cmd.Flags().Changed("chapter") {
				return fmt.Errorf("--chapter %s and --all: give one of them", opt.Chapter)
			}
			if err := opt.check(); err != nil {
				return err
			}
			return runDifficulty(cmd, &opt)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.Chapter, "chapter", "", "the chapter's `number`")
	flags.BoolVar(&opt.All, "all", false, "all chapters, the default")
	flags.IntVar(&opt.Players, "players", 4, "number of players, 1 to 4")
	flags.IntVar(&opt.Deals, "deals", 100, "deals for each chapter")
	flags.Uint64Var(&opt.Seed, "seed", 1, "`number` of the first deal")
	flags.Int64Var(&opt.Nodes, "nodes", 100_000_000, "most card plays a verdict, 0: any")
	flags.IntVar(&opt.Workers, "workers", runtime.GOMAXPROCS(0), "deals measured at the same time")
	flags.BoolVar(&opt.JSON, "json", false, "write one JSON object a chapter")
	flags.StringVar(&opt.CSV, "csv", "", "also write a table to this `file`")
	return cmd
}

func (opt *difficultyOptions) check() error {
	switch {
	case opt.Players < 1 || opt.Players > 4:
		return fmt.Errorf("--players %d: 1 to 4 can play (S1)", opt.Players)
	case opt.Deals < 1 || opt.Deals > maxDeals:
		return fmt.Errorf("--deals %d: it has to be from 1 to %d", opt.Deals, maxDeals)
	case opt.Seed > math.MaxUint64-maxDeals:
		return fmt.Errorf("--seed %d: the numbers of the deals are too large", opt.Seed)
	case opt.Nodes < 0:
		return fmt.Errorf("--nodes %d: it has to be 0 or more", opt.Nodes)
	}
	return checkWorkers(opt.Workers)
}

// difficultyAnswer is what was measured of one chapter, in JSON.
type difficultyAnswer struct {
	Schema  int    `json:"schema"`
	Chapter any    `json:"chapter"`
	Players int    `json:"players"`
	Seed    uint64 `json:"seed"`
	Deals   int    `json:"deals"`
	Draft   share  `json:"draft"`
	Play    share  `json:"play"`
	Random  share  `json:"random"`
	Greedy  share  `json:"greedy"`
}

// share is how many of n deals had a property, and the interval of the share.
type share struct {
	N         int     `json:"n"`
	Wins      int     `json:"wins"`
	Undecided int     `json:"undecided"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

func shareOf(s difficulty.Share) share {
	return share{
		N: s.Deals, Wins: s.Wins, Undecided: s.Undecided,
		Share: float64(s.Wins) / float64(max(s.Deals, 1)), Low: s.Low, High: s.High,
	}
}

// measures names the shares in the order they are shown in.
func (a *difficultyAnswer) measures() []struct {
	name string
	share
} {
	return []struct {
		name string
		share
	}{{"draft", a.Draft}, {"play", a.Play}, {"random", a.Random}, {"greedy", a.Greedy}}
}

func runDifficulty(cmd *cobra.Command, opt *difficultyOptions) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	chapter := trimZeros(opt.Chapter)
	if cmd.Flags().Changed("chapter") {
		if _, err := lib.Chapter(chapter); err != nil {
			return err
		}
	}
	progress := newProgress(cmd.ErrOrStderr(), time.Now)
	ctx := cmd.Context()
	report, err := difficulty.Run(ctx, lib, difficulty.Options{
		Chapter: chapter, Players: opt.Players, Deals: opt.Deals, Seed: opt.Seed,
		Workers: opt.Workers, Nodes: opt.Nodes, Progress: progress.tell,
	})
	progress.clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return internal(err)
	}
	answers := answersOf(&report)
	if opt.JSON {
		for i := range answers {
			if err := writeJSON(cmd.OutOrStdout(), &answers[i]); err != nil {
				return err
			}
		}
	} else if err := opt.write(cmd, answers); err != nil {
		return err
	}
	if opt.CSV != "" {
		if err := writeCSV(opt.CSV, answers); err != nil {
			return err
		}
	}
	if interrupted {
		return exit(exitInterrupted)
	}
	return nil
}

func answersOf(r *difficulty.Report) []difficultyAnswer {
	answers := make([]difficultyAnswer, len(r.Chapters))
	for i := range r.Chapters {
		c := &r.Chapters[i]
		answers[i] = difficultyAnswer{
			Schema: 1, Chapter: chapterNumber(c.Chapter), Players: r.Players, Seed: r.Seed, Deals: c.Deals,
			Draft: shareOf(c.Draft), Play: shareOf(c.Play), Random: shareOf(c.Random), Greedy: shareOf(c.Greedy),
		}
	}
	return answers
}

// write shows the shares to people as a table.
func (opt *difficultyOptions) write(cmd *cobra.Command, answers []difficultyAnswer) error {
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	explained := map[string]string{
		"draft": "winnable, open cards", "play": "winnable as drafted",
		"random": "won by random play", "greedy": "won by greedy play",
	}
	t.head(fmt.Sprintf("%-8s %-22s %8s %16s %8s %8s", "chapter", "", "share", "95 %", "wins", "deals"))
	undecided := 0
	for i := range answers {
		a := &answers[i]
		chapter := fmt.Sprintf("%v", a.Chapter)
		for _, m := range a.measures() {
			t.line("%-8s %-22s %6.1f %% %8.1f - %3.1f %% %8d %8d", chapter, explained[m.name],
				100*m.Share, 100*m.Low, 100*m.High, m.Wins, m.N)
			undecided += m.Undecided
			chapter = ""
		}
	}
	if undecided > 0 {
		t.line("%d searches reached their limit and are undecided; allow more with --nodes.", undecided)
	}
	return t.flush()
}

// writeCSV writes one row for each chapter and measure.
func writeCSV(name string, answers []difficultyAnswer) (err error) {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w := csv.NewWriter(file)
	rows := [][]string{{"chapter", "players", "seed", "measure", "deals", "wins", "undecided", "share", "low", "high"}}
	for i := range answers {
		a := &answers[i]
		for _, m := range a.measures() {
			rows = append(rows, []string{
				fmt.Sprint(a.Chapter), strconv.Itoa(a.Players), strconv.FormatUint(a.Seed, 10), m.name,
				strconv.Itoa(m.N), strconv.Itoa(m.Wins), strconv.Itoa(m.Undecided),
				decimals(m.Share), decimals(m.Low), decimals(m.High),
			})
		}
	}
	return w.WriteAll(rows)
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
