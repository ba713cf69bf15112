package measuring

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/pages"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

func newDifficultyMergeCmd(root *command.Root) *cobra.Command {
	var out difficultyOutput
	var beside string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put together what was measured in parts",
		Args:  command.Takes(1, command.AnyNumber, "name the files to merge\nsee: %s --help"),
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return out.merge(cmd, root, lib, args, beside)
		}),
	}
	out.flags(cmd)
	cmd.Flags().StringVar(&beside, "beside", "", "show the fair rounds of this `file`, too")
	return cmd
}

func (out *difficultyOutput) merge(cmd *cobra.Command, root *command.Root, lib *chapters.Library, args []string, beside string) error {
	if err := out.writable(""); err != nil {
		return err
	}
	version := ""
	read := func(name string) (difficulty.Report, error) {
		report, of, err := readPart(cmd.Context(), lib, name)
		if err == nil && of != "" && version != "" && of != version {
			err = say.Errorf("%s: it was measured with version %s, the others with %s", name, of, version)
		}
		version = cmp.Or(version, of)
		return report, err
	}
	var reports []difficulty.Report
	for _, name := range args {
		report, err := read(name)
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	report, err := difficulty.Merge(lib, reports)
	if err != nil {
		return err
	}
	if beside != "" {
		other, err := read(beside)
		if err != nil {
			return err
		}
		if err := report.Compare(&other); err != nil {
			return say.Errorf("--beside %s: %w", beside, err)
		}
	}
	return out.write(cmd, root, lib, &report, cmp.Or(version, command.StateVersion()))
}

// readPart reads what --json has written, or the file of --resume, and the
// version where it is there.
func readPart(ctx context.Context, lib *chapters.Library, name string) (report difficulty.Report, version string, err error) {
	file, err := files.Open(ctx, name)
	if err != nil {
		return report, "", err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, difficulty.MaxLine)
	first, err := in.Peek(difficulty.MaxLine)
	var head struct {
		State int `json:"state"`
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
	case json.NewDecoder(bytes.NewReader(first)).Decode(&head) != nil:
		err = say.New("it is not what difficulty --json or --resume has written")
	case head.State != 0:
		var state difficulty.State
		if state, _, err = difficulty.ReadState(in); err == nil {
			report, err = state.Report(lib)
			version = state.Version
		}
	default:
		report, err = pages.Read(in)
	}
	if err != nil {
		err = say.Errorf("%s: %w", name, err)
	}
	return report, version, err
}
