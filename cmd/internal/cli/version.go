package cli

import (
	"fmt"
	"io"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

type versionOptions struct {
	JSON bool
}

func newVersionCmd() *cobra.Command {
	var opt versionOptions
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show which version this is",
		Args:  command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runVersion(cmd.OutOrStdout(), &opt)
		},
	}
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object")
	return cmd
}

func runVersion(stdout io.Writer, opt *versionOptions) error {
	v := build.Read()
	if opt.JSON {
		return command.WriteJSON(stdout, v)
	}
	_, err := fmt.Fprintf(stdout, "fellowship %s\n", v)
	return err
}
