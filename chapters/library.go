package chapters

import (
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/say"
)

// Library is all characters and chapters there are. It is safe for use by many goroutines.
type Library struct {
	*characters.Box
	// Chapters are in the order of their numbers, the Road last.
	Chapters []*Chapter
	// Cache serves the compiling of goals.
	Cache characters.Cache
}

// Road is the id of "The Road Goes Ever On" (L5).
const Road = "road"

// Chapter returns the chapter of that id, or an error that names those there are.
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

// Embedded returns the files of the chapters that come with the program: chapters/*.yaml.
func Embedded() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return sub
}

// Default returns the library of the files that come with the program.
var Default = sync.OnceValue(func() *Library {
	lib, err := Load()
	if err != nil {
		panic(err) // a test loads the embedded files
	}
	return lib
})

// Load reads the files that come with the program and then those of the given file systems, with
// folders characters, riders, gifts and chapters. A later file takes the place of an earlier one
// with the same name. All errors of all files come in one pass, each with file, line and column. No
// more is read of a file system than [characters.Limited] allows.
func Load(own ...fs.FS) (*Library, error) {
	systems := []fs.FS{Embedded()}
	for _, fsys := range own {
		systems = append(systems, characters.Limited(fsys))
	}
	box, err := characters.Load(slices.Concat([]fs.FS{characters.Embedded()}, systems[1:])...)
	if errors.Is(err, characters.ErrLimit) {
		return nil, err
	}
	lib := &Library{Box: box}
	byFile := map[string]*Chapter{}
	read := func(_ fs.FS, file string, data []byte) (err error) {
		byFile[path.Base(file)], err = lib.ParseChapter(file, data)
		return err
	}
	err = errors.Join(err, characters.ReadFiles(systems, []characters.Folder{{Name: "chapters", Read: read}}))
	if err != nil {
		return nil, err
	}
	for _, c := range byFile {
		lib.Chapters = append(lib.Chapters, c)
	}
	slices.SortFunc(lib.Chapters, func(a, b *Chapter) int {
		return 1000*(number(a.ID)-number(b.ID)) + strings.Compare(a.ID, b.ID)
	})
	for i := 1; i < len(lib.Chapters); i++ {
		if id := lib.Chapters[i].ID; id == lib.Chapters[i-1].ID {
			return nil, say.Errorf("two files describe chapter %s: give one of them another number or the other's name", id)
		}
	}
	return lib, nil
}

func number(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return 1 << 20
	}
	return n
}
