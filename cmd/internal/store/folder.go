package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"
)

// folder is where the server of this process keeps its streams. A file in it is
// locked, and another one says that the streams were begun: if they are not there
// then, they are not begun anew in silence.
type folder struct {
	dir  string
	lock *os.File
}

const (
	lockFile  = "lock"
	begunFile = "begun"
)

// openFolder makes the folder if it is not there, and locks it.
func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, say.Errorf("the data folder: %w", disk.Classify(err))
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, say.Errorf("the data folder: %w", disk.Classify(err))
	}
	if err := disk.Lock(lock); err != nil {
		return nil, errors.Join(say.Errorf("the data folder %s: %w", dir, err), lock.Close())
	}
	return &folder{dir: dir, lock: lock}, nil
}

// streams is the folder for the server.
func (f *folder) streams() string { return filepath.Join(f.dir, "streams") }

// mayBegin reports why no stream may be made: there was one.
func (f *folder) mayBegin() error {
	if f == nil {
		return nil
	}
	_, err := os.Lstat(filepath.Join(f.dir, begunFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return disk.Classify(err)
	}
	return say.Errorf("the data folder %s: %w: something was in it, and its streams are not found; put a copy of the folder in its place, or begin with an empty one", f.dir, ErrDamaged)
}

// room reports why nothing can be written here, nil if there is room for some events.
func (f *folder) room() error {
	const some = 1 << 20
	file, err := os.CreateTemp(f.dir, "room")
	if err != nil {
		return disk.Classify(err)
	}
	_, err = file.Write(make([]byte, some))
	return disk.Classify(errors.Join(err, file.Close(), os.Remove(file.Name())))
}

// begun notes that there are streams now.
func (f *folder) begun() error {
	if f == nil {
		return nil
	}
	if err := os.WriteFile(filepath.Join(f.dir, begunFile), nil, 0o600); err != nil {
		return say.Errorf("the data folder: %w", disk.Classify(err))
	}
	disk.SyncFolder(f.dir)
	return nil
}

// close ends the lock.
func (f *folder) close() error {
	if f == nil {
		return nil
	}
	return f.lock.Close()
}
