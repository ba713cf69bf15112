package saves

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/cmd/internal/disk"
)

// enteredFile is the name of the file, beside the folder, with the round of a real table that the person enters.
const enteredFile = "entered-round"

// mostEntered is the size in bytes of the largest such file.
const mostEntered = 1 << 16

// Entered returns the round of a real table that the person enters, as it was kept last; empty if none is kept.
func (f *Folder) Entered() string {
	if f.dir == "" {
		return ""
	}
	text, _ := disk.Read(context.Background(), f.enteredPath(), mostEntered) // what cannot be read is entered anew
	return string(text)
}

// KeepEntered keeps the round of a real table that the person enters, in the place of the one before. An empty text
// removes it.
func (f *Folder) KeepEntered(text string) error {
	if f.dir == "" {
		return disk.ErrNoHome
	}
	if text != "" {
		return disk.Replace(f.enteredPath(), []byte(text))
	}
	if err := os.Remove(f.enteredPath()); !errors.Is(err, fs.ErrNotExist) {
		return disk.Classify(err)
	}
	return nil
}

func (f *Folder) enteredPath() string { return filepath.Join(filepath.Dir(f.dir), enteredFile) }
