package playing

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

type savesOptions struct{ *command.Root }

// NewSaves returns the command saves.
func NewSaves(root *command.Root) *cobra.Command {
	opt := &savesOptions{root}
	list := opt.WithLibrary(opt.list)
	oneGame := command.ArgCount(1, 1, "name one saved game\nsee: fellowship saves, and %s --help")
	cmd := &cobra.Command{
		Use:   "saves [list | show | export | repair | delete NAME...]",
		Short: "List, show, export, repair and delete saved games",
		Args:  command.KnownCommand,
		RunE:  list,
	}
	cmd.AddCommand(
		opt.WithJSON(&cobra.Command{
			Use:   "list",
			Short: "List the saved games",
			Args:  command.NoArgs,
			RunE:  list,
		}, "write one JSON object per game"),
		&cobra.Command{
			Use:               "show NAME",
			Short:             "Show a saved game",
			Args:              oneGame,
			ValidArgsFunction: command.CompleteSaves,
			RunE:              opt.WithLibrary(opt.show),
		},
		&cobra.Command{
			Use:               "export NAME",
			Short:             "Write the record of a saved game",
			Args:              oneGame,
			ValidArgsFunction: command.CompleteSaves,
			RunE:              opt.WithLibrary(opt.export),
		},
		newRepairCmd(root),
		newDeleteCmd(root, "saved games", "fellowship saves", command.CompleteSaves, opt.newDeletion),
	)
	return opt.WithJSON(cmd, "write one JSON object per game")
}

// findSave returns the saved game with a name, or why it cannot be read.
func findSave(lib *chapters.Library, name string) (*saves.Save, error) {
	g, err := saves.Default().List().Find(lib, name)
	if err == nil {
		err = g.Err
	}
	if err != nil {
		return nil, seeSaves(lib, err)
	}
	return &g, nil
}

func (opt *savesOptions) export(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	g, err := findSave(lib, args[0])
	if err != nil {
		return err
	}
	text, err := g.Record.Text()
	if err != nil {
		return say.Internal(err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

func (opt *savesOptions) newDeletion(lib *chapters.Library, name string) (deletion, error) {
	g, err := saves.Default().List().Find(lib, name)
	if err != nil {
		return deletion{}, seeSaves(lib, err)
	}
	said := book.NewSavedGame(texts.New(texts.Default), lib, &g, time.Now())
	label := fmt.Sprintf("%s (%s, %s)", said.Name, said.When, said.Stage)
	return deletion{g.Name, label, g.Delete}, nil
}

// saveAnswer is a saved game in JSON.
type saveAnswer struct {
	Name        string          `json:"name"`
	Path        string          `json:"path"`
	Modified    time.Time       `json:"modified"`
	Deal        string          `json:"deal,omitempty"`
	Chapter     any             `json:"chapter,omitempty"`
	Players     int             `json:"players,omitempty"`
	PlayerNames []string        `json:"by,omitempty"`
	Stage       string          `json:"stage,omitempty"`
	Tricks      int             `json:"tricks"` // finished
	TotalTricks int             `json:"of,omitempty"`
	Decisions   int             `json:"decisions"`
	Result      chapters.Result `json:"result,omitempty"`
	Finished    bool            `json:"finished"`
	Error       string          `json:"error,omitempty"`
}

func answerSave(g *saves.Save) *saveAnswer {
	a := &saveAnswer{Name: g.Name, Path: g.Path(), Modified: g.Modified.UTC()}
	if g.Err != nil {
		a.Error = g.Err.Error()
		return a
	}
	a.Deal = g.Record.Deal
	a.Chapter = command.ChapterNumber(g.Record.Chapter)
	a.Players = g.Record.Players
	a.PlayerNames = g.Record.PlayerNames
	a.Stage = g.Stage.String()
	a.Tricks = g.Tricks
	a.TotalTricks = g.TrickTotal
	a.Decisions = len(g.Record.Decisions)
	a.Result = g.Result
	a.Finished = g.Finished
	return a
}

func (opt *savesOptions) list(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	list := saves.Default().List()
	if list.Err != nil {
		return list.Err
	}
	damages := list.Damages(lib)
	copies := 0
	for _, d := range damages {
		if !campaign.IsSaveName(d.Name) {
			copies++
		}
	}
	if n := len(list.Strange) - copies; n > 0 {
		defer fmt.Fprintf(cmd.ErrOrStderr(),
			"Files in %s that are left out: %d. The name of a saved game has letters, digits, -, _, . and spaces.\n",
			saves.Default().Dir(), n)
	}
	defer func() { reportDamages(cmd.ErrOrStderr(), lib, list.Damages(lib)) }() // some are found when they are replayed
	emptyText := "There are no saved games. Begin one: fellowship play"
	if len(damages) > 0 {
		emptyText = "No saved game here can be read."
	}
	english := texts.New(texts.Default)
	all := list.Saves(lib)
	if !opt.JSON {
		all = openFirst(all)
	}
	return writeList(cmd, opt.Root, all, func(g saves.Save) any { return answerSave(&g) },
		emptyText, list.Names(),
		[]string{"name", "played", "chapter", "players", "progress"},
		func(g saves.Save) []string {
			said := book.NewSavedGame(english, lib, &g, time.Now())
			players := "-"
			if said.Players > 0 {
				players = fmt.Sprint(said.Players)
			}
			return []string{said.Name, said.When, cmp.Or(said.Chapter, "-"), players, said.Stage}
		})
}

// openFirst returns games with the open ones first, as on a screen. The others wait until all are read.
func openFirst(all iter.Seq[saves.Save]) iter.Seq[saves.Save] {
	return func(yield func(saves.Save) bool) {
		var others []saves.Save
		for g := range all {
			if !g.CanContinue() {
				g.Game = nil
				others = append(others, g)
			} else if !yield(g) {
				return
			}
		}
		for _, g := range others {
			if !yield(g) {
				return
			}
		}
	}
}

// show prints a game that has ended with all cards. It prints any other game as everybody at the
// table knows it.
func (opt *savesOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	g, err := findSave(lib, args[0])
	if err != nil {
		return err
	}
	p, err := book.Saved(opt.Person.Texts(), lib, g)
	if err != nil {
		return say.Internal(err)
	}
	if !g.Finished {
		p.Gap()
		p.Line(opt.Person.Texts().T("saves.goon", "fellowship play "+g.Name))
	}
	return opt.Console.Print(cmd.OutOrStdout(), p)
}

// seeSaves adds advice to an error: for an unknown name where the names are listed, for a damaged file what the person
// can do.
func seeSaves(lib *chapters.Library, err error) error {
	if errors.Is(err, saves.ErrUnknown) {
		return fmt.Errorf("%w\nsee: fellowship saves", err)
	}
	return explainDamage(lib, err)
}
