package playing

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

type savesOptions struct {
	*command.Root
	JSON bool
	Yes  bool
}

// NewSaves returns the command saves.
func NewSaves(root *command.Root) *cobra.Command {
	opt := &savesOptions{Root: root}
	list, oneGame := opt.WithLibrary(opt.list), command.Takes(1, 1, "name one saved game\nsee: fellowship saves, and %s --help")
	cmd := &cobra.Command{
		Use:   "saves [list | show | export | delete NAME...]",
		Short: "List, show, export and delete saved games",
		Args:  command.KnownCommand,
		RunE:  list,
	}
	addJSON := func(cmd *cobra.Command) *cobra.Command {
		cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object a game")
		return cmd
	}
	remove := &cobra.Command{
		Use:               "delete NAME...",
		Short:             "Delete saved games",
		Args:              command.Takes(1, command.AnyNumber, "name the saved games to delete\nsee: fellowship saves, and %s --help"),
		ValidArgsFunction: completeSaves,
		RunE:              opt.WithLibrary(opt.delete),
	}
	remove.Flags().BoolVar(&opt.Yes, "yes", false, "do not ask")
	cmd.AddCommand(
		addJSON(&cobra.Command{
			Use:   "list",
			Short: "List the saved games",
			Args:  command.NoArgs,
			RunE:  list,
		}),
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
		remove,
	)
	return addJSON(cmd)
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
	return completeNames(saves.Default().List().Names(), args, toComplete)
}

// completeNames offers the shell the names that are not on the line yet.
func completeNames(names, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, toComplete) || slices.Contains(args, name)
	}), cobra.ShellCompDirectiveNoFileComp
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

func (opt *savesOptions) delete(cmd *cobra.Command, lib *chapters.Library, names []string) error {
	kept := saves.Default().List()
	list, english := make([]doomed, len(names)), texts.New(texts.Default)
	for i, name := range names {
		g, err := kept.Find(lib, name)
		if err != nil {
			return command.SeeSaves(err)
		}
		list[i] = doomed{
			name: g.Name, delete: g.Delete,
			what: fmt.Sprintf("%s (%s, %s)", g.Name, g.Modified.Local().Format(book.Minutes), book.Stage(english, &g)),
		}
	}
	return deleteEach(cmd, list, opt.Yes)
}
