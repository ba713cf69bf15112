// Command docs writes the files in docs/ that are made from the program
// itself: the schemas for editors (schema.go) and the picture of the screen
// (picture.go). `make generate` runs it, and a test tells when it has to be run
// again.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"fellowship/chapters"
)

//go:generate go run . ../../..

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: docs FOLDER-OF-THE-MODULE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// write writes every generated file below the module's folder.
func write(module string) error {
	files, err := generate(module)
	if err != nil {
		return err
	}
	for name, data := range files {
		name = filepath.Join(module, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the generated files by their paths from the module's folder.
func generate(module string) (map[string][]byte, error) {
	lib := chapters.Default()
	files := map[string][]byte{}
	for name, schema := range map[string]object{"character": characterSchema(lib), "chapter": chapterSchema(lib), "gift": giftSchema(lib), "position": positionSchema(lib)} {
		text, err := encode(schema)
		if err != nil {
			return nil, err
		}
		files["docs/schema/"+name+".schema.json"] = text
	}
	frame, err := os.ReadFile(filepath.Join(module, frameFile))
	if err != nil {
		return nil, err
	}
	if files["docs/play.svg"], err = picture(string(frame)); err != nil {
		return nil, fmt.Errorf("%s: %w", frameFile, err)
	}
	text, err := os.ReadFile(filepath.Join(module, filmFile))
	if err != nil {
		return nil, err
	}
	frames, err := stills(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filmFile, err)
	}
	if files["docs/film.svg"], err = film(frames); err != nil {
		return nil, fmt.Errorf("%s: %w", filmFile, err)
	}
	return files, nil
}
