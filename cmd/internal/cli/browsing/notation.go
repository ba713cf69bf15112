package browsing

import (
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

// NewNotation returns the command notation, which is its own help.
func NewNotation() *cobra.Command {
	return &cobra.Command{
		Use:   "notation",
		Short: "Explain how to write down a round of a real table",
		Args:  command.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
}
