package playing

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/texts"

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
func deleteEach(cmd *cobra.Command, t *texts.Texts, list []doomed, yes bool) error {
	if !yes && !kit.IsTerminal(cmd.InOrStdin()) {
		return say.Errorf("nothing was deleted: nobody can be asked here, so say --yes\nsee: %s --help", cmd.CommandPath())
	}
	answers := lines.New(files.Interruptible(cmd.Context(), cmd.InOrStdin()))
	for _, d := range list {
		if !yes {
			fmt.Fprint(cmd.ErrOrStderr(), t.T("delete.ask", d.what))
			answer, err := answers.Next()
			if err != nil {
				return err
			}
			if a := strings.ToLower(answer); !slices.Contains(strings.Fields("y yes "+t.T("delete.yes")), a) {
				continue
			}
		}
		if err := d.delete(); err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), t.T("delete.done", d.name))
	}
	return nil
}
