package measure

import (
	"bytes"
	"errors"
	"os"

	"fellowship/cmd/internal/disk"
)

// File is the file that a measurement is kept in: at its end it is where it was.
type File struct {
	*disk.Log
	// head is its first line.
	head []byte
}

// open opens the file of a measurement whose first line is head, and reads the lines that are
// there. Fits refuses the first line of a measurement that cannot be gone on with. What is
// measured will be added, each unit before the next one counts as done.
func open[H, L any](name string, head H, fits func(*H) error, check func(*L) error) (f File, lines []L, err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return f, nil, errors.New("this file cannot be read a second time")
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // as far as the umask lets it
	if err != nil {
		return f, nil, disk.Classify(err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	if err := disk.Lock(file); err != nil {
		return f, nil, err
	}
	first, err := line(nil, head)
	if err != nil {
		return f, nil, err
	}
	was, err := read(file, fits, check)
	if begun := bytes.TrimRight(was.torn, "\x00"); errors.Is(err, errEmpty) && bytes.HasPrefix(first, begun) {
		f = File{disk.NewLog(file, 0), first}
		return f, nil, f.Append(first)
	}
	return File{disk.NewLog(file, was.size), was.top}, was.lines, err
}

// Close ends the lock.
func (f File) Close() error { return errors.Join(f.Keep(), f.Log.Close()) }

// add writes a line, or leaves the file as it was.
func (f File) add(what any) error {
	text, err := line(f.head, what)
	if err == nil {
		err = f.Append(text)
	}
	return err
}
