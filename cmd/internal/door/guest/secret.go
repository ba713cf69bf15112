package guest

import (
	"errors"
	"io/fs"
	"os"
	"runtime"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
)

// Secret returns the content of a file that nobody else may read. Where there is none
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
	if err := disk.Create(path, data); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
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
		return nil, say.Errorf("%s: %w (mode %#o): chmod 600 it, if nobody else has read it, else remove it", path,
			ErrNoSecret, mode)
	}
	return disk.ReadRegular(path, longestSecret)
}

// ErrNoSecret means that a secret can be read by others.
var ErrNoSecret = say.New("others can read this file, but it must be secret")
