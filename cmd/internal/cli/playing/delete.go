package playing

import (
	"fmt"
	"strings"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"

	"github.com/spf13/cobra"
)

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
