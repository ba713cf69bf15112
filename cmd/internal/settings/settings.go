// Package settings keeps what a person wants of the program in all games:
// fellowship/settings.yaml in the folder for settings that the platform names,
// such as $XDG_CONFIG_HOME.
package settings

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"

	"gopkg.in/yaml.v3"
)

// Settings are the wishes of a person. A setting that is left out has its default.
type Settings struct {
	// Lang is the language, empty for the one of the environment.
	Lang string `yaml:"lang,omitempty"`
	// Computer is the computer player that sits down, empty for the strongest.
	Computer string `yaml:"computer,omitempty"`
	// Color is auto, always or never.
	Color string `yaml:"color,omitempty"`
	// Theme was one of three looks. It is read, and nothing comes of it.
	Theme string `yaml:"theme,omitempty" doc:"of=theme"`
	// Background is auto, dark or light: that of the terminal.
	Background string `yaml:"background,omitempty" doc:"of=background"`
	// Still draws nothing that moves.
	Still bool `yaml:"still,omitempty"`
	// ASCII draws nothing but ASCII characters.
	ASCII bool `yaml:"ascii,omitempty"`
	// Auto goes on after each trick without a key.
	Auto bool `yaml:"auto,omitempty"`
	// Quick lets the computer players play without a pause for the eyes.
	Quick bool `yaml:"quick,omitempty"`
	// Mouse lets the mouse choose; the terminal's own marking of text does not
	// work then.
	Mouse bool `yaml:"mouse,omitempty"`
	// Lesson reports whether the first evening was offered and opened.
	Lesson bool `yaml:"lesson,omitempty"`
	// Tips are those that the person was told, and NoTips reports whether none is to be told.
	Tips   []string `yaml:"tips,omitempty" doc:"of=text"`
	NoTips bool     `yaml:"notips,omitempty"`
	// Puzzles has the stars of the puzzles that were solved.
	Puzzles map[string]int `yaml:"puzzles,omitempty" doc:"of=puzzles"`
	// Names are the people of the last game, in the order of their seats.
	Names []string `yaml:"names,omitempty" doc:"of=text"`
	// Keys has other keys for actions, by their names: undo: [z].
	Keys map[string][]string `yaml:"keys,omitempty" doc:"of=keys"`
}

// Solved keeps what a puzzle was worth, if that is more than before, and reports whether it is.
func (s *Settings) Solved(puzzle string, stars int) bool {
	if s.Puzzles[puzzle] >= stars {
		return false
	}
	s.Puzzles = maps.Clone(s.Puzzles)
	if s.Puzzles == nil {
		s.Puzzles = map[string]int{}
	}
	s.Puzzles[puzzle] = stars
	return true
}

// Backgrounds are the values of [Settings.Background].
var Backgrounds = []string{"auto", "dark", "light"}

// Path returns where the settings are kept, empty where there is no place for
// them.
func Path() string { return disk.Config("settings.yaml") }

// Load reads the settings of a file. Without one, or in an empty one, there are
// none. The error about a mistake in it has its file, line and column.
func Load(path string) (Settings, error) {
	data, err := disk.ReadRegular(path, strictyaml.MaxDocument)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(bytes.TrimSpace(data)) == 0 {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, say.Errorf("settings: %w", err)
	}
	src, root := strictyaml.Parse(path, data)
	var doc document
	fields := root.Map(strictyaml.Keys(&doc)...).DropNulls()
	if fields.Into(&doc, readers); doc.Stars != "" && doc.Stars != stars(doc.Puzzles) {
		fields.Get("stars").Errorf("the stars of the puzzles are not those that were kept; put a copy of the file back, or remove this line")
	}
	if err := src.Err(); err != nil {
		return Settings{}, say.Errorf("settings: %w", err)
	}
	return doc.Settings, nil
}

// document is the file: the settings, and a sum over the stars of the puzzles.
type document struct {
	Settings `yaml:",inline"`
	Stars    string `yaml:"stars,omitempty"`
}

// readers read what is more than its type says.
var readers = strictyaml.Readers{
	"text":       strictyaml.Value.Text,
	"theme":      func(v strictyaml.Value) string { return oneOf(v, []string{"classic", "vivid", "safe"}) },
	"background": func(v strictyaml.Value) string { return oneOf(v, Backgrounds) },
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

// oneOf reads one of some words, or nothing.
func oneOf(v strictyaml.Value, words []string) string {
	if v.Str() == "" {
		return ""
	}
	return v.OneOf("word", words...)
}

// stars is a sum over the stars of puzzles, which nobody types: damage shows. It is empty for
// none.
func stars(puzzles map[string]int) string {
	if len(puzzles) == 0 {
		return ""
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(puzzles)) {
		fmt.Fprintln(sum, name, puzzles[name])
	}
	return fmt.Sprintf("x%x", sum.Sum(nil)[:4])
}

// Save writes the settings; when that fails the file stays as it was.
func (s Settings) Save(path string) error {
	if path == "" {
		return say.Errorf("settings: %w", disk.ErrNoHome)
	}
	data, err := yaml.Marshal(document{s, stars(s.Puzzles)})
	if err != nil {
		return say.Errorf("settings: %w", err)
	}
	if err := disk.Replace(path, data); err != nil {
		return say.Errorf("settings: %w", err)
	}
	return nil
}
