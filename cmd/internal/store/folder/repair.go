package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// Repair makes the file of a damaged table end after its last readable event, so that the table goes on from there.
// It first copies the whole file to another one in the folder, and returns the path of the copy. Nothing changes if no
// event can be read: the error then matches [store.ErrDamaged]. The error matches [disk.ErrInUse] while another
// process has the table open.
func (s *Store) Repair(table string) (copied string, err error) {
	path, err := s.path(table)
	if err != nil {
		return "", err
	}
	f, err := s.file(table, path, os.O_RDWR)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := disk.Lock(f); err != nil {
		return "", err
	}
	// What was seen of the table before does not count: the person goes on with what is there now.
	c, err := scan(f, table, func(store.Event) {}, state{})
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return "", err
	}
	if c.number == 0 {
		if err == nil {
			err = c.damage(table, store.Cut, errMissing)
		}
		return "", err
	}
	if copied, err = copyDamaged(f, path); err != nil {
		return "", err
	}
	if err := errors.Join(f.Truncate(c.size), f.Sync()); err != nil {
		return copied, disk.Classify(err)
	}
	s.mu.Lock()
	s.seen[table] = c.state
	delete(s.damaged, table)
	s.mu.Unlock()
	return copied, s.writeMark(table, c.state)
}

// copyDamaged copies the file of a damaged table to a new file beside it, and returns its path.
func copyDamaged(f *os.File, path string) (copied string, err error) {
	var out *os.File
	for n := 1; out == nil; n++ {
		copied = fmt.Sprintf("%s.damaged-%d", path, n)
		out, err = os.OpenFile(copied, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return "", disk.Classify(err)
		}
	}
	info, err := f.Stat()
	if err == nil {
		_, err = io.Copy(out, io.NewSectionReader(f, 0, info.Size()))
	}
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return "", disk.Classify(errors.Join(err, os.Remove(copied)))
	}
	disk.SyncFolder(filepath.Dir(path))
	return copied, nil
}
