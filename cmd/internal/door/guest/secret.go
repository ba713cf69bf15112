package guest

import (
	"errors"
	"io/fs"
	"os"
	"runtime"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
)

// Secret returns the content of a file that nobody else may read. If there is no file, it makes one: several programs
// that do so at the same time all get the same content. It refuses a file that others can read, because that is no
// secret.
func Secret(path string, create func() ([]byte, error)) ([]byte, error) {
	data, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, err = create(); err != nil {
		return nil, err
	}
	if err := disk.Create(path, data); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readSecret(path) // our file, or the file of a program that was quicker
}

// longestSecret is the size in bytes of the longest secret.
const longestSecret = 1 << 16

// readSecret reads a secret that only the owner of the file can read.
func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, say.Errorf("%s: %w (mode %#o): run chmod 600 on it, or remove it if others may have read it", path,
			ErrNoSecret, mode)
	}
	return disk.ReadRegular(path, longestSecret)
}

// ErrNoSecret means that a secret can be read by others.
var ErrNoSecret = say.New("others can read this file, but it must be secret")
