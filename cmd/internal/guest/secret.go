package guest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/files"
)

// Secret returns what the file holds that nobody else may read. Where there is none
// it is made, once: of several programs that begin at the same time all get the same.
// A file that others can read is refused, because then it is no secret.
func Secret(path string, create func() ([]byte, error)) ([]byte, error) {
	data, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, err = create(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, disk.Classify(err)
	}
	if err := writeSecret(path, data); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, disk.Classify(err)
	}
	return readSecret(path) // ours, or that of a program that was quicker
}

const longestSecret = 1 << 16

func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, say.Errorf("%s: %w (mode %#o): chmod 600 it, if nobody else has read it, else remove it", path, ErrNoSecret, mode)
	}
	return files.ReadRegular(path, longestSecret)
}

// ErrNoSecret says that a secret can be read by others.
var ErrNoSecret = say.New("others can read this file, but it must be secret")

// writeSecret makes the file, whole or not at all, unless there is one: the error
// is fs.ErrExist then.
func writeSecret(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*") // for its owner only
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		err = writeNew(path, data) // a file system without links
	}
	if err != nil {
		return err
	}
	disk.SyncFolder(filepath.Dir(path))
	return nil
}

// writeNew makes the file under its own name.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}
