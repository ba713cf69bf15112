package serving

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"github.com/spf13/cobra"
)

// tablesOptions are the flags of tables.
type tablesOptions struct {
	*command.Root
	// dir is the folder of the server.
	dir string
	// Out is the folder into which export writes.
	Out string
}

// NewTables returns the command tables.
func NewTables(root *command.Root) *cobra.Command {
	opt := &tablesOptions{Root: root, Out: "."}
	cmd := &cobra.Command{
		Use:   "tables [list | export [TABLE...] | delete TABLE...]",
		Short: "List, export or delete the tables of a server",
		Args:  command.KnownCommand,
		RunE:  opt.withTables(opt.list),
	}
	list := &cobra.Command{
		Use:   "list",
		Short: "List the tables",
		Args:  command.NoArgs,
		RunE:  opt.withTables(opt.list),
	}
	export := &cobra.Command{
		Use:   "export [TABLE...]",
		Short: "Export what was played as ordinary records",
		Args:  cobra.ArbitraryArgs,
		RunE:  opt.withTables(opt.export),
	}
	export.Flags().StringVar(&opt.Out, "out", opt.Out, "`folder` to write into")
	remove := &cobra.Command{
		Use:   "delete TABLE...",
		Short: "Delete tables permanently",
		Args: command.ArgCount(1, command.AnyNumber,
			"name the tables to delete\nsee: fellowship tables list, and %s --help"),
		RunE: opt.withTables(opt.delete),
	}
	completion := command.NameCompletions(opt.names)
	export.ValidArgsFunction = completion
	remove.ValidArgsFunction = completion
	cmd.AddCommand(list, export, remove)
	for _, c := range []*cobra.Command{cmd, list, export, remove} {
		addStore(c.Flags(), &opt.dir)
	}
	return cmd
}

// withTables returns the function of a command that works on the named tables, or on all.
func (o *tablesOptions) withTables(
	do func(*cobra.Command, *folder.Store, []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("data") {
			if err := o.checkFolder(); err != nil {
				return err
			}
		}
		store, err := o.open()
		if err != nil {
			return err
		}
		all, err := store.Tables()
		for _, id := range args {
			if err == nil && !slices.Contains(all, id) {
				err = fmt.Errorf("there is no table %q\nsee: fellowship tables list", id)
			}
		}
		if len(args) > 0 {
			all = args
		}
		if err == nil {
			err = do(cmd, store, all)
		}
		return errors.Join(err, store.Close())
	}
}

// checkFolder returns an error if the folder that a person has named is not there, or is no folder of a server. In the
// usual folder there may be nothing yet.
func (o *tablesOptions) checkFolder() error {
	if _, err := os.Stat(o.dir); err != nil {
		return fmt.Errorf("--data %s: %w", o.dir, disk.WithoutPath(err))
	}
	if _, err := os.Stat(filepath.Join(o.dir, "tables")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--data %s: not the folder of a server: it contains no folder tables", o.dir)
	}
	return nil
}

// open opens the folder of the tables without locking it, since its server may be running. Without
// a folder there are no tables.
func (o *tablesOptions) open() (*folder.Store, error) {
	dir := filepath.Join(o.dir, "tables")
	if _, err := os.Stat(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there are no tables in %s: %w", o.dir, disk.WithoutPath(err))
	}
	return folder.Open(folder.Options{Dir: dir})
}

// names returns the names of the tables, for completion.
func (o *tablesOptions) names(string) (names []string) {
	if s, err := o.open(); err == nil {
		names, _ = s.Tables()
		_ = s.Close()
	}
	return names
}

func (o *tablesOptions) list(cmd *cobra.Command, store *folder.Store, all []string) error {
	if len(all) == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "There are no tables in %s.\n", o.dir)
	}
	var errs []error
	for _, id := range all {
		events, err := store.Read(id)
		if err != nil {
			errs = append(errs, tableError(id, err))
			continue
		}
		last := events[len(events)-1]
		fmt.Fprintln(cmd.OutOrStdout(),
			o.Person.Texts().Sprintf("%s  %6d events  %s", id, last.Number, last.Time.Local().Format(book.Minutes)))
		if n := store.Unfinished(id); n > 0 {
			fmt.Fprintln(cmd.ErrOrStderr(),
				o.Person.Texts().Sprintf("%s: the last %d bytes of its file are not a whole event and are left out",
					id, n))
		}
	}
	return errors.Join(errs...)
}

func (o *tablesOptions) export(cmd *cobra.Command, store *folder.Store, ids []string) error {
	lib, err := o.Library()
	if err != nil {
		return err
	}
	service := table.NewService(store, table.Options{Library: lib})
	defer service.Close()
	if err := os.MkdirAll(o.Out, 0o700); err != nil {
		return fmt.Errorf("--out: %w", disk.Classify(err))
	}
	var errs []error
	for _, id := range ids {
		rounds, campaign, err := service.Export(id)
		if err != nil {
			errs = append(errs, tableError(id, err))
		}
		n, err := writeExport(o.Out, id, rounds, campaign, err != nil)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		fmt.Fprintln(cmd.OutOrStdout(), id+"  "+o.Person.Texts().N("serve.book.played", n))
	}
	return errors.Join(errs...)
}

// tableError adds the table to an error, unless the error names it.
func tableError(id string, err error) error {
	if strings.Contains(err.Error(), id) {
		return err
	}
	return fmt.Errorf("table %s: %w", id, err)
}

// writeExport writes the files of a table, and returns the number of its rounds. It keeps files of
// an earlier export, which may have more rounds of a table that is damaged now.
func writeExport(dir, id string, rounds []table.Recorded, campaign []byte, damaged bool) (int, error) {
	write := func(name string, text []byte) error {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); damaged && err == nil {
			return nil
		}
		return disk.Replace(path, text)
	}
	for i, r := range rounds {
		if err := write(fmt.Sprintf("%s-%03d.jsonl", id, i+1), r.Text); err != nil {
			return 0, err
		}
	}
	if len(campaign) > 0 {
		if err := write(id+".yaml", campaign); err != nil {
			return 0, err
		}
	}
	return len(rounds), nil
}

func (o *tablesOptions) delete(cmd *cobra.Command, store *folder.Store, ids []string) error {
	for _, id := range ids {
		if err := store.Delete(id); err != nil {
			return tableError(id, err)
		}
		fmt.Fprintln(cmd.OutOrStdout(), id+"  deleted")
	}
	return nil
}
