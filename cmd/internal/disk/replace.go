package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Replace writes a whole file, readable only by its owner, and puts it in its place at once: at any
// time there is either the old file or the new one. It creates the folder if necessary.
func Replace(path string, data []byte) error { return put(path, data, 0o600, os.Rename) }

// ReplaceShared is Replace for a file that others may read, as far as the umask allows. Anything
// but a regular file, such as a pipe or a link, is written in place.
func ReplaceShared(path string, data []byte) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return Classify(os.WriteFile(path, data, 0o666)) //nolint:gosec // a person has named it
	}
	return put(path, data, 0o666, os.Rename)
}

// Create is Replace for a new file: the error matches fs.ErrExist if the file exists.
func Create(path string, data []byte) error { return create(path, data, 0o600) }

// CreateShared is Create for a file that others may read, as far as the umask allows.
func CreateShared(path string, data []byte) error { return create(path, data, 0o666) }

func create(path string, data []byte, mode os.FileMode) error {
	return put(path, data, mode, func(whole, path string) error {
		err := os.Link(whole, path)
		if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
			var f *os.File
			if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
				_, err = f.Write(data)
				err = errors.Join(err, f.Sync(), f.Close())
			}
		}
		return errors.Join(err, os.Remove(whole))
	})
}

// put writes a file beside its place, and calls place to move it there.
func put(path string, data []byte, mode os.FileMode, place func(whole, path string) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Classify(err)
	}
	tempName := fmt.Sprintf(".%s-%016x", filepath.Base(path), rand.Uint64())
	f, err := os.OpenFile(filepath.Join(dir, tempName), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return Classify(err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = place(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // where it still is
		return Classify(err)
	}
	SyncFolder(dir)
	return nil
}
