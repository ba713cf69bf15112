package chapters

import (
	"embed"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// Library holds all characters, riders, gifts and chapters that were read. It is safe for use by many
// goroutines.
type Library struct {
	*characters.Box
	// Chapters are in the order of their numbers, the Road last.
	Chapters []*Chapter
	// Cache keeps what goals were compiled to.
	Cache characters.Cache
}

// Road is the id of "The Road Goes Ever On" (L5).
const Road = "road"

// Chapter returns the chapter with an id. The error lists all ids.
func (l *Library) Chapter(id string) (*Chapter, error) {
	var ids []string
	for _, c := range l.Chapters {
		if c.ID == id {
			return c, nil
		}
		ids = append(ids, c.ID)
	}
	return nil, say.Errorf("there is no chapter %q; the chapters are %s", id, strings.Join(ids, ", "))
}

// embedded are the files of the chapters that come with the program. What they say is in [printed], too.
//
//go:embed data
var embedded embed.FS

// table holds what files say.
type table struct {
	characters []*characters.Character
	riders     []*characters.Character
	gifts      []*characters.Gift
	chapters   []*Chapter
}

// library returns a library of the table.
func (said *table) library() *Library {
	lib := &Library{
		Box: &characters.Box{
			Characters: map[string]*characters.Character{},
			Riders:     map[string]*characters.Character{},
			Gifts:      map[string]*characters.Gift{},
		},
		Chapters: slices.Clone(said.chapters),
	}
	for _, c := range said.characters {
		lib.Characters[c.ID] = c
	}
	for _, r := range said.riders {
		lib.Riders[r.ID] = r
	}
	for _, g := range said.gifts {
		lib.Gifts[g.ID] = g
	}
	return lib
}

// Default returns the library of the files that come with the program.
var Default = sync.OnceValue(printed.library)

// Load reads the files of the given file systems, in the folders of [characters.Folders], into a library of the files
// that come with the program. A later file replaces an earlier one with the same name. The error
// holds all mistakes of all files, each with file, line and column.
func Load(own ...fs.FS) (*Library, error) {
	var files []strictyaml.File
	for _, fsys := range own {
		for _, f := range strictyaml.ReadFiles(fsys, characters.Folders...) {
			files = append(slices.DeleteFunc(files, func(old strictyaml.File) bool {
				return old.Folder == f.Folder && old.ID() == f.ID()
			}), f)
		}
	}
	lib := printed.library()
	lib.Chapters = slices.DeleteFunc(lib.Chapters, func(c *Chapter) bool {
		return slices.ContainsFunc(files, func(f strictyaml.File) bool { return f.Name == c.file })
	})
	if lib.isChangedBy(files) {
		lib.Chapters = nil
		files = append(OurChapters(files), files...)
	}
	lib.Add(files)
	var errs []error
	for i := range files {
		errs = append(errs, files[i].Err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return lib, nil
}

// isChangedBy reports whether a file describes anew what a chapter of the library may have: a character, a rider or a
// gift.
func (l *Library) isChangedBy(files []strictyaml.File) bool {
	return slices.ContainsFunc(files, func(f strictyaml.File) bool {
		switch f.Folder {
		case "characters":
			return l.Characters[f.ID()] != nil
		case "riders":
			return l.Riders[f.ID()] != nil
		case "gifts":
			return l.Gifts[f.ID()] != nil
		}
		return false
	})
}

// OurChapters returns the files of the chapters that come with the program, without those that a file
// replaces: one with the same name in the same folder.
func OurChapters(own []strictyaml.File) []strictyaml.File {
	return slices.DeleteFunc(ourChapters(), func(ours strictyaml.File) bool {
		return slices.ContainsFunc(own, func(f strictyaml.File) bool {
			return f.Folder == ours.Folder && f.ID() == ours.ID()
		})
	})
}

// ourChapters returns the files of the chapters that come with the program.
func ourChapters() []strictyaml.File {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return strictyaml.ReadFiles(sub, "chapters")
}

// Add adds what files describe: characters, riders and gifts first, then chapters. It sets the field
// Err of a file that has mistakes.
func (l *Library) Add(files []strictyaml.File) {
	l.Box.Read(files)
	fileOf := map[string]string{}
	for _, c := range l.Chapters {
		fileOf[c.ID] = c.file
	}
	for i := range files {
		f := &files[i]
		if f.Err != nil || f.Folder != "chapters" {
			continue
		}
		var c *Chapter
		c, f.Err = l.parseChapter(f)
		switch {
		case f.Err != nil:
		case fileOf[c.ID] != "":
			f.Err = &strictyaml.Error{
				File: f.Name,
				Msg: say.Sprintf("chapter %s is also in %s: give one of them another number, or both the same name",
					c.ID, fileOf[c.ID]),
			}
		default:
			fileOf[c.ID] = f.Name
			l.Chapters = append(l.Chapters, c)
		}
	}
	slices.SortFunc(l.Chapters, func(a, b *Chapter) int {
		return 1000*(number(a.ID)-number(b.ID)) + strings.Compare(a.ID, b.ID)
	})
}

// characterIDs returns the ids of all characters, in their order.
func (l *Library) characterIDs() []string { return slices.Sorted(maps.Keys(l.Characters)) }

// noNumber is larger than the number of any chapter. It is used for a chapter without a number, and is
// part of how the deals of the Road are shuffled, so it never changes.
const noNumber = 1 << 20

// number returns the number of a chapter, or noNumber for the Road.
func number(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return noNumber
	}
	return n
}
