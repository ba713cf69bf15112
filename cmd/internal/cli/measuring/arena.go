package measuring

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/reports"
	"fellowship/cmd/internal/work"
	"fellowship/solver/arena"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type arenaOptions struct {
	*command.Root
	Cells   []string
	Chapter string
	Players int
	All     bool
	Deals   int
	Seed    uint64
	Workers int
	Resume  string
	JSON    bool
}

// NewArena returns the command arena.
func NewArena(root *command.Root) *cobra.Command {
	opt := &arenaOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "arena PLAYERS...",
		Short:             "Compare computer players",
		Args:              command.Takes(1, command.AnyNumber, "name who plays, such as fair greedy,fair\nsee: %s --help"),
		ValidArgsFunction: cobra.FixedCompletions(players.Policies, cobra.ShellCompDirectiveNoFileComp),
		RunE:              opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&opt.Cells, "cells", nil, "`chapters` and players, such as 12-4,road-3")
	flags.StringVar(&opt.Chapter, "chapter", "", "the chapter's `number`, or road")
	command.AddPlayers(flags, &opt.Players, 0, "number of players, 1 to 4")
	flags.Lookup("players").DefValue = "4 or all"
	flags.BoolVar(&opt.All, "all", false, "all chapters at all tables")
	command.Number(flags, &opt.Deals, "deals", usualDeals, "deals for each chapter and table size", command.Between(1, command.MaxDeals))
	command.Number(flags, &opt.Seed, "seed", 1, "`number` of the first deal", command.FirstDeal)
	command.AddWorkers(flags, &opt.Workers, "rounds at the same time")
	flags.StringVar(&opt.Resume, "resume", "", "keep all in this `file`, and go on from there")
	flags.BoolVar(&opt.JSON, "json", false, "write one JSON object for each cell")
	return cmd
}

// check refuses flags that do not go together.
func (opt *arenaOptions) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case command.MoreThanOne(given("cells"), given("chapter"), opt.All):
		return say.New("--cells, --chapter and --all each say what is played: give one of them")
	case given("cells") && given("players"):
		return say.New("--cells names the players, too: leave out --players")
	case !given("cells") && !given("chapter") && !given("players") && !opt.All:
		return say.Errorf("say what to play: --cells 12-4,15-4, --chapter 12 or --all\nsee: %s --help", cmd.CommandPath())
	}
	return nil
}

func (opt *arenaOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) (err error) {
	if err := opt.check(cmd); err != nil {
		return err
	}
	what := arena.Options{Library: lib, Workers: opt.Workers, Timer: command.CoreTimer}
	for _, arg := range args {
		l, err := arena.ParseLineUp(arg)
		if err != nil {
			return err
		}
		what.LineUps = append(what.LineUps, l)
	}
	cells, err := opt.cells(cmd, lib)
	if err != nil {
		return err
	}
	if what.Deals, err = arena.Deals(lib, cells, opt.Seed, opt.Deals); err == nil {
		err = what.Check()
	}
	if err != nil {
		return err
	}
	if opt.Resume != "" {
		kept, err := work.Open(opt.Resume, arena.NewState(command.StateVersion()), func(r io.Reader) (size int64, err error) {
			what.Known, size, err = arena.ReadState(r, command.StateVersion())
			return size, err
		})
		if err != nil {
			return say.Errorf("--resume %s: %w", opt.Resume, disk.WithoutPath(err))
		}
		defer func() { err = errors.Join(err, kept.Close()) }()
		what.Keep = func(r *arena.Result) error { return kept.Add(r) }
	}
	command.CollectSeldom(opt.Workers)
	progress := command.NewProgress(cmd.ErrOrStderr(), opt.Texts(), time.Now)
	what.Progress = progress.Tell
	report, err := arena.Run(cmd.Context(), what)
	shown := reports.ArenaReport{Report: report, Seed: opt.Seed}
	return progress.End(err, func() error {
		if opt.JSON {
			return command.WriteAll(cmd.OutOrStdout(), shown.Answers())
		}
		return opt.Print(cmd.OutOrStdout(), shown.Page(opt.Texts()))
	})
}

// cells lists what the flags name, in the order of the library where they name no
// order; all without a flag.
func (opt *arenaOptions) cells(cmd *cobra.Command, lib *chapters.Library) ([]difficulty.Cell, error) {
	if !cmd.Flags().Changed("cells") {
		if cmd.Flags().Changed("chapter") {
			if _, err := lib.Chapter(command.TrimZeros(opt.Chapter)); err != nil {
				return nil, err
			}
			if opt.Players == 0 {
				opt.Players = 4
			}
		}
		return difficulty.Cells(lib, command.TrimZeros(opt.Chapter), opt.Players)
	}
	var out []difficulty.Cell
	for _, name := range opt.Cells {
		c, err := parseCell(lib, name)
		if err != nil {
			return nil, say.Errorf("--cells: %w", err)
		}
		if slices.Contains(out, c) {
			return nil, say.Errorf("--cells: %s is there twice", name)
		}
		out = append(out, c)
	}
	return out, nil
}

// parseCell reads a chapter and a number of players such as 12-4.
func parseCell(lib *chapters.Library, name string) (difficulty.Cell, error) {
	i := strings.LastIndexByte(name, '-')
	n, err := strconv.Atoi(name[i+1:])
	if i < 0 || err != nil || n < 1 || n > 4 {
		return difficulty.Cell{}, say.Errorf("%q is not a chapter with a number of players: write, say, 12-4, chapter 12 with 4 (S1)", name)
	}
	chapter, err := lib.Chapter(command.TrimZeros(name[:i]))
	if err != nil {
		return difficulty.Cell{}, err
	}
	return difficulty.Cell{Chapter: chapter.ID, Players: n}, nil
}
