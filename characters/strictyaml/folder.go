package strictyaml

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fellowship/characters/say"
)

// The limits of [ReadFiles].
const (
	// MaxFiles is how many entries a folder may have.
	MaxFiles = 1000
	// MaxBytes is how many bytes all files of all folders may have together.
	MaxBytes = 16 << 20
)

// ErrLimit is wrapped by the errors of [ReadFiles] about a folder that holds too much.
var ErrLimit = errors.New("this is too much")

// File is a YAML file in a folder.
type File struct {
	Folder string
	// Name is the path of the file, with its folder.
	Name string
	Data []byte
	// Err is the error of reading or understanding the file, nil if there is none.
	Err error
}

// ID returns the name of the file without its folder and without .yaml.
func (f *File) ID() string { return strings.TrimSuffix(path.Base(f.Name), ".yaml") }

// Parse is [Parse] for the file.
func (f *File) Parse() (*Source, Value) { return Parse(f.Name, f.Data) }

// ReadFiles reads the YAML files of some folders within limits: [MaxFiles] entries of a folder,
// [MaxDocument] bytes of a file, and [MaxBytes] of all files together. It opens regular files
// only, because reading anything else might never end. A missing folder counts as an empty one.
// A folder or file that cannot be read is in the list with an Err of type [*Error].
func ReadFiles(fsys fs.FS, folders ...string) (list []File) {
	bytes := 0
	add := func(folder, name string, data []byte, err error) {
		bytes += len(data)
		if err == nil && bytes > MaxBytes {
			err = fmt.Errorf("%w: all files together may have %d bytes", ErrLimit, MaxBytes)
		}
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		if err != nil {
			err = &Error{File: name, Msg: say.Sprintf("%v", err), Cause: err}
		}
		list = append(list, File{Folder: folder, Name: name, Data: data, Err: err})
	}
	for _, folder := range folders {
		entries, err := entriesOf(fsys, folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			add(folder, folder, nil, err)
		}
		for _, e := range entries {
			if path.Ext(e.Name()) == ".yaml" && bytes <= MaxBytes {
				name := path.Join(folder, e.Name())
				data, err := readFile(fsys, name)
				add(folder, name, data, err)
			}
		}
	}
	return list
}

// entriesOf returns the entries of a folder by name, or an error if there are more than [MaxFiles].
func entriesOf(fsys fs.FS, folder string) ([]fs.DirEntry, error) {
	info, err := fs.Stat(fsys, folder)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, errors.New("this is not a folder")
	}
	dir, err := fsys.Open(folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	list, ok := dir.(fs.ReadDirFile)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	entries, err := list.ReadDir(MaxFiles + 1)
	if len(entries) > MaxFiles {
		return nil, fmt.Errorf("%w: a folder may hold %d files", ErrLimit, MaxFiles)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// readFile reads a regular file. It stops one byte beyond the largest document, because the parser
// then knows that the file is too long.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("this is not a file")
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, MaxDocument+1))
}
