package saves

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
)

// Entry is a file of a folder, not read yet.
type Entry struct {
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

// makeFolder makes a folder where there is none.
func makeFolder(dir string, what say.Word) error {
	err := disk.ErrNoHome
	if dir != "" {
		err = disk.Classify(os.MkdirAll(dir, 0o700))
	}
	if err != nil {
		return say.Errorf("the folder of the %s: %w", what, err)
	}
	return nil
}

// entries lists the files of some extensions in a folder, the one written last
// first; a folder that is not there has none. Of those with one name the first extension
// counts. What names the folder's files. Those whose names are not valid are strange, and
// not among them.
func entries(dir string, what say.Word, valid func(string) bool, extensions ...string) (list []Entry, strange []string, err error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, say.Errorf("the folder of the %s: %w", what, err)
	}
	seen := map[string]bool{}
	for _, extension := range extensions {
		for _, f := range files {
			name, ok := strings.CutSuffix(f.Name(), extension)
			info, err := f.Info()
			switch {
			case !ok || err != nil || !info.Mode().IsRegular() || seen[name]:
			case !valid(name):
				strange = append(strange, f.Name())
			default:
				seen[name] = true
				list = append(list, Entry{Name: name, Path: filepath.Join(dir, f.Name()), Modified: info.ModTime()})
			}
		}
	}
	return lastFirst(list), strange, nil
}

// lastFirst sorts files: the one written last comes first.
func lastFirst(list []Entry) []Entry {
	slices.SortStableFunc(list, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	return list
}

// eachOf returns what is found of each file when its turn comes: there may be many, and large
// ones.
func eachOf[T any](list []Entry, look func(Entry) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, e := range list {
			if !yield(look(e)) {
				return
			}
		}
	}
}

// named returns the file of a name.
func named(list []Entry, name string) (Entry, bool) {
	i := slices.IndexFunc(list, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return list[i], true
}

// events reads the log of a table without locking it.
func events(opts folder.Options, name string) ([]store.Event, error) {
	keeper, err := folder.Open(opts)
	if err != nil {
		return nil, err
	}
	defer keeper.Close()
	return keeper.Read(context.Background(), name)
}

// namesOf returns the names of files, in their order.
func namesOf(list []Entry) []string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return names
}

// hint asks whether a name that is near was meant; it is empty if none is.
func hint(name string, list []Entry) say.Text { return strictyaml.DidYouMean(name, namesOf(list)) }
