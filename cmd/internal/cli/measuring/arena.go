package measuring

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/measure"
	"fellowship/solver/arena"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// arenaOptions are the flags of arena.
type arenaOptions struct {
	*command.Root
	// Computer are line-ups given as flags.
	Computer []string
	// Chapter is the only chapter, "" if Cells are given.
	Chapter string
	// Players is the number of players for Chapter.
	Players int
	// Cells are chapters with numbers of players, such as 12-4.
	Cells []string
	// Deals is the number of deals for each cell.
	Deals int
	// Seed is the number of the first deal.
	Seed uint64
	// Workers is the number of rounds played at once.
	Workers int
	// Programs runs the players that are programs.
	Programs *bot.Programs
	// Resume is the file for the results, "" for none.
	Resume string
}

// NewArena returns the command arena.
func NewArena(root *command.Root) *cobra.Command {
	opt := &arenaOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "arena PLAYERS...",
		Short:             "Compare computer players",
		Args:              command.ArgCount(0, command.AnyNumber, ""),
		ValidArgsFunction: cobra.FixedCompletions(players.Policies, cobra.ShellCompDirectiveNoFileComp),
		RunE:              opt.WithLibrary(againLater(opt.run)),
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&opt.Computer, "computer", nil, "a `line-up`, like PLAYERS")
	command.AddChapter(flags, &opt.Chapter)
	command.AddPlayers(flags, &opt.Players, 4)
	flags.StringSliceVar(&opt.Cells, "cells", nil, "`chapters` and players, such as 12-4,road; or all")
	command.Number(flags, &opt.Deals, "deals", usualDeals, "deals per chapter and table size",
		command.InRange(1, command.MaxDeals))
	command.Number(flags, &opt.Seed, "seed", 1, "`number` of the first deal", command.FirstDeal)
	command.AddWorkers(flags, &opt.Workers, "rounds at once")
	opt.Programs = command.AddPrograms(cmd)
	flags.StringVar(&opt.Resume, "resume", "", "save results in this `file`, and resume from it")
	return opt.WithJSON(cmd, "write one JSON object per cell")
}

// run plays the rounds and prints the report.
func (opt *arenaOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) (err error) {
	options := arena.Options{Library: lib, New: opt.Programs.New, Workers: opt.Workers, Timer: command.CoreTimer}
	for _, arg := range append(args, opt.Computer...) {
		options.LineUps = append(options.LineUps, bot.Split(arg))
	}
	if len(options.LineUps) == 0 {
		return fmt.Errorf("name at least two line-ups, such as: fair greedy,fair\nsee: %s --help", cmd.CommandPath())
	}
	cells, err := opt.cells(cmd, lib)
	if err != nil {
		return err
	}
	if options.Deals, err = arena.Deals(lib, cells, opt.Seed, opt.Deals); err == nil {
		err = options.Check()
	}
	if err != nil {
		return err
	}
	if opt.Resume != "" {
		version, problem := workVersion(opt.Root)
		if problem != nil {
			return problem
		}
		kept, known, keep, problem := measure.OpenArena(opt.Resume, version)
		if problem != nil {
			return fmt.Errorf("--resume %s: %w", opt.Resume, disk.WithoutPath(problem))
		}
		defer func() { err = errors.Join(err, kept.Close()) }()
		options.Known = known
		options.Keep = keep
	}
	command.CollectSeldom(opt.Workers)
	progress := command.NewProgress(cmd.ErrOrStderr(), "measured")
	options.Progress = progress.Tell
	shown := measure.ArenaReport{Seed: opt.Seed}
	err = progress.While(func() (err error) {
		shown.Report, err = arena.Run(cmd.Context(), options)
		return err
	})
	return command.End(err, func() error {
		return opt.Answer(cmd, shown.Answers, shown.Page)
	})
}

// cells returns the cells of --chapter and --players, or of --cells in their order.
func (opt *arenaOptions) cells(cmd *cobra.Command, lib *chapters.Library) (out []difficulty.Cell, err error) {
	single := opt.Chapter != ""
	switch several := len(opt.Cells) > 0; {
	case single == several:
		return nil, fmt.Errorf("choose what to play: --chapter 12 --players 4, --cells 12-4,road or --cells all\n"+
			"see: %s --help", cmd.CommandPath())
	case single:
		return difficulty.Cells(lib, opt.Chapter, opt.Players)
	case cmd.Flags().Changed("players"):
		return nil, errors.New("--cells includes the number of players: omit --players")
	}
	for _, name := range opt.Cells {
		found, err := parseCells(lib, name)
		if err != nil {
			return nil, fmt.Errorf("--cells: %w", err)
		}
		for _, c := range found {
			if slices.Contains(out, c) {
				return nil, fmt.Errorf("--cells: %s is listed twice", name)
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// parseCells returns the cells for a name: a chapter with a number of players such as 12-4, a
// chapter for every number of players, or all.
func parseCells(lib *chapters.Library, name string) ([]difficulty.Cell, error) {
	if name == "all" {
		return difficulty.Cells(lib, "", 0)
	}
	chapter, players, given := strings.Cut(name, "-")
	n, err := strconv.ParseUint(players, 10, 31) // an unsigned number cannot have a sign
	wrongPlayers := given && (err != nil || n < 1 || n > 4)
	if chapter == "" || wrongPlayers {
		return nil, fmt.Errorf("%q is not a chapter with a number of players, "+
			"such as 12-4: chapter 12 with 4 (S1)", name)
	}
	return difficulty.Cells(lib, command.TrimZeros(chapter), int(n))
}
