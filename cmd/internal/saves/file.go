package saves

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"
)

// File is the file of a game being played. It is locked until Close.
type File struct {
	*disk.Log
	name string
}

// newFile returns the file of a game; size is the end of its last whole line.
func newFile(name string, f *os.File, size int64) *File {
	log := disk.NewLog(f, size)
	log.Sync = true
	return &File{Log: log, name: name}
}

// Name returns the game's name.
func (f *File) Name() string { return f.name }

// Append writes a line, unless the game would be too long to be read again
// (ErrTooLong).
func (f *File) Append(line []byte) error {
	if f.Size()+int64(len(line)) > chapters.MaxRecord {
		return ErrTooLong
	}
	return f.Log.Append(line)
}

// SetStopped notes that the game was ended early (T11), so that it is not offered to
// be continued, or that it goes on after all.
func (f *File) SetStopped(is bool) error {
	name := strings.TrimSuffix(f.Path(), extension) + stopMark
	var err error
	if is {
		var mark *os.File
		if mark, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			err = mark.Close()
		}
	} else {
		err = os.Remove(name)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
		return say.Errorf("saved game %s: %w", f.name, disk.Classify(err))
	}
	disk.SyncFolder(filepath.Dir(name))
	return nil
}

// Keep sees to it that the game is saved, also where its file was deleted while
// it was played. The error matches disk.ErrGone where another file has taken its
// place.
func (f *File) Keep() error {
	if err := f.Log.Keep(); err != nil {
		return say.Errorf("saved game %s: %w", f.name, err)
	}
	return nil
}

// Discard closes a new game that could not be begun, and removes its file.
func (f *File) Discard() error { return errors.Join(os.Remove(f.Path()), f.Close()) }
