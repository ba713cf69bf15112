package playing

import (
	"fmt"
	"iter"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"

	"github.com/spf13/cobra"
)

// writeList lists saved games or campaigns: an object each in JSON, or a row below heads. It writes
// each before it reads the next, because a large one takes a while to read. The first column is wide
// enough for all names, the second for a time, and the others are as wide as their heads. If there
// are no names, it prints emptyText.
func writeList[T any](cmd *cobra.Command, root *command.Root, all iter.Seq[T], answer func(T) any,
	emptyText string, names, heads []string, row func(T) []string,
) error {
	t := command.NewText(cmd.OutOrStdout(), root)
	if !root.JSON && len(names) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), emptyText)
		return nil
	}
	if !root.JSON {
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
