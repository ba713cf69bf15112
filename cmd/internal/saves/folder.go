package saves

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"golang.org/x/text/unicode/norm"
)

// drawer is a folder of tables at home: of games, or of campaigns.
type drawer struct {
	dir string
	// what names its files, valid says whether one may be called so, and busy is that another
	// program plays one.
	what  say.Word
	valid func(name string) bool
	busy  error
}

// Dir returns the folder.
func (d *drawer) Dir() string { return d.dir }

// path returns where a table is kept.
func (d *drawer) path(name string) string { return filepath.Join(d.dir, name+extension) }

// Found is a file of a folder, not read yet.
type Found struct {
	// Name is the file's name without its extension.
	Name     string
	Path     string
	Modified time.Time
	// Campaign is the one that a game is a round of, which is kept with it in round.
	Campaign string
	round    *table.Recorded
	// lost is why the campaign cannot be read of which this is a round.
	lost error
}

// files lists the folder's files, the one written last first; a folder that is not there has
// none. Those whose names are not valid are strange, and not among them.
func (d *drawer) files() (list []Found, strange []string, err error) {
	files, err := os.ReadDir(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, say.Errorf("the folder of the %s: %w", d.what, err)
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), extension)
		info, err := f.Info()
		switch {
		case !ok || err != nil || !info.Mode().IsRegular():
		case !d.valid(name):
			strange = append(strange, f.Name())
		default:
			list = append(list, Found{Name: name, Path: filepath.Join(d.dir, f.Name()), Modified: info.ModTime()})
		}
	}
	return lastFirst(list), strange, nil
}

// lastFirst sorts files: the one written last comes first.
func lastFirst(list []Found) []Found {
	slices.SortStableFunc(list, func(a, b Found) int { return b.Modified.Compare(a.Modified) })
	return list
}

// eachOf looks at each file only when its turn comes: there may be many, and large ones.
func eachOf[T any](list []Found, read func(Found) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, e := range list {
			if !yield(read(e)) {
				return
			}
		}
	}
}

// named returns the file of a name, or else one whose name has the same letters: an é may be
// written as one character or as two.
func named(list []Found, name string) (Found, bool) {
	i := slices.IndexFunc(list, func(e Found) bool { return e.Name == name })
	if i < 0 {
		i = slices.IndexFunc(list, func(e Found) bool { return norm.NFC.String(e.Name) == norm.NFC.String(name) })
	}
	if i < 0 {
		return Found{}, false
	}
	return list[i], true
}

// namesOf returns the names of files, in their order.
func namesOf(list []Found) []string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return names
}

// hint asks whether a name that is near was meant; it is empty if none is.
func hint(name string, list []Found) string { return strictyaml.DidYouMean(name, namesOf(list)) }

// add begins a table under the first of the names, from 1 on, that is free; taken are others
// that are not. A name is passed over where something else is in the place of the file. The error
// matches fs.ErrExist or disk.ErrStrange where a name is empty: there are no more.
func (d *drawer) add(named func(n int) string, taken []string, begins [][]byte) (name string, err error) {
	if err = disk.ErrNoHome; d.dir != "" {
		err = disk.Classify(os.MkdirAll(d.dir, 0o700))
	}
	if err != nil {
		return "", say.Errorf("the folder of the %s: %w", d.what, err)
	}
	keeper, err := folder.Open(folder.Options{Dir: d.dir})
	if err != nil {
		return "", err
	}
	defer keeper.Close()
	var strange error
	for n := 1; ; n++ {
		if name = named(n); name == "" {
			return "", cmp.Or(strange, fs.ErrExist)
		}
		if slices.Contains(taken, name) {
			continue
		}
		begun, err := table.Begin(keeper, name, begins)
		switch {
		case errors.Is(err, store.ErrQuicker) || errors.Is(err, disk.ErrInUse): // another program was quicker
		case errors.Is(err, disk.ErrStrange):
			strange = err
		case err != nil && begun > 0:
			return name, errors.Join(err, keeper.Delete(name)) // nobody has seen it
		default:
			return name, err
		}
	}
}

// events reads the log of a table without locking it.
func (d *drawer) events(e *Found) ([]store.Event, error) {
	keeper, err := folder.Open(folder.Options{Dir: d.dir})
	if err != nil {
		return nil, err
	}
	defer keeper.Close()
	events, err := keeper.Read(e.Name)
	return events, d.problem(err, e.Path)
}

// File is a table that this program has opened. It is locked until Close.
type File struct {
	*table.Home
	// name is that of the game: of a campaign, of its last round.
	name, path string
}

// Name returns the game's name, and Path where the table is.
func (f *File) Name() string { return f.name }

// Path returns where the table is.
func (f *File) Path() string { return f.path }

// open opens a table.
func (d *drawer) open(lib *chapters.Library, e *Found) (*File, error) {
	keeper, err := folder.Open(folder.Options{Dir: d.dir})
	if err != nil {
		return nil, err
	}
	home, err := table.OpenHome(lib, keeper, e.Name)
	if err != nil {
		return nil, d.problem(err, e.Path)
	}
	return &File{Home: home, name: e.Name, path: d.path(e.Name)}, nil
}

// problem says in the words of saved games what is wrong with a table.
func (d *drawer) problem(err error, path string) error {
	switch _, there := os.Lstat(path); {
	case err == nil:
		return nil
	case errors.Is(err, disk.ErrInUse):
		return d.busy
	case errors.Is(err, store.ErrGone) && there == nil:
		return ErrEmpty
	case errors.Is(err, store.ErrGone):
		return fs.ErrNotExist
	case errors.Is(err, disk.ErrStrange):
		return disk.ErrStrange
	case errors.Is(err, store.ErrDamaged) && !isTable(path):
		return ErrForeign
	case errors.Is(err, store.ErrDamaged):
		return say.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// isTable reports whether a file begins as those of tables do.
func isTable(path string) bool {
	f, err := disk.OpenOwn(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, len(folder.Head))
	_, err = io.ReadFull(f, start)
	return err == nil && string(start) == folder.Head
}

// remove deletes a table, also one that cannot be read.
func (d *drawer) remove(e *Found) error {
	keeper, err := folder.Open(folder.Options{Dir: d.dir})
	if err != nil {
		return err
	}
	defer keeper.Close()
	if err = keeper.Delete(e.Name); errors.Is(err, store.ErrGone) {
		err = os.Remove(e.Path) // one in which nothing stands
	}
	if errors.Is(err, disk.ErrInUse) {
		return d.busy
	}
	return disk.Classify(err)
}
