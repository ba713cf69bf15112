package saves

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"
)

// Entry is a file of a folder, not read yet.
type Entry struct {
	// Name is the file's name without its extension.
	Name     string
	Path     string
	Modified time.Time
}

// makeFolder makes a folder where there is none.
func makeFolder(dir string) error {
	if dir == "" {
		return disk.ErrNoHome
	}
	return disk.Classify(os.MkdirAll(dir, 0o700))
}

// lock locks the file against other programs. Busy is the error where one of them
// has it.
func lock(f *os.File, busy error) error {
	err := disk.Lock(f)
	if errors.Is(err, disk.ErrInUse) {
		return busy
	}
	return err
}

// entries lists the files of an extension in a folder, the one written last
// first; a folder that is not there has none. What names the folder's files.
// Those whose names are not valid are strange, and not among them.
func entries(dir, extension string, what say.Word, valid func(string) bool) (list []Entry, strange []string, err error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, say.Errorf("the folder of the %s: %w", what, err)
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), extension)
		info, err := f.Info()
		if !ok || err != nil || !info.Mode().IsRegular() {
			continue
		}
		if !valid(name) {
			strange = append(strange, f.Name())
			continue
		}
		list = append(list, Entry{Name: name, Path: filepath.Join(dir, f.Name()), Modified: info.ModTime()})
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	return list, strange, nil
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
