// Package settings stores what a person wants in all games: fellowship/settings.yaml in the
// platform's folder for settings, such as $XDG_CONFIG_HOME.
//
// A setting is a field of [Settings] and, if people can change it in a form, a row of the list: list.go has both.
package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"

	"gopkg.in/yaml.v3"
)

// KeepStars records the stars of a solved puzzle, if they are more than before.
func (s *Settings) KeepStars(puzzle string, stars int) {
	if s.Puzzles[puzzle] >= stars {
		return
	}
	s.Puzzles = maps.Clone(s.Puzzles)
	if s.Puzzles == nil {
		s.Puzzles = map[string]int{}
	}
	s.Puzzles[puzzle] = stars
}

// Path returns the file of the settings, empty if the platform has no place for it.
func Path() string { return disk.Config("settings.yaml") }

// Load reads the settings in a file. A missing or empty file has no settings. A line with a mistake
// is left out: Load returns the other settings together with an error, which has the file, line and
// column of each mistake.
func Load(path string) (Settings, error) {
	data, err := disk.ReadRegular(path, strictyaml.MaxDocument)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, say.Errorf("settings: %w", err)
	}
	set, err := read(path, data)
	if err == nil {
		return set, nil
	}
	if len(data) < maxMendable {
		var rest []byte
		for _, setting := range blocks(data) {
			rest = append(rest, withoutMistakes(path, setting)...)
		}
		set, _ = read(path, withoutMistakes(path, rest)) // two settings may have the same name
	}
	return set, say.Errorf("settings: %w", err)
}

// maxMendable is the size in bytes up to which Load leaves mistakes out. A larger file is not a
// file of settings.
const maxMendable = 1 << 15

// read reads the text of a file of settings. If there is a mistake in it, read returns no settings.
func read(path string, text []byte) (set Settings, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return set, nil
	}
	src, root := strictyaml.Parse(path, text)
	root.Map(strictyaml.Keys(&set)...).DropNulls().Decode(&set, readers)
	if err := src.Err(); err != nil {
		return Settings{}, err
	}
	set.Stars = ""
	return set, nil
}

// blocks cuts a text before each line that begins a setting.
func blocks(text []byte) (all [][]byte) {
	for line := range bytes.Lines(text) {
		if n := len(all); n > 0 && bytes.ContainsAny(line[:1], " \t\r\n-#") {
			all[n-1] = append(all[n-1], line...)
		} else {
			all = append(all, bytes.Clone(line))
		}
	}
	return all
}

// withoutMistakes removes lines with mistakes until none is left. A text with too many mistakes is
// removed as a whole.
func withoutMistakes(path string, text []byte) []byte {
	const most = 50
	lines := bytes.SplitAfter(text, []byte("\n"))
	for range most {
		text = bytes.Join(lines, nil)
		_, err := read(path, text)
		var wrong strictyaml.Errors
		if !errors.As(err, &wrong) {
			return text
		}
		// Remove the line of the last mistake that has one: earlier mistakes may come from it.
		lineNumber := len(lines)
		for _, e := range wrong {
			if e.Line > 0 {
				lineNumber = min(e.Line, len(lines))
			}
		}
		lines = slices.Delete(lines, lineNumber-1, lineNumber)
	}
	return nil
}

// oneOf reads one of several words, or nothing.
func oneOf(v strictyaml.Value, words []string) string {
	if v.Str() == "" {
		return ""
	}
	return v.OneOf("word", words...)
}

// Save writes the settings. If it fails, the file stays as it was.
func (s Settings) Save(path string) error {
	if path == "" {
		return say.Errorf("settings: %w", disk.ErrNoHome)
	}
	data, err := yaml.Marshal(s)
	if err != nil {
		return say.Errorf("settings: %w", err)
	}
	if err := disk.Replace(path, data); err != nil {
		return say.Errorf("settings: %w", err)
	}
	return nil
}
