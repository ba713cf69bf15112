// Package disk is what the program asks of a file system: its folders, locks, files that are
// added to line by line, and why something could not be written. Nothing of a file is read
// without a limit of its size, and nothing waits for longer than its context: a pipe that
// nobody writes to hangs as long as the person lets it.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"github.com/adrg/xdg"
)

// These are the problems of a file. The errors of this package wrap them.
var (
	ErrInUse    = say.New("another program is writing to this file")
	ErrGone     = say.New("its file was put aside meanwhile, and another one is in its place")
	ErrChanged  = say.New("another program has changed its file meanwhile")
	ErrReadOnly = say.New("nothing can be written there")
	ErrFull     = say.New("the disk is full")
	ErrStrange  = say.New("something else is in the place of the file: a link, a folder, a pipe or a device")
	ErrNoHome   = say.New("there is no folder for it: HOME names none, or one with control characters")
)

// Classify adds what is wrong to an error of the file system.
func Classify(err error) error {
	switch {
	case isFull(err):
		return say.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, fs.ErrPermission), isReadOnly(err):
		return say.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

// State returns a folder below fellowship in the folder for state that the
// platform names, such as $XDG_STATE_HOME; it is empty where there is none,
// because nobody is at home.
func State(name string) string {
	return pathIn(platform(&xdg.StateHome), "XDG_STATE_HOME", name)
}

// Config is State for settings, such as in $XDG_CONFIG_HOME.
func Config(name string) string {
	return pathIn(platform(&xdg.ConfigHome), "XDG_CONFIG_HOME", name)
}

// reloading is held while the library's folders change.
var reloading sync.Mutex

// platform returns one of the library's folders by the environment of now, which may have changed
// since the program began.
func platform(folder *string) string {
	reloading.Lock()
	defer reloading.Unlock()
	xdg.Reload()
	return *folder
}

// pathIn returns a path in a folder that either the variable names or lies at
// home. Without a home the platform's folders would begin at the root. Paths are
// shown to people, so a folder with hidden characters in its name is none.
func pathIn(folder, variable, name string) string {
	home, err := os.UserHomeDir()
	homeless := runtime.GOOS != "windows" && (err != nil || !filepath.IsAbs(home))
	if folder == "" || homeless && folder != os.Getenv(variable) || strings.ContainsFunc(folder, strictyaml.Hidden) {
		return ""
	}
	return filepath.Join(folder, "fellowship", name)
}

// OpenOwn opens a file in a folder of the program's own, with the flags of
// os.OpenFile. Anything but a regular file was put there by somebody else, and is
// refused (ErrStrange) without being opened: a link would lead out of the folder, a pipe
// would hang.
func OpenOwn(path string, flag int) (*os.File, error) {
	strange := &fs.PathError{Op: "open", Path: path, Err: ErrStrange}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, strange
	}
	// It may have been put there just now.
	f, err := os.OpenFile(path, flag|noFollow, 0o600)
	if err != nil {
		if isLink(err) {
			return nil, strange
		}
		return nil, Classify(err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = strange
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CheckVacant reports why no new file could be written at a path, nil if one could.
// Nothing is left there.
func CheckVacant(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Classify(err)
	}
	return errors.Join(f.Close(), os.Remove(path))
}

// CheckWritable reports why a file could not be written, be it there already or new,
// nil if it could. Nothing in it is changed. Something else than a regular file,
// such as a pipe that another program reads, shows that only when it is written.
func CheckWritable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return CheckVacant(path)
	}
	if err != nil {
		return Classify(err)
	}
	return f.Close()
}

// WithoutPath leaves out of a file system's error the operation and the path,
// for a message that has named the path already, or goes to somebody who is not to read it.
func WithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
