package playing

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
)

// puzzleOptions are the flags of puzzle: they select puzzles.
type puzzleOptions struct {
	root  *command.Root
	visit *visit
	// home plays and keeps what is played on the visit.
	home *home.Home
	// Today selects the puzzle of the day.
	Today bool
	// List lists the puzzles with their stars in place of playing them.
	List bool
	// JSON writes the puzzles in place of playing them.
	JSON bool
	// Level selects a level, 0 for any.
	Level int
	// Chapter selects a chapter, empty for any.
	Chapter string
}

// NewPuzzle returns the command puzzle.
func NewPuzzle(root *command.Root) *cobra.Command {
	v := newVisit(root)
	opt := &puzzleOptions{root: root, visit: v, home: v.home}
	cmd := &cobra.Command{
		Use:   "puzzle [NAME]",
		Short: "Solve a puzzle with all cards open",
		Args:  command.AtMostOneArg,
		ValidArgsFunction: command.NameCompletions(func(string) []cobra.Completion {
			names, levels := puzzle.Names()
			for i := range names {
				names[i] += "\tlevel " + levels[i]
			}
			return names
		}),
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.play(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.Today, "today", false, "the puzzle of the day")
	command.Number(flags, &opt.Level, "level", 0, "difficulty, 1 to 5", command.InRange(1, puzzle.Levels))
	command.AddChapter(flags, &opt.Chapter)
	flags.BoolVar(&opt.List, "list", false, "list the puzzles with your stars")
	flags.BoolVar(&opt.JSON, "json", false, "write the puzzles as position documents, one per line")
	flags.BoolVar(&opt.home.Plain, "plain", false, "play line by line, as for a screen reader")
	return cmd
}

// play lets the person solve the selected puzzles, or writes them.
func (opt *puzzleOptions) play(cmd *cobra.Command, lib *chapters.Library, name string) error {
	puzzles, err := opt.wanted(lib, name)
	switch {
	case err != nil:
		return err
	case opt.List && opt.JSON:
		return errors.New("--list and --json exclude each other")
	case opt.List:
		return opt.list(cmd, lib, puzzles)
	}
	if !opt.JSON {
		h := opt.visit.prepare(cmd, lib)
		return opt.visit.run(func() error { return h.Puzzles(puzzles, "") })
	}
	for i := range puzzles {
		if err := command.WriteJSON(cmd.OutOrStdout(), puzzles[i].Position()); err != nil {
			return err
		}
	}
	return nil
}

// list lists puzzles with the person's stars, chapter by chapter.
func (opt *puzzleOptions) list(cmd *cobra.Command, lib *chapters.Library, puzzles []puzzle.Puzzle) error {
	stars, err := saves.Default().AllStars(opt.root.Person.Settings().Puzzles)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	width := 0
	for i := range puzzles {
		wanted[puzzles[i].ID] = true
		width = max(width, cells.Width(puzzles[i].ID)+2)
	}
	book := choose.Puzzles(texts.New(texts.Default), lib, stars, time.Now())
	t := command.NewText(cmd.OutOrStdout(), opt.root)
	t.Columns(page.Column{Head: "name", Width: width}, page.Column{Head: "level", Width: len("level") + 2},
		page.Column{Head: "stars", Width: len("stars") + 2}, page.Column{Head: "puzzle"})
	for i := range book.Chapters {
		chapter := &book.Chapters[i]
		for n := range chapter.Puzzles {
			line := &chapter.Puzzles[n]
			if wanted[line.ID] {
				t.Row(page.Cells(line.ID, strconv.Itoa(line.Level), line.StarsText(), line.Details)...)
			}
		}
	}
	t.Line("%s", book.Summary)
	return t.Flush()
}

// wanted returns the puzzles that a name and the flags select: all of them chapter by chapter, those of a chapter or of
// a level as [puzzle.Filter] sorts them.
func (opt *puzzleOptions) wanted(lib *chapters.Library, name string) ([]puzzle.Puzzle, error) {
	if opt.Chapter != "" {
		if _, err := lib.Chapter(opt.Chapter); err != nil {
			return nil, err
		}
	}
	puzzles, err := puzzle.All()
	switch {
	case err != nil:
		return nil, say.Internal(err)
	case name != "":
		found, err := puzzle.Find(puzzles, name)
		if err != nil {
			return nil, err
		}
		puzzles = []puzzle.Puzzle{*found}
	case opt.Today:
		puzzles = []puzzle.Puzzle{*puzzle.Today(puzzles, time.Now())}
	case opt.Chapter == "" && opt.Level == 0:
		return choose.AllPuzzles()
	}
	puzzles = puzzle.Filter(puzzles, opt.Chapter, opt.Level)
	if len(puzzles) == 0 {
		return nil, fmt.Errorf("no puzzle matches %s", opt.filters(name))
	}
	return puzzles, nil
}

// filters returns what selects puzzles, as it is written on the command line.
func (opt *puzzleOptions) filters(name string) string {
	var given []string
	if name != "" {
		given = append(given, name)
	}
	if opt.Today {
		given = append(given, "--today")
	}
	if opt.Level != 0 {
		given = append(given, fmt.Sprintf("--level %d", opt.Level))
	}
	if opt.Chapter != "" {
		given = append(given, "--chapter "+opt.Chapter)
	}
	return strings.Join(given, " ")
}
