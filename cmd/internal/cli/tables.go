package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/table"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

type tablesOptions struct {
	*rootOptions
	store storeOptions
	Out   string
}

func newTablesCmd(root *rootOptions) *cobra.Command {
	opt := &tablesOptions{rootOptions: root, Out: "."}
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "List, export or delete the tables of a server",
		Long: `List, export or delete the tables that fellowship serve keeps in its folder.
That server must not run meanwhile, except with --nats.`,
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{
		Use: "list", Short: "List the tables", Args: noArgs,
		Long: "List the tables: a line each with its name, and how many events it has.",
		RunE: func(cmd *cobra.Command, _ []string) error { return listTables(cmd, opt) },
	}
	export := &cobra.Command{
		Use: "export [table]...", Short: "Write what was played as ordinary records",
		Long: `Write what was played at some tables, or at all, into a folder: a record for
each round, named TABLE-NUMBER.jsonl, as replay and analyse read it, and for a
campaign the file TABLE.yaml. The records show all cards, those of a round that
is being played as well.`,
		Example: `  fellowship tables export --out backup`,
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return exportTables(cmd, args, opt) },
	}
	export.Flags().StringVar(&opt.Out, "out", opt.Out, "`folder` to write into")
	remove := &cobra.Command{
		Use: "delete table...", Short: "Delete tables for good",
		Long: "Delete tables for good, with all that was played there.",
		Args: someTables,
		RunE: func(cmd *cobra.Command, args []string) error { return deleteTables(cmd, args, opt) },
	}
	for _, c := range []*cobra.Command{list, export, remove} {
		opt.store.add(c)
		cmd.AddCommand(c)
	}
	return cmd
}

// with opens the tables for a while.
func (o *tablesOptions) with(cmd *cobra.Command, do func(*store.Store, *table.Hall) error) (err error) {
	lib, err := o.Library()
	if err != nil {
		return err
	}
	so, err := o.store.options()
	if err != nil {
		return err
	}
	if so.URL == "" {
		so.Dir = filepath.Join(o.store.Data, "tables")
		if _, err := os.Stat(so.Dir); err != nil {
			return say.Errorf("there are no tables in %s: %w", o.store.Data, withoutPath(err))
		}
	}
	so.Log = newLog(cmd.ErrOrStderr(), "error")
	s, err := store.Open(cmd.Context(), so)
	if err != nil {
		if errors.Is(err, disk.ErrInUse) {
			return say.Errorf("%w\nend the server first", err)
		}
		return err
	}
	hall := table.NewHall(s, table.Options{Library: lib})
	defer func() {
		hall.Close()
		err = errors.Join(err, s.Close())
	}()
	return do(s, hall)
}

func listTables(cmd *cobra.Command, opt *tablesOptions) error {
	return opt.with(cmd, func(s *store.Store, _ *table.Hall) error {
		all, err := s.Tables(cmd.Context())
		if err != nil {
			return err
		}
		for _, id := range sortedKeys(all) {
			last, err := s.Last(cmd.Context(), id)
			if err != nil {
				return say.Errorf("table %s: %w", id, err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), opt.texts().Sprintf("%s  %6d events  %s", id, all[id], last.Time.Local().Format("2006-01-02 15:04")))
		}
		return nil
	})
}

func exportTables(cmd *cobra.Command, args []string, opt *tablesOptions) error {
	return opt.with(cmd, func(s *store.Store, hall *table.Hall) error {
		ids, err := chosenTables(cmd, s, args)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(opt.Out, 0o700); err != nil {
			return say.Errorf("--out: %w", disk.Classify(err))
		}
		var errs []error
		for _, id := range ids {
			out, err := hall.Export(cmd.Context(), id)
			if err != nil {
				errs = append(errs, say.Errorf("table %s: %w", id, err))
			}
			n, err := writeExport(opt.Out, id, out)
			if err != nil {
				return errors.Join(append(errs, err)...)
			}
			fmt.Fprintln(cmd.OutOrStdout(), opt.texts().Sprintf("%s  %d rounds", id, n))
		}
		return errors.Join(errs...)
	})
}

// writeExport writes the files of a table, and returns how many rounds there are.
func writeExport(dir, id string, out table.Exported) (int, error) {
	for i, rec := range out.Records {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%03d.jsonl", id, i+1)), rec, 0o600); err != nil {
			return 0, disk.Classify(err)
		}
	}
	if len(out.Book) > 0 {
		if err := os.WriteFile(filepath.Join(dir, id+".yaml"), out.Book, 0o600); err != nil {
			return 0, disk.Classify(err)
		}
	}
	return len(out.Records), nil
}

func deleteTables(cmd *cobra.Command, args []string, opt *tablesOptions) error {
	return opt.with(cmd, func(s *store.Store, _ *table.Hall) error {
		ids, err := chosenTables(cmd, s, args)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.Delete(cmd.Context(), id); err != nil {
				return say.Errorf("table %s: %w", id, err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), opt.texts().Sprintf("%s  deleted", id))
		}
		return nil
	})
}

func someTables(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return say.Errorf("requires at least %d arg(s), only received %d", 1, 0)
	}
	return nil
}

// chosenTables are the tables that were named, or all.
func chosenTables(cmd *cobra.Command, s *store.Store, args []string) ([]string, error) {
	all, err := s.Tables(cmd.Context())
	if err != nil {
		return nil, err
	}
	for _, id := range args {
		if all[id] == 0 {
			return nil, say.Errorf("there is no table %q; fellowship tables list names them", id)
		}
	}
	if len(args) > 0 {
		return args, nil
	}
	return sortedKeys(all), nil
}

func sortedKeys(all map[string]uint64) []string {
	var ids []string
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
