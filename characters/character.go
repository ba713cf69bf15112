package characters

import (
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

//go:embed data
var embedded embed.FS

// Embedded returns the files of the characters that come with the program:
// characters/*.yaml and riders/*.yaml.
func Embedded() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return sub
}

// Text is a text in every language, by language code: en, de.
type Text map[string]string

// In returns the text in a language, in English if it has none.
func (t Text) In(lang string) string {
	if s, ok := t[lang]; ok {
		return s
	}
	return t["en"]
}

// Fidelity says how sure we are of what a file states.
type Fidelity struct {
	// Level is one of the [FidelityLevels].
	Level string
	// Note is the reason in one line.
	Note string
}

// FidelityLevels from surest to least sure: printed in the rulebook, confirmed
// by two sources, one good source, filled in by us.
var FidelityLevels = []string{"rulebook", "confirmed", "single-source", "reconstructed"}

// Character is one character or rider.
type Character struct {
	ID       string
	Name     Text
	Goal     Goal
	GoalText Text
	// Setup is the character's setup actions. Playable is false while the file
	// does not state them: then the character can only sit in positions after
	// setup, not in a chapter.
	Setup     []Action
	SetupText Text
	Playable  bool
	// MayNotPass is the cards the character may never pass on (S6).
	MayNotPass tricks.Set
	// CountsFor makes cards that this character wins count for another one's
	// goal too; nil for nearly everybody.
	CountsFor *CountsFor
	// NeedNotFollow says that the character may play and lead any card (T4 and
	// T6 do not bind it).
	NeedNotFollow bool
	// Leads says that the character leads the first trick.
	Leads bool
	// NamesLeader says that whenever the character would lead it may name
	// another one that holds a card.
	NamesLeader bool
	// TakesR1 says that the holder of R1 has to take this character (S3).
	TakesR1 bool
	// SoloFull is how many cards a solo hand gets at once instead of being
	// refilled; 0 for a normal solo hand.
	SoloFull int
	Fidelity Fidelity
}

// CountsFor names a suit and the character whose goal counts it.
type CountsFor struct {
	Character string
	Suit      tricks.Suit
}

// Has reports whether the character has a setup action of the same kind.
func Has[A Action](c *Character) bool {
	return slices.ContainsFunc(c.Setup, func(a Action) bool { _, ok := a.(A); return ok })
}

// Box is every character and rider by id.
type Box struct {
	Characters map[string]*Character
	Riders     map[string]*Character
}

// Load reads all characters and riders of the file systems; a later file with
// the same id takes the place of an earlier one. All errors of all files come
// in one pass, each with file, line and column.
func Load(systems ...fs.FS) (*Box, error) {
	box := &Box{Characters: map[string]*Character{}, Riders: map[string]*Character{}}
	type file struct {
		fsys fs.FS
		name string
		into map[string]*Character
	}
	var files []file
	var ids []string // a file is named after its id, so the ids are known ahead
	for _, fsys := range systems {
		for _, name := range glob(fsys, "characters") {
			files = append(files, file{fsys, name, box.Characters})
			ids = append(ids, strings.TrimSuffix(path.Base(name), ".yaml"))
		}
		for _, name := range glob(fsys, "riders") {
			files = append(files, file{fsys, name, box.Riders})
		}
	}
	slices.Sort(ids)
	var errs []error
	for _, f := range files {
		data, err := fs.ReadFile(f.fsys, f.name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		c, err := Parse(f.name, data, ids)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f.into[c.ID] = c
	}
	return box, errors.Join(errs...)
}

// glob lists the YAML files of a folder; a folder that is not there has none.
func glob(fsys fs.FS, dir string) []string {
	files, err := fs.Glob(fsys, dir+"/*.yaml")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	return files
}

// Parse reads one character's file, which is named after the character's id.
// Other characters it names must be among the ids. Errors carry file, line and
// column and come all in one pass.
func Parse(file string, data []byte, ids []string) (*Character, error) {
	src, root := strictyaml.Parse(file, data)
	g := grammar{ids: ids, id: strings.TrimSuffix(path.Base(file), ".yaml")}
	c := g.character(root)
	return c, src.Err()
}
