package characters

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// The most that a folder of a person's own files may hold: files in one folder,
// and bytes in all of them together.
const (
	MaxFiles = 1000
	MaxBytes = 16 << 20
)

// ErrLimit is wrapped by the errors of [Limited] about a folder that holds too much.
var ErrLimit = say.New("this is too much")

// Limited returns a file system that reads no more than [MaxFiles] entries of a folder, the size of
// a document of one file, and [MaxBytes] of all files together. It opens regular files only,
// because reading anything else might never end. Its errors are of type [*strictyaml.Error].
func Limited(fsys fs.FS) fs.FS {
	if l, ok := fsys.(*limited); ok {
		return l
	}
	return &limited{FS: fsys}
}

type limited struct {
	fs.FS
	bytes int // read so far
}

// fileError is what is wrong with a file as a whole.
func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err == nil {
		return nil
	}
	return &strictyaml.Error{File: name, Msg: say.Sprintf("%v", err), Cause: err}
}

// ReadDir reads a folder, in the order of the names.
func (l *limited) ReadDir(name string) (entries []fs.DirEntry, err error) {
	defer func() { err = fileError(name, err) }()
	info, err := fs.Stat(l.FS, name)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, say.New("this is not a folder")
	}
	dir, err := l.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	list, ok := dir.(fs.ReadDirFile)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	entries, err = list.ReadDir(MaxFiles + 1)
	if len(entries) > MaxFiles {
		return nil, say.Errorf("%w: a folder may hold %d files", ErrLimit, MaxFiles)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// ReadFile reads a file up to one byte more than a document may have, which is enough to find
// it too long.
func (l *limited) ReadFile(name string) (data []byte, err error) {
	defer func() { err = fileError(name, err) }()
	info, err := fs.Stat(l.FS, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, say.New("this is not a file")
	}
	file, err := l.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err = io.ReadAll(io.LimitReader(file, strictyaml.MaxDocument+1))
	if err != nil {
		return nil, err
	}
	if l.bytes += len(data); l.bytes > MaxBytes {
		return nil, say.Errorf("%w: all files together may have %d bytes", ErrLimit, MaxBytes)
	}
	return data, nil
}

// Files lists the YAML files of a folder; one that is not there has none.
func Files(fsys fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if path.Ext(e.Name()) == ".yaml" {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	return names, err
}

// Folder is a folder of YAML files, and what reads one of them.
type Folder struct {
	Name string
	Read func(fsys fs.FS, name string, data []byte) error
}

// ReadFiles reads all files of some folders in each of the file systems. It returns all
// errors. After [ErrLimit] it reads no more.
func ReadFiles(systems []fs.FS, folders []Folder) error {
	var errs []error
	for _, fsys := range systems {
		for _, dir := range folders {
			names, err := Files(fsys, dir.Name)
			errs = append(errs, err)
			for _, name := range names {
				data, err := fs.ReadFile(fsys, name)
				if err == nil {
					err = dir.Read(fsys, name, data)
				}
				if errs = append(errs, err); errors.Is(err, ErrLimit) {
					return errors.Join(errs...)
				}
			}
		}
	}
	return errors.Join(errs...)
}
