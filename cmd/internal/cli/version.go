package cli

import (
	"fmt"
	"io"

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
		Long:  `Show the version of the program and of the Go that built it.`,
		Example: `  fellowship version
  fellowship version --json`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runVersion(cmd.OutOrStdout(), &opt)
		},
	}
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object")
	return cmd
}

func runVersion(stdout io.Writer, opt *versionOptions) error {
	v := command.ReadVersion()
	if opt.JSON {
		return command.WriteJSON(stdout, v)
	}
	_, err := fmt.Fprintf(stdout, "fellowship %s (%s, %s/%s)\n", v.Version, v.Go, v.OS, v.Arch)
	return err
}
