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
// characters/*.yaml, riders/*.yaml and gifts/*.yaml.
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

// String returns the text in English.
func (t Text) String() string { return t.In("en") }

// Fidelity says how sure we are of what a file states.
type Fidelity struct {
	// Level is one of the [FidelityLevels].
	Level string
	// Note is the reason in one line.
	Note Text
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
	// Setup is the character's setup actions. Playable says that the file states them.
	// Without them the character can only sit in positions after setup, not in a chapter.
	Setup     []Action
	SetupText Text
	Playable  bool
	// CountsAs is the plain character that this one counts as for other cards, empty for
	// most.
	CountsAs string
	// Burdened says that this is the burdened side of a gold card.
	Burdened bool
	// MayNotPass is the cards the character may never pass on (S6).
	MayNotPass tricks.Set
	// CountsFor makes cards that this character wins count for another one's goal too. It
	// is nil for nearly everybody.
	CountsFor *CountsFor
	// NeedNotFollow says that the character may play and lead any card (T4 and
	// T6 do not bind it).
	NeedNotFollow bool
	// Redraws says that while the character is in play every drawn threat card
	// may be drawn anew once, when its owner acts (K: Meriadoc).
	Redraws bool
	// Leads says that the character leads the first trick.
	Leads bool
	// NamesLeader says that whenever the character would lead it may name
	// another one that holds a card.
	NamesLeader bool
	// TakesR1 says that the holder of R1 has to take this character (S3).
	TakesR1 bool
	// SoloFull says that a solo hand gets all its cards at once and is never
	// refilled (C4, C6).
	SoloFull bool
	// NoExchange and HidesThreat are what a rider does beside its goal. With the first its
	// character neither starts an exchange nor is the target of one. With the second its
	// threat number is hidden from the others, except in solo.
	NoExchange, HidesThreat bool
	Fidelity                Fidelity
}

// Is reports whether the character is the one of that id, or counts as it.
func (c *Character) Is(id string) bool { return c.ID == id || c.CountsAs == id && id != "" }

// UsesThreat reports whether the character has a threat card (L5: only such a
// one can carry the Unseen).
func (c *Character) UsesThreat() bool { return Has[DrawThreat](c) || Has[ChooseThreat](c) }

// CountsFor names a suit and the character whose goal counts it.
type CountsFor struct {
	Character string
	Suit      tricks.Suit
}

// Has reports whether the character has a setup action of the same kind.
func Has[A Action](c *Character) bool {
	return slices.ContainsFunc(c.Setup, func(a Action) bool { _, ok := a.(A); return ok })
}

// Box is every character, rider and gift by id.
type Box struct {
	Characters map[string]*Character
	Riders     map[string]*Character
	Gifts      map[string]*Gift
}

// Load reads all characters, riders and gifts of the file systems. A later file with the
// same id takes the place of an earlier one. All errors of all files come in one pass, each
// with file, line and column. File systems of strangers should be [Limited].
func Load(systems ...fs.FS) (*Box, error) {
	box := &Box{Characters: map[string]*Character{}, Riders: map[string]*Character{}, Gifts: map[string]*Gift{}}
	type file struct {
		fsys fs.FS
		name string
		into map[string]*Character // nil for a gift
	}
	var files []file
	var ids []string // a file is named after its id, so the ids are known ahead
	var errs []error
	for _, fsys := range systems {
		for _, dir := range []struct {
			name string
			into map[string]*Character
		}{{"characters", box.Characters}, {"riders", box.Riders}, {"gifts", nil}} {
			names, err := Files(fsys, dir.name)
			if err != nil {
				errs = append(errs, err)
			}
			for _, name := range names {
				files = append(files, file{fsys, name, dir.into})
				if dir.name == "characters" {
					ids = append(ids, strings.TrimSuffix(path.Base(name), ".yaml"))
				}
			}
		}
	}
	slices.Sort(ids)
	var cache Cache
	for _, f := range files {
		data, err := fs.ReadFile(f.fsys, f.name)
		if err != nil {
			if errs = append(errs, err); errors.Is(err, ErrLimit) {
				break
			}
			continue
		}
		if f.into == nil {
			gift, err := ParseGift(f.name, data, ids)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			box.Gifts[gift.ID] = gift
			continue
		}
		c, err := parse(f.name, data, ids, &cache)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f.into[c.ID] = c
	}
	return box, errors.Join(errs...)
}

// Parse reads one character's file, which is named after the character's id.
// Other characters it names must be among the ids. Errors carry file, line and
// column and come all in one pass.
func Parse(file string, data []byte, ids []string) (*Character, error) {
	return parse(file, data, ids, new(Cache))
}

func parse(file string, data []byte, ids []string, cache *Cache) (*Character, error) {
	src, root := strictyaml.Parse(file, data)
	g := grammar{
		ids: ids, id: strings.TrimSuffix(path.Base(file), ".yaml"), rider: path.Base(path.Dir(file)) == "riders", cache: cache,
	}
	c := g.character(root)
	return c, src.Err()
}
