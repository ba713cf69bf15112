package cli

import (
	"fmt"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

func newVersionCmd() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := build.Read()
			if asJSON {
				return command.WriteJSON(cmd.OutOrStdout(), struct {
					Schema int `json:"schema"`
					build.Info
				}{1, v})
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "fellowship %s\n", v)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}
