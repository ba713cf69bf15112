package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Pending is a file that is written beside its place, and moved there once it is whole.
type Pending struct {
	file *os.File
}

// Begin creates a file in a folder, which it creates if necessary. Others may read the file as far
// as the umask allows.
func Begin(dir string) (*Pending, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil { //nolint:gosec // a person has named it
		return nil, Classify(err)
	}
	path := filepath.Join(dir, fmt.Sprintf(".fellowship-%016x", rand.Uint64()))
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // as above
	if err != nil {
		return nil, Classify(err)
	}
	return &Pending{f}, nil
}

// Write appends to the file.
func (p *Pending) Write(data []byte) (int, error) {
	n, err := p.file.Write(data)
	return n, Classify(err)
}

// Finish ends the writing and waits until the disk has everything.
func (p *Pending) Finish() error {
	return Classify(errors.Join(p.file.Sync(), p.file.Close()))
}

// Place moves the file to its place and replaces a file that is there already.
func (p *Pending) Place(path string) error {
	if err := os.Rename(p.file.Name(), path); err != nil {
		return Classify(err)
	}
	SyncFolder(filepath.Dir(path))
	return nil
}

// Discard removes the file unless it was moved to its place.
func (p *Pending) Discard() {
	_ = p.file.Close()
	_ = os.Remove(p.file.Name())
}

// FileHasPrefix reports whether a file begins with a text. It reports false for a missing file.
func FileHasPrefix(path, text string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, Classify(err)
	case !info.Mode().IsRegular():
		return false, nil // a pipe would hang
	}
	f, err := os.Open(path)
	if err != nil {
		return false, Classify(err)
	}
	start := make([]byte, len(text))
	n, err := io.ReadFull(f, start)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return bytes.Equal(start[:n], []byte(text)), errors.Join(err, f.Close())
}
