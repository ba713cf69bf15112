package playing

import (
	"fmt"
	"iter"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

// keptOptions are the flags of the commands about what is kept: saved games and campaigns.
type keptOptions struct {
	*command.Root
	JSON bool
	Yes  bool
}

// withJSON gives a command the flag for JSON.
func (opt *keptOptions) withJSON(cmd *cobra.Command, one string) *cobra.Command {
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object a "+one)
	return cmd
}

// deleting is the command that deletes what is kept, after asking; all is the command that lists it.
func (opt *keptOptions) deleting(things, all string, names cobra.CompletionFunc, find func(lib *chapters.Library, name string) (doomed, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "delete NAME...",
		Short:             "Delete " + things,
		Args:              command.Takes(1, command.AnyNumber, "name the "+things+" to delete\nsee: "+all+", and %s --help"),
		ValidArgsFunction: names,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			list := make([]doomed, len(args))
			for i, name := range args {
				var err error
				if list[i], err = find(lib, name); err != nil {
					return err
				}
			}
			return deleteEach(cmd, list, opt.Yes)
		}),
	}
	cmd.Flags().BoolVar(&opt.Yes, "yes", false, "do not ask")
	return cmd
}

// listing lists what is kept: an object each in JSON, else a row below heads. Each is written before
// the next is read, because large ones take a while. Where no names are it says none.
func listing[T any](cmd *cobra.Command, opt *keptOptions, all iter.Seq[T], answer func(T) any, none string, names, heads []string, row func(T) []string) error {
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	if !opt.JSON && len(names) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), none)
		return nil
	} else if !opt.JSON {
		t.List(heads, names)
	}
	for one := range all {
		err := cmd.Context().Err()
		switch {
		case err != nil:
		case opt.JSON:
			err = command.WriteJSON(cmd.OutOrStdout(), answer(one))
		default:
			t.Cells(row(one)...)
			err = t.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
