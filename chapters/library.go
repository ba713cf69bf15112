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

	// isTested reports whether all files come with the program. A test has checked that rounds of their chapters can be
	// played, so it is not checked again.
	isTested bool
	// characterIDs are the ids of all characters, in their order. Chapters are read with it.
	characterIDs []string
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

//go:embed data
var embedded embed.FS

// packed has the embedded files as [strictyaml.UnpackFiles] reads them. `make generate` makes it.
//
//go:embed packed.bin
var packed []byte

// Default returns the library of the files that come with the program.
var Default = sync.OnceValue(func() *Library {
	lib, err := Load()
	if err != nil {
		panic(err) // a test loads the embedded files
	}
	return lib
})

// Load reads the files that come with the program and then the files of the given file systems, in the
// folders of [characters.Folders]. A later file replaces an earlier one with the same name. The error
// holds all mistakes of all files, each with file, line and column.
func Load(own ...fs.FS) (*Library, error) {
	files := slices.Concat(characters.Embedded(), ourChapters())
	hasOwn := false
	for _, fsys := range own {
		for _, f := range strictyaml.ReadFiles(fsys, characters.Folders...) {
			hasOwn = true
			files = append(slices.DeleteFunc(files, func(old strictyaml.File) bool {
				return old.Folder == f.Folder && old.ID() == f.ID()
			}), f)
		}
	}
	lib := &Library{Box: &characters.Box{}, isTested: !hasOwn}
	lib.Add(files)
	lib.isTested = false
	var errs []error
	for i := range files {
		errs = append(errs, files[i].Err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return lib, nil
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
	files := strictyaml.ReadFiles(sub, "chapters")
	strictyaml.UnpackFiles(files, packed)
	return files
}

// Add adds what files describe: characters, riders and gifts first, then chapters. It sets the field
// Err of a file that has mistakes.
func (l *Library) Add(files []strictyaml.File) {
	l.Box.Read(files)
	l.characterIDs = slices.Sorted(maps.Keys(l.Characters))
	fileOf := map[string]string{}
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
