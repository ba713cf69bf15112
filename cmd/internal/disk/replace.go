package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file as a whole, for its owner only, and puts it in its place at once:
// whatever happens there is the one before or the new one. Its folder is made where there
// is none.
func Replace(path string, data []byte) error { return put(path, data, os.Rename) }

// Create is Replace where there is no file yet: the error matches fs.ErrExist where there is.
func Create(path string, data []byte) error {
	return put(path, data, func(whole, path string) error {
		err := os.Link(whole, path)
		if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
			var f *os.File
			if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				_, err = f.Write(data)
				err = errors.Join(err, f.Sync(), f.Close())
			}
		}
		return errors.Join(err, os.Remove(whole))
	})
}

// put writes a file beside its place, which is then put there.
func put(path string, data []byte, there func(whole, path string) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Classify(err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*")
	if err != nil {
		return Classify(err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = there(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // where it still is
		return Classify(err)
	}
	SyncFolder(dir)
	return nil
}
