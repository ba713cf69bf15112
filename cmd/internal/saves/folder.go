package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/characters/strictyaml"
)

// Entry is a file of a folder, not read yet.
type Entry struct {
	// Name is the file's name without its extension.
	Name     string
	Path     string
	Modified time.Time
}

// entries lists the files of an extension in a folder, the one written last
// first; a folder that is not there has none. What names the folder's files.
func entries(dir, extension, what string) ([]Entry, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of the %s: %w", what, err)
	}
	var list []Entry
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), extension)
		info, err := f.Info()
		if !ok || err != nil || !info.Mode().IsRegular() {
			continue
		}
		list = append(list, Entry{Name: name, Path: filepath.Join(dir, f.Name()), Modified: info.ModTime()})
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	return list, nil
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
func hint(name string, list []Entry) string {
	near := strictyaml.Suggest(name, namesOf(list))
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", near)
}
