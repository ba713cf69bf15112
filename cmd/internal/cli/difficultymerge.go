package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/files"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

func runDifficultyMerge(cmd *cobra.Command, root *rootOptions, out *difficultyOutput, args []string) error {
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
			return fmt.Errorf("%s: it was measured with version %s, the others with %s", name, of, version)
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
		err = errors.New("it is not what difficulty --json or --resume has written")
	case head.State != 0:
		var state difficulty.State
		if state, _, err = difficulty.ReadState(in); err == nil {
			report, err = state.Report(lib)
			version = state.Version
		}
	default:
		report, err = readAnswers(in)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return report, version, err
}

// maxAnswers is the most bytes of what --json has written: some kilobytes for each
// chapter and size of the table.
const maxAnswers = 16 << 20

// readAnswers reads what --json has written.
func readAnswers(in io.Reader) (r difficulty.Report, err error) {
	data, err := io.ReadAll(io.LimitReader(in, maxAnswers+1))
	if err == nil && len(data) > maxAnswers {
		err = fmt.Errorf("%w: there are more than %d bytes", files.ErrTooLarge, maxAnswers)
	}
	if err != nil {
		return r, err
	}
	if err := strictyaml.CheckJSON(data); err != nil {
		return r, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	decoder.UseNumber() // chapter 2 is "2"
	shard := ""
	for n := 1; ; n++ {
		var a difficultyAnswer
		switch err := decoder.Decode(&a); {
		case errors.Is(err, io.EOF):
			return r, nil
		case err != nil || a.Schema != 1:
			return r, fmt.Errorf("object %d is not what difficulty --json has written", n)
		}
		by := ""
		if a.Campaign != nil {
			by = a.Campaign.By
		}
		if n == 1 {
			r.Seed, r.Nodes, shard = a.Seed, a.Nodes, a.Shard
			if shard != "" {
				if r.Shard, err = difficulty.ParseShard(shard); err != nil {
					return r, err
				}
			}
		}
		if a.Seed != r.Seed || a.Nodes != r.Nodes || a.Shard != shard || by != "" && r.CampaignBy != "" && by != r.CampaignBy {
			return r, fmt.Errorf("object %d was not measured like the ones before it; name each part's file on its own", n)
		}
		if by != "" {
			r.CampaignBy = by
		}
		r.Rows = append(r.Rows, a.row())
	}
}
