package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/characters/strictyaml"
)

// The limits of the documents that are read together: far more than anybody
// plays with.
const (
	MaxFiles = 1000
	MaxBytes = 16 << 20
)

// ErrTooMuch says that there is more than MaxFiles and MaxBytes allow.
var ErrTooMuch = fmt.Errorf("that is too much: at most %d files with %d bytes together are read", MaxFiles, MaxBytes)

// Folder is a folder of documents as a file system. Its files are read with the
// limit of a document, and only regular ones are.
type Folder struct {
	dir string
	fs.FS
}

// NewFolder returns the folder of that path.
func NewFolder(dir string) Folder { return Folder{dir, os.DirFS(dir)} }

// Path returns the path of one of its files, whose name has slashes.
func (f Folder) Path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// ReadFile reads a file.
func (f Folder) ReadFile(name string) ([]byte, error) {
	return ReadRegular(f.Path(name), strictyaml.MaxDocument)
}

// ReadDir lists a folder in it.
func (f Folder) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(f.FS, name) }

// Stat describes a file.
func (f Folder) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// YAML returns the names of its YAML files in some folders, which need not be
// there. The error matches ErrTooMuch.
func (f Folder) YAML(folders ...string) ([]string, error) {
	var names []string
	var sum Sum
	for _, folder := range folders {
		pattern := folder + "/*.yaml"
		if folder == "." {
			pattern = "*.yaml"
		}
		found, err := fs.Glob(f, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			size := int64(0)
			if info, err := f.Stat(name); err == nil {
				size = info.Size()
			}
			if err := sum.Add(size); err != nil {
				return nil, fmt.Errorf("%s: %w", f.dir, err)
			}
		}
		names = append(names, found...)
	}
	return names, nil
}

// Sum is how much has been read together.
type Sum struct {
	files int
	bytes int64
}

// Add counts a file of so many bytes. The error matches ErrTooMuch.
func (s *Sum) Add(size int64) error {
	s.files++
	s.bytes += size
	if s.files > MaxFiles || s.bytes > MaxBytes {
		return ErrTooMuch
	}
	return nil
}
