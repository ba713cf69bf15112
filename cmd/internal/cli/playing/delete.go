package playing

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"

	"github.com/spf13/cobra"
)

// deletion is a saved game or a campaign that can be deleted.
type deletion struct {
	name string
	// label names the thing in the question to the person.
	label string
	// delete deletes it.
	delete func() error
}

// newDeleteCmd returns the command that deletes saved games or campaigns, one after another. It
// asks before each unless --yes is given, and deletes nothing if nobody can be asked. things names
// them for people, and listCommand is the command that lists them.
func newDeleteCmd(root *command.Root, things, listCommand string, names cobra.CompletionFunc,
	find func(lib *chapters.Library, name string) (deletion, error),
) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "delete NAME...",
		Short: "Delete " + things,
		Args: command.ArgCount(1, command.AnyNumber,
			"name the "+things+" to delete\nsee: "+listCommand+", and %s --help"),
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
				return fmt.Errorf("nothing was deleted: --yes is required where nobody can be asked\nsee: %s --help",
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
