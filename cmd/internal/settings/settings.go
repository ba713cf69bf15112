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
	"fellowship/cmd/internal/files"

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
	// Theme is one of [Themes], the first one if empty.
	Theme string `yaml:"theme,omitempty"`
	// Background is auto, dark or light: that of the terminal.
	Background string `yaml:"background,omitempty"`
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
	// Lesson says that the first evening was offered and opened.
	Lesson bool `yaml:"lesson,omitempty"`
	// Tips are those that the person was told, and NoTips says that none is to be told.
	Tips   []string `yaml:"tips,omitempty"`
	NoTips bool     `yaml:"notips,omitempty"`
	// Puzzles has the stars of the puzzles that were solved.
	Puzzles map[string]int `yaml:"puzzles,omitempty"`
	// Names are the people of the last game, in the order of their seats.
	Names []string `yaml:"names,omitempty"`
	// Keys has other keys for what a key does: undo: [z]. The names are those
	// of the texts tui.help.
	Keys map[string][]string `yaml:"keys,omitempty"`
}

// Themes are the looks of the screens: quiet colours, strong ones, and colours that
// nobody confuses who cannot tell red from green.
var Themes = []string{"classic", "vivid", "safe"}

// Backgrounds are what [Settings.Background] can be.
var Backgrounds = []string{"auto", "dark", "light"}

// Path returns where the settings are kept, empty where there is no place for
// them.
func Path() string { return disk.Config("settings.yaml") }

// Load reads the settings of a file. Without one, or in an empty one, there are
// none. The error about a mistake in it has its file, line and column.
func Load(path string) (Settings, error) {
	data, err := files.ReadRegular(path, strictyaml.MaxDocument)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(bytes.TrimSpace(data)) == 0 {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, say.Errorf("settings: %w", err)
	}
	src, root := strictyaml.Parse(path, data)
	fields := root.Map(keys...).DropNulls()
	s := read(fields)
	if sum := fields.Get("stars"); sum.Present() && sum.Str() != stars(s.Puzzles) {
		sum.Errorf("the stars of the puzzles are not those that were kept; put a copy of the file back, or remove this line")
	}
	if err := src.Err(); err != nil {
		return Settings{}, say.Errorf("settings: %w", err)
	}
	return s, nil
}

// keys are those of the file.
var keys = []string{"lang", "computer", "color", "theme", "background", "still", "ascii", "auto", "quick", "mouse", "lesson", "tips", "notips", "puzzles", "stars", "names", "keys"}

func read(f strictyaml.Fields) Settings {
	s := Settings{
		Lang: f.Get("lang").Str(), Computer: f.Get("computer").Str(), Color: f.Get("color").Str(),
		Theme: oneOf(f.Get("theme"), Themes), Background: oneOf(f.Get("background"), Backgrounds), Still: f.Get("still").Bool(),
		ASCII: f.Get("ascii").Bool(), Auto: f.Get("auto").Bool(), Quick: f.Get("quick").Bool(), Mouse: f.Get("mouse").Bool(), Lesson: f.Get("lesson").Bool(), NoTips: f.Get("notips").Bool(),
	}
	for _, v := range f.Get("tips").List() {
		s.Tips = append(s.Tips, v.Text())
	}
	for _, v := range f.Get("names").List() {
		s.Names = append(s.Names, v.Text())
	}
	for _, e := range f.Get("puzzles").Entries() {
		if s.Puzzles == nil {
			s.Puzzles = map[string]int{}
		}
		s.Puzzles[e.Key.Text()] = e.Value.Int(0, 3)
	}
	for _, e := range f.Get("keys").Entries() {
		if s.Keys == nil {
			s.Keys = map[string][]string{}
		}
		for _, v := range e.Value.List() {
			s.Keys[e.Key.Text()] = append(s.Keys[e.Key.Text()], v.Text())
		}
	}
	return s
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
	data, err := yaml.Marshal(struct {
		Settings `yaml:",inline"`
		Stars    string `yaml:"stars,omitempty"`
	}{s, stars(s.Puzzles)})
	if err != nil {
		return say.Errorf("settings: %w", err)
	}
	if err := disk.Replace(path, data); err != nil {
		return say.Errorf("settings: %w", err)
	}
	return nil
}
