// Command generate makes the puzzles of the program, into the folder that is its argument.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"fellowship/chapters"
	"fellowship/cmd/internal/puzzle"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string) error {
	lib := chapters.Default()
	var all []puzzle.Puzzle
	for _, c := range lib.Chapters {
		for size := 2; size <= 4; size++ {
			made, err := puzzle.Make(context.Background(), lib, c, size)
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "chapter %s, %d players: %d puzzles\n", c.ID, size, len(made))
			all = append(all, made...)
		}
	}
	var documents, measured bytes.Buffer
	if err := puzzle.Write(&documents, &measured, all); err != nil {
		return err
	}
	for name, data := range map[string][]byte{puzzle.Documents: documents.Bytes(), puzzle.Measured: measured.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
