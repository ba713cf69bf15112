package measuring

import (
	"context"
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/reports"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

func newDifficultyMergeCmd(root *command.Root) *cobra.Command {
	var out difficultyOutput
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put together what was measured in parts",
		Args:  command.Takes(1, command.AnyNumber, "name the files to merge\nsee: %s --help"),
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			if err := out.writable(""); err != nil {
				return err
			}
			var measured []difficulty.Report
			for _, name := range args {
				report, err := readPart(cmd.Context(), name)
				if err != nil {
					return fmt.Errorf("%s: %w", name, disk.WithoutPath(err))
				}
				measured = append(measured, report)
			}
			report, err := difficulty.Merge(lib, measured)
			if err != nil {
				return err
			}
			return out.write(cmd, root, lib, &report)
		}),
	}
	out.flags(cmd)
	return cmd
}

// readPart reads what --json has written.
func readPart(ctx context.Context, name string) (difficulty.Report, error) {
	file, err := files.Open(ctx, name)
	if err != nil {
		return difficulty.Report{}, err
	}
	defer file.Close()
	return reports.Read(file)
}
