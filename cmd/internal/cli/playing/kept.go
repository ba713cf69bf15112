package playing

import (
	"fmt"
	"iter"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"

	"github.com/spf13/cobra"
)

// keptOptions are the flags of the commands about what is kept: saved games and campaigns.
type keptOptions struct {
	*command.Root
	Yes  bool
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

// doomed is something on disk that is to be deleted.
type doomed struct {
	name string
	// what names the thing in the question to the person.
	what   string
	delete func() error
}

// deleteEach deletes them one after another, after asking for each unless yes
// was said already. Where nobody can be asked nothing is deleted.
func deleteEach(cmd *cobra.Command, list []doomed, yes bool) error {
	if !yes && !kit.IsTerminal(cmd.InOrStdin()) {
		return fmt.Errorf("nothing was deleted: nobody can be asked here, so say --yes\nsee: %s --help", cmd.CommandPath())
	}
	answers := lines.New(disk.Interruptible(cmd.Context(), cmd.InOrStdin()))
	for _, d := range list {
		if !yes {
			fmt.Fprintf(cmd.ErrOrStderr(), "Delete %s? [y/N] ", d.what)
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
}
