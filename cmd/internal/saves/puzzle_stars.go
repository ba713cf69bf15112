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

// solved is a line of the file of solved puzzles.
type solved struct {
	Puzzle string `json:"puzzle"`
	Stars  int    `json:"stars"`
}

// starsPath returns the file of solved puzzles, which is beside the folder of the tables.
func (f *Folder) starsPath() string { return filepath.Join(filepath.Dir(f.dir), "puzzles"+extension) }

// Stars returns the most stars that the person has for each puzzle, by the puzzles' names. Lines that cannot
// be read are skipped.
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

// AllStars returns the most stars that the person has for each puzzle: of Stars, and of the settings, where earlier
// versions of the program kept them.
func (f *Folder) AllStars(inSettings map[string]int) (map[string]int, error) {
	stars, err := f.Stars()
	for name, n := range inSettings {
		stars[name] = max(stars[name], n)
	}
	return stars, err
}

// RecordSolved adds a solved puzzle with its stars to the file, and returns when that is on disk. Several
// programs may do so at the same time.
func (f *Folder) RecordSolved(puzzle string, stars int) error {
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
