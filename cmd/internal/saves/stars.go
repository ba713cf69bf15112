package saves

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
)

// solved is a line of the file of solved puzzles: a puzzle's name, and its stars.
type solved struct {
	Puzzle string `json:"puzzle"`
	Stars  int    `json:"stars"`
}

// starsPath is the file of solved puzzles, beside the folder of the tables.
func (f *Folder) starsPath() string { return filepath.Join(filepath.Dir(f.dir), "puzzles"+extension) }

// Stars returns the most stars that the person has of each puzzle. A line that says nothing about a puzzle
// is passed over.
func (f *Folder) Stars() (map[string]int, error) {
	const longest = 1 << 24
	stars := map[string]int{}
	if f.dir == "" {
		return stars, nil
	}
	data, err := disk.ReadRegular(f.starsPath(), longest)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for line := range bytes.Lines(data) {
		var s solved
		if json.Unmarshal(line, &s) == nil && s.Puzzle != "" && s.Stars > stars[s.Puzzle] {
			stars[s.Puzzle] = s.Stars
		}
	}
	return stars, err
}

// Solved writes down that a puzzle is solved, and for how many stars. It returns when the disk has it. Other
// programs may do the same meanwhile.
func (f *Folder) Solved(puzzle string, stars int) error {
	if f.dir == "" {
		return say.Errorf("the stars of a puzzle: %w", disk.ErrNoHome)
	}
	line, err := json.Marshal(solved{puzzle, stars})
	if err == nil {
		err = os.MkdirAll(filepath.Dir(f.dir), 0o700)
	}
	if err == nil {
		err = disk.AddLine(f.starsPath(), line)
	}
	if err != nil {
		return say.Errorf("the stars of a puzzle: %w", disk.Classify(err))
	}
	return nil
}
