package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionInfo is what the version command tells.
type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// readVersion reads what the Go command noted in the program.
func readVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
	}
	return v
}

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
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runVersion(cmd.OutOrStdout(), &opt)
		},
	}
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object")
	return cmd
}

func runVersion(stdout io.Writer, opt *versionOptions) error {
	v := readVersion()
	if opt.JSON {
		return writeJSON(stdout, v)
	}
	_, err := fmt.Fprintf(stdout, "fellowship %s (%s, %s/%s)\n", v.Version, v.Go, v.OS, v.Arch)
	return err
}
