package saves

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// File is the file of a game being played. It is locked until Close.
type File struct {
	file *os.File
	name string
	// size is the end of the last whole line. With torn set there is something
	// behind it; with unended set the line's newline is missing.
	size    int64
	torn    bool
	unended bool
}

// Name returns the game's name.
func (f *File) Name() string { return f.name }

// Path returns where the file is.
func (f *File) Path() string { return f.file.Name() }

// Append writes a line and waits until the disk has it. When that fails the
// file stays as it was, and Append may be tried again. Errors match ErrFull or
// ErrReadOnly where that is the reason.
func (f *File) Append(line []byte) error {
	if f.torn {
		if err := f.file.Truncate(f.size); err != nil {
			return classify(err)
		}
		f.torn = false
	}
	if f.unended {
		line = append([]byte{'\n'}, line...)
	}
	_, err := f.file.WriteAt(line, f.size)
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		// Take back what may have been written, now or at the next attempt.
		f.torn = f.file.Truncate(f.size) != nil
		return classify(err)
	}
	f.size, f.unended = f.size+int64(len(line)), false
	return nil
}

// Stop notes that the game was ended early (T11), so that it is not offered to
// be continued.
func (f *File) Stop() error {
	mark, err := os.Create(strings.TrimSuffix(f.Path(), extension) + stopMark)
	if err != nil {
		return fmt.Errorf("saved game %s: %w", f.name, classify(err))
	}
	return mark.Close()
}

// Discard closes a new game that could not be begun, and removes its file.
func (f *File) Discard() error {
	path := f.Path()
	return errors.Join(os.Remove(path), f.Close())
}

// Close ends the lock.
func (f *File) Close() error { return f.file.Close() }
