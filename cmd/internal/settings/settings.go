// Package settings stores what a person wants in all games: fellowship/settings.yaml in the
// platform's folder for settings, such as $XDG_CONFIG_HOME.
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

// Settings are the preferences of a person. A setting that is left out has its default.
type Settings struct {
	// Lang is the language, empty for the language of the environment.
	Lang string `yaml:"lang,omitempty"`
	// Computer is the computer player of free seats, empty for the strongest.
	Computer string `yaml:"computer,omitempty"`
	// Color is auto, always or never.
	Color string `yaml:"color,omitempty"`
	// Theme was one of three looks in earlier versions. It is read and ignored.
	Theme string `yaml:"theme,omitempty" doc:"of=theme"`
	// Background is the ground of the terminal: auto, dark or light.
	Background string `yaml:"background,omitempty" doc:"of=background"`
	// Still turns all motion off.
	Still bool `yaml:"still,omitempty"`
	// ASCII restricts the screen to ASCII characters.
	ASCII bool `yaml:"ascii,omitempty"`
	// Order is the order of the cards in a hand: suit or rank, empty for suit.
	Order string `yaml:"order,omitempty" doc:"of=order"`
	// Auto continues after each trick without a key.
	Auto bool `yaml:"auto,omitempty"`
	// Quick lets the computer players play without a pause.
	Quick bool `yaml:"quick,omitempty"`
	// Mouse lets the mouse choose; the terminal cannot select text with it meanwhile.
	Mouse bool `yaml:"mouse,omitempty"`
	// Lesson reports whether the person was offered the first evening and opened it.
	Lesson bool `yaml:"lesson,omitempty"`
	// Tips are the tips that the person has seen.
	Tips []string `yaml:"tips,omitempty" doc:"of=text"`
	// NoTips turns tips off.
	NoTips bool `yaml:"notips,omitempty"`
	// Puzzles has the stars of solved puzzles: a server keeps them for a visitor, and earlier
	// versions kept them at home.
	Puzzles map[string]int `yaml:"puzzles,omitempty" doc:"of=puzzles"`
	// Stars was a checksum of Puzzles in earlier versions. It is read and ignored.
	Stars string `yaml:"stars,omitempty" json:",omitempty"`
	// Names are the people of the last game, in seat order.
	Names []string `yaml:"names,omitempty" doc:"of=text"`
	// Keys assigns other keys to actions, by the names of the actions: undo: [z].
	Keys map[string][]string `yaml:"keys,omitempty" doc:"of=keys"`
}

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

// Backgrounds are the values of [Settings.Background].
var Backgrounds = []string{"auto", "dark", "light"}

// Orders are the values of [Settings.Order].
var Orders = []string{BySuit, ByRank}

const (
	// BySuit sorts a hand by suits, and the cards of a suit by their ranks.
	BySuit = "suit"
	// ByRank sorts a hand by ranks, and the cards of a rank by their suits.
	ByRank = "rank"
)

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

// read reads settings without mistakes.
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

// readers read values that must be more than their Go type says.
var readers = strictyaml.Readers{
	"text":       strictyaml.Value.Text,
	"theme":      func(v strictyaml.Value) string { return oneOf(v, []string{"classic", "vivid", "safe"}) },
	"background": func(v strictyaml.Value) string { return oneOf(v, Backgrounds) },
	"order":      func(v strictyaml.Value) string { return oneOf(v, Orders) },
	"puzzles": func(v strictyaml.Value) map[string]int {
		stars := map[string]int{}
		for _, e := range v.Entries() {
			stars[e.Key.Text()] = e.Value.Int(0, 3)
		}
		return stars
	},
	"keys": func(v strictyaml.Value) map[string][]string {
		keys := map[string][]string{}
		for _, e := range v.Entries() {
			for _, key := range e.Value.List() {
				keys[e.Key.Text()] = append(keys[e.Key.Text()], key.Text())
			}
		}
		return keys
	},
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
