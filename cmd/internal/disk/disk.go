// Package disk wraps the file system: folders, locks, files to which lines are appended, and the
// reasons why something could not be written. It reads no file without a limit of its size, and
// waits for nothing longer than its context allows: a pipe to which nobody writes hangs only as
// long as the person lets it.
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

// The problems of files. The errors of this package wrap them.
var (
	ErrInUse    = say.New("another program is writing to this file")
	ErrGone     = say.New("its file was moved aside in the meantime, and another one is in its place")
	ErrChanged  = say.New("another program has changed its file in the meantime")
	ErrReadOnly = here(say.New("nothing can be written there"), say.New("this browser stores nothing here any more"))
	ErrFull     = here(say.New("the disk is full"), say.New("the storage of this browser is full"))
	ErrStrange  = say.New("something else is in the place of the file: a link, a folder, a pipe or a device")
	ErrNoHome   = say.New("there is no folder for it: HOME is not set, or contains control characters")
)

// here returns a problem as it is known on this machine, or to somebody who has the game in a browser.
func here(onMachine, inBrowser error) error {
	if runtime.GOOS == "js" {
		return inBrowser
	}
	return onMachine
}

// Classify wraps an error of the file system together with the problem that it means.
func Classify(err error) error {
	switch {
	case errors.Is(err, ErrFull), errors.Is(err, ErrReadOnly): // it says so already
		return err
	case isFull(err):
		return because(ErrFull, err)
	case errors.Is(err, fs.ErrPermission), isReadOnly(err):
		return because(ErrReadOnly, err)
	}
	return err
}

// because returns a problem together with the error of the file system that means it. In a browser it returns the
// problem alone, because the paths of files there mean nothing to people.
func because(problem, err error) error {
	if runtime.GOOS == "js" {
		return problem
	}
	return say.Errorf("%w: %w", problem, err)
}

// State returns a path below fellowship in the platform's folder for state, such as
// $XDG_STATE_HOME. It is empty if there is no such folder, because the user has no home.
func State(name string) string {
	return pathIn(platform(&xdg.StateHome), "XDG_STATE_HOME", name)
}

// Config is [State] for settings, such as in $XDG_CONFIG_HOME.
func Config(name string) string {
	return pathIn(platform(&xdg.ConfigHome), "XDG_CONFIG_HOME", name)
}

// reloading guards the library's folders while they change.
var reloading sync.Mutex

// platform returns one of the library's folders for the current environment, which may have changed
// since the program began.
func platform(folder *string) string {
	reloading.Lock()
	defer reloading.Unlock()
	xdg.Reload()
	return *folder
}

// pathIn returns a path in the folder that a variable names, or else in the home folder. Without a
// home the platform's folders would begin at the root, so the path is empty then. It is also empty
// for a folder with invisible characters in its name, because paths are shown to people.
func pathIn(folder, variable, name string) string {
	home, err := os.UserHomeDir()
	homeless := runtime.GOOS != "windows" && (err != nil || !filepath.IsAbs(home))
	if folder == "" || homeless && folder != os.Getenv(variable) || strings.ContainsFunc(folder, strictyaml.Hidden) {
		return ""
	}
	return filepath.Join(folder, "fellowship", name)
}

// OpenOwn opens a file in a folder of the program, with the flags of os.OpenFile. Anything but a
// regular file was put there by somebody else and is refused (ErrStrange) without being opened: a
// link would lead out of the folder, a pipe would hang.
func OpenOwn(path string, flag int) (*os.File, error) {
	strange := &fs.PathError{Op: "open", Path: path, Err: ErrStrange}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, strange
	}
	// Somebody may have put it there just now.
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

// CheckVacant returns why no new file can be written at a path, nil if one can. It leaves nothing
// behind.
func CheckVacant(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Classify(err)
	}
	return errors.Join(f.Close(), os.Remove(path))
}

// CheckWritable returns why a file, new or existing, cannot be written, nil if it can. It changes
// nothing in the file. A problem of anything but a regular file, such as a pipe to another program,
// shows only when it is written.
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

// WithoutPath removes the operation and the path from an error of the file system, for a message
// that has named the path already, or for a reader who must not see it.
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
