package playing

import (
	"fmt"
	"iter"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"

	"github.com/spf13/cobra"
)

// deletion is something on disk that can be deleted.
type deletion struct {
	name string
	// label names the thing in the question to the person.
	label  string
	delete func() error
}

// newDeleteCmd returns the command that deletes saved games or campaigns, one after another. It
// asks before each unless --yes is given, and deletes nothing if nobody can be asked. all is the
// command that lists them.
func newDeleteCmd(root *command.Root, things, all string, names cobra.CompletionFunc, find func(lib *chapters.Library,
	name string) (deletion, error),
) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "delete NAME...",
		Short: "Delete " + things,
		Args: command.ArgCount(1, command.AnyNumber,
			"name the "+things+" to delete\nsee: "+all+", and %s --help"),
		ValidArgsFunction: names,
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			list := make([]deletion, len(args))
			for i, name := range args {
				var err error
				if list[i], err = find(lib, name); err != nil {
					return err
				}
			}
			if !yes && !kit.IsTerminal(cmd.InOrStdin()) {
				return fmt.Errorf("nothing was deleted: nobody can be asked here, so say --yes\nsee: %s --help",
					cmd.CommandPath())
			}
			answers := lines.New(disk.Interruptible(cmd.Context(), cmd.InOrStdin()))
			for _, d := range list {
				if !yes {
					fmt.Fprintf(cmd.ErrOrStderr(), "Delete %s? [y/N] ", d.label)
					answer, err := answers.Next()
					if err != nil {
						return err
					}
					if a := strings.ToLower(answer); a != "y" && a != "yes" {
						continue
					}
				}
				if err := d.delete(); err != nil {
					return err
				}
				fmt.Fprintln(cmd.ErrOrStderr(), "deleted "+d.name)
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// writeList lists saved things: an object each in JSON, or a row below heads. It writes each before
// it reads the next, because reading takes a while for large ones. The first column is wide enough
// for all names, the second for a time, and the others are as wide as their heads. Without any it
// prints emptyText.
func writeList[T any](cmd *cobra.Command, root *command.Root, all iter.Seq[T], answer func(T) any, emptyText string,
	names, heads []string, row func(T) []string,
) error {
	t := command.NewText(cmd.OutOrStdout(), root)
	if !root.JSON && len(names) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), emptyText)
		return nil
	} else if !root.JSON {
		columns := make([]page.Column, len(heads))
		for i, head := range heads {
			columns[i] = page.Column{Head: head, Width: cells.Width(head) + 2}
		}
		for _, name := range names {
			columns[0].Width = max(columns[0].Width, cells.Width(name)+2)
		}
		columns[1].Width = len(book.Minutes) + 2
		columns[len(columns)-1].Width = 0
		t.Columns(columns...)
	}
	for item := range all {
		err := cmd.Context().Err()
		switch {
		case err != nil:
		case root.JSON:
			err = command.WriteJSON(cmd.OutOrStdout(), answer(item))
		default:
			t.Row(page.Cells(row(item)...)...)
			err = t.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
