package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

func runDifficultyMerge(cmd *cobra.Command, root *rootOptions, out *difficultyOutput, args []string) error {
	lib, err := root.Library()
	if err != nil {
		return err
	}
	var reports []difficulty.Report
	version := ""
	for _, name := range args {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		report, of, err := readPart(lib, data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
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
func readPart(lib *chapters.Library, data []byte) (difficulty.Report, string, error) {
	var head struct {
		State int `json:"state"`
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&head); err != nil {
		return difficulty.Report{}, "", errors.New("it is not what difficulty --json or --resume has written")
	}
	if head.State != 0 {
		state, _, err := difficulty.ReadState(bytes.NewReader(data))
		if err != nil {
			return difficulty.Report{}, "", err
		}
		report, err := state.Report(lib)
		return report, state.Version, err
	}
	report, err := readAnswers(data)
	return report, "", err
}

// readAnswers reads what --json has written.
func readAnswers(data []byte) (r difficulty.Report, err error) {
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
