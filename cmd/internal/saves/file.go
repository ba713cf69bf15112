package saves

import (
	"errors"
	"io/fs"
	"os"
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

// Stop notes that the game was ended early (T11), so that it is not offered to
// be continued.
func (f *File) Stop() error {
	mark, err := os.OpenFile(strings.TrimSuffix(f.Path(), extension)+stopMark, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return say.Errorf("saved game %s: %w", f.name, disk.Classify(err))
	}
	return mark.Close()
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
