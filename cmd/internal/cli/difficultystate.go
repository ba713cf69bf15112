package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// openState opens the file of --resume: what it holds is known, and whatever is
// measured will be added to it, each unit before the next one counts as done.
func openState(name string, what *difficulty.Options) (io.Closer, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // as far as the umask lets it
	if err != nil {
		return nil, withoutPath(err)
	}
	err = readState(file, what)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	what.Keep = func(r *difficulty.Result) error { return appendLine(file, r) }
	return file, nil
}

// readState reads what is in the file and makes it ready for the next line.
func readState(file *os.File, what *difficulty.Options) error {
	version := stateVersion()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return appendLine(file, difficulty.NewState(what, version))
	}
	state, size, err := difficulty.ReadState(file)
	if err != nil {
		return err
	}
	if err := state.Fits(what, version); err != nil {
		return fmt.Errorf("%w; give the same or another file", err)
	}
	what.Known = state.Results
	// A line that was cut off when the program was killed goes.
	if err := file.Truncate(size); err != nil {
		return err
	}
	_, err = file.Seek(size, io.SeekStart)
	return err
}

// stateVersion is the version whose numbers may be counted together.
func stateVersion() string {
	v := readVersion()
	if v.Commit != "" {
		return v.Version + " " + v.Commit
	}
	return v.Version
}

// appendLine writes a line in one call.
func appendLine(w io.Writer, what any) error {
	line, err := json.Marshal(what)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

func newDifficultyMergeCmd(root *rootOptions) *cobra.Command {
	var out difficultyOutput
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put together what was measured in parts",
		Long: `Put together what was measured in parts with "difficulty --shard". Each file is
what --json has written of a part, or the file of its --resume. All parts must
be there; the answer is the same as if one machine had measured everything.

A single file of --resume, of a measurement in one part, is shown as it stands.`,
		Example: `  fellowship difficulty --all --shard 1/2 --json > one.json
  fellowship difficulty --all --shard 2/2 --json > two.json
  fellowship difficulty merge one.json two.json --html all.html`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("name the files to merge\nsee: %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runDifficultyMerge(cmd, root, &out, args) },
	}
	out.flags(cmd)
	return cmd
}
