package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes a file as a whole, for its owner only, and puts it in its place at once:
// whatever happens there is the one before or the new one. Its folder is made where there
// is none.
func Replace(path string, data []byte) error {
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
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(Classify(err), os.Remove(f.Name()))
	}
	SyncFolder(dir)
	return nil
}
