package playing

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

type savesOptions struct{ keptOptions }

// NewSaves returns the command saves.
func NewSaves(root *command.Root) *cobra.Command {
	opt := &savesOptions{keptOptions{Root: root}}
	list, oneGame := opt.WithLibrary(opt.list), command.Takes(1, 1, "name one saved game\nsee: fellowship saves, and %s --help")
	cmd := &cobra.Command{
		Use:   "saves [list | show | export | delete NAME...]",
		Short: "List, show, export and delete saved games",
		Args:  command.KnownCommand,
		RunE:  list,
	}
	cmd.AddCommand(
		opt.withJSON(&cobra.Command{
			Use:   "list",
			Short: "List the saved games",
			Args:  command.NoArgs,
			RunE:  list,
		}, "game"),
		&cobra.Command{
			Use:               "show NAME",
			Short:             "Show a saved game",
			Args:              oneGame,
			ValidArgsFunction: completeSaves,
			RunE:              opt.WithLibrary(opt.show),
		},
		&cobra.Command{
			Use:               "export NAME",
			Short:             "Write the record of a saved game",
			Args:              oneGame,
			ValidArgsFunction: completeSaves,
			RunE:              opt.WithLibrary(opt.export),
		},
		opt.deleting("saved games", "fellowship saves", completeSaves, opt.doomed),
	)
	return opt.withJSON(cmd, "game")
}

// tellLost says which campaigns cannot be read, whose rounds are games, too.
func (opt *savesOptions) tellLost(cmd *cobra.Command, list *saves.List) {
	lost := list.Lost()
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		command.Note(cmd.ErrOrStderr(), "%s", command.Shown(lost[name]))
	}
}

// completeSaves offers the shell the names of the saved games.
func completeSaves(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return command.CompleteNames(saves.Default().List().Names(), args, toComplete)
}

// findSave returns a saved game that can be read.
func findSave(lib *chapters.Library, name string) (*saves.Save, error) {
	g, err := saves.Default().List().Find(lib, name)
	if err == nil {
		err = g.Err
	}
	switch {
	case err == nil:
		return &g, nil
	case !errors.Is(err, saves.ErrDamaged):
	case g.Name == "" || g.Campaign != "": // it is the campaign
		return nil, err
	default:
		err = fmt.Errorf("%w\nwhat is before that: fellowship replay %s", err, g.Path())
	}
	return nil, command.SeeSaves(err)
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

func (opt *savesOptions) doomed(lib *chapters.Library, name string) (doomed, error) {
	g, err := saves.Default().List().Find(lib, name)
	if err != nil {
		return doomed{}, command.SeeSaves(err)
	}
	stage := book.Stage(texts.New(texts.Default), &g)
	return doomed{g.Name, fmt.Sprintf("%s (%s, %s)", g.Name, g.Modified.Local().Format(book.Minutes), stage), g.Delete}, nil
}
