package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// doomed is something on disk that is to be deleted.
type doomed struct {
	name string
	// what says what it is, when somebody is asked.
	what   string
	delete func() error
}

// deleteEach deletes them one after another, after asking for each unless yes
// was said already. Where nobody can be asked nothing is deleted.
func deleteEach(cmd *cobra.Command, list []doomed, yes bool) error {
	if !yes && !isTerminal(cmd.InOrStdin()) {
		return fmt.Errorf("nothing was deleted: nobody can be asked here, so say --yes\nsee: %s --help", cmd.CommandPath())
	}
	answers := bufio.NewReader(interruptible(cmd.Context(), cmd.InOrStdin()))
	for _, d := range list {
		if !yes {
			fmt.Fprintf(cmd.ErrOrStderr(), "Delete %s? [y/N] ", d.what)
			answer, err := answers.ReadString('\n')
			if err != nil && answer == "" {
				return err
			}
			if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
				continue
			}
		}
		if err := d.delete(); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "deleted %s\n", d.name)
	}
	return nil
}
