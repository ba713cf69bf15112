package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"fellowship/chapters"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/pages"
	"fellowship/solver/difficulty"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

func runDifficultyMerge(cmd *cobra.Command, root *rootOptions, out *difficultyOutput, args []string, beside string) error {
	lib, err := root.Library()
	if err != nil {
		return err
	}
	if err := out.writable(""); err != nil {
		return err
	}
	var reports []difficulty.Report
	version := ""
	for _, name := range args {
		report, of, err := readPart(cmd.Context(), lib, name)
		if err != nil {
			return err
		}
		if of != "" && version != "" && of != version {
			return say.Errorf("%s: it was measured with version %s, the others with %s", name, of, version)
		}
		if of != "" {
			version = of
		}
		reports = append(reports, report)
	}
	report, err := difficulty.Merge(lib, reports)
	if err != nil {
		return err
	}
	if beside != "" {
		other, of, err := readPart(cmd.Context(), lib, beside)
		if err == nil && of != "" && version != "" && of != version {
			err = say.Errorf("%s: it was measured with version %s, the others with %s", beside, of, version)
		} else if err == nil {
			if err = report.Compare(&other); err != nil {
				err = say.Errorf("--beside %s: %w", beside, err)
			}
		}
		if err != nil {
			return err
		}
	}
	if version == "" {
		version = stateVersion()
	}
	return out.write(cmd, root, lib, &report, version)
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
