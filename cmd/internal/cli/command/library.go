package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
)

// loadLibrary loads the built-in chapters and characters, and the files in a folder of the user, if
// one is named.
func loadLibrary(dir string) (*chapters.Library, error) {
	if dir == "" {
		return chapters.Default(), nil
	}
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	lib, err := chapters.Load(os.DirFS(dir))
	if err != nil {
		return nil, PlaceErrors(err, dir)
	}
	return lib, nil
}

// checkFolder returns an error for a folder without anything to load, which would otherwise be
// ignored silently.
func checkFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("--chapters %s: %w", dir, disk.WithoutPath(err))
	} else if !info.IsDir() {
		return fmt.Errorf("--chapters %s is not a folder; name the folder that contains %s", dir,
			strings.Join(characters.Folders, ", "))
	}
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("--chapters %s: %w", dir, disk.WithoutPath(err))
	}
	if files := strictyaml.ReadFiles(os.DirFS(dir), characters.Folders...); len(files) > 0 {
		return nil
	}
	return fmt.Errorf("--chapters %s: there are no .yaml files in its folders %s", dir,
		strings.Join(characters.Folders, ", "))
}

// PlaceErrors puts the folder before the names of files in errors, so that an editor finds the
// files.
func PlaceErrors(err error, dir string) error {
	eachError(err, func(e *strictyaml.Error) {
		file := filepath.Join(dir, filepath.FromSlash(e.File))
		if _, missing := os.Lstat(file); missing == nil {
			e.File = file
		}
	})
	return err
}

// eachError calls f for every error of a type within err, but not for errors wrapped in another one
// of that type.
func eachError[E error](err error, f func(E)) {
	switch e := err.(type) { //nolint:errorlint // this walks the tree itself
	case E:
		f(e)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			eachError(inner, f)
		}
	case interface{ Unwrap() error }:
		eachError(e.Unwrap(), f)
	}
}
