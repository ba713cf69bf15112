// Package work keeps a long measurement in a file, so that it goes on where it was, and
// shares it among machines.
package work

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"fellowship/cmd/internal/disk"
	"fellowship/solver/units"
)

// Open opens the file that a measurement is kept in. Head is the first line of a measurement that
// begins. Read reads what one has left there, as far as so many bytes, and refuses what
// it cannot go on from. Whatever is measured will be added, each unit before the next
// one counts as done.
func Open(name string, head any, read func(io.Reader) (size int64, err error)) (File, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return File{}, errors.New("this file cannot be read a second time")
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // as far as the umask lets it
	if err != nil {
		return File{}, disk.Classify(err)
	}
	kept, err := readState(file, head, read)
	if err != nil {
		return File{}, errors.Join(err, file.Close())
	}
	return kept, nil
}

// File is the file of a measurement: at its end it is where it was.
type File struct {
	*disk.Log
	// head is its first line.
	head []byte
}

// Close ends the lock.
func (f File) Close() error { return errors.Join(f.Keep(), f.Log.Close()) }

// Add writes a line, or leaves the file as it was.
func (f File) Add(what any) error {
	line, err := units.Line(f.head, what)
	if err == nil {
		err = f.Append(line)
	}
	return err
}

// readState locks the file, reads what is in it and makes it ready for the next
// line. A unit cut off by a crash counts as not measured.
func readState(file *os.File, head any, read func(io.Reader) (size int64, err error)) (File, error) {
	if err := disk.Lock(file); err != nil {
		return File{}, err
	}
	first, err := units.Line(nil, head)
	if err != nil {
		return File{}, err
	}
	if begun, err := barelyBegun(file, first); err != nil || begun {
		log := disk.NewLog(file, 0)
		return File{log, first}, errors.Join(err, log.Append(first))
	}
	size, err := read(file)
	if err != nil {
		return File{}, err
	}
	top, err := bufio.NewReader(io.NewSectionReader(file, 0, units.MaxLine)).ReadBytes('\n')
	return File{disk.NewLog(file, size), top}, err
}

// barelyBegun reports whether a file holds nothing, or no more of its first line
// than a crash has left there, with zeros behind it where data did not arrive.
func barelyBegun(file *os.File, first []byte) (bool, error) {
	data, err := io.ReadAll(io.NewSectionReader(file, 0, 1<<20))
	data = bytes.TrimRight(data, "\x00")
	return len(data) < len(first) && bytes.HasPrefix(first, data), err
}
