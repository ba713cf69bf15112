package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/realtable"
)

// RealRound is a round of the real table as it was written down.
type RealRound struct {
	chapters.Document

	// File is where the text is kept.
	File string
	// WriteErr is why the text is not in the file that was named.
	WriteErr error
	// Ambiguity says that other rounds fit the text as well, and how they differ; nil if there is only one.
	Ambiguity error
}

// Typist lets a person type a round of the real table: a full screen, or line by line.
type Typist interface {
	// TypeRound lets the person type a round, beginning with a draft. The error is [context.Canceled] if the
	// person leaves.
	TypeRound(ctx context.Context, draft string) (text string, parsed realtable.Table, err error)
	// Ask asks for one of some answers, and returns its index, -1 for none. The error is [ErrNobodyToAsk] if no
	// person is there.
	Ask(ctx context.Context, question string, answers []string) (int, error)
	// GiveBack gives a text back to the person that could not be saved.
	GiveBack(text string) error
}

// RealTable writes down rounds of the real table, where people have played with cards of paper.
type RealTable struct {
	// Home keeps the rounds and counts them.
	Home *Home
	// Typist lets the person type.
	Typist Typist
}

// Read lets the person type a round, and saves the text: in the file at path, or beside the saved games if path is
// empty or cannot be written. If the file exists, typing begins with its text.
func (r *RealTable) Read(path string) (e RealRound, err error) {
	draft, err := ReadDraft(r.Home.Library, path)
	if err != nil {
		return e, err
	}
	text, parsed, err := r.Typist.TypeRound(r.Home.Ctx, draft)
	if err != nil {
		return e, err
	}
	e.Document = parsed.Rounds[0]
	e.Ambiguity = parsed.Question
	text = strings.TrimRight(text, "\n") + "\n"
	e.File = path
	if path != "" {
		write := disk.ReplaceShared
		if draft == "" {
			write = disk.CreateShared
		}
		e.WriteErr = ExplainWriteError(path, write(path, []byte(text)))
		if e.WriteErr == nil {
			return e, nil
		}
	}
	if e.File, err = saveRealRound([]byte(text)); err == nil {
		return e, nil
	}
	return e, errors.Join(cmp.Or(e.WriteErr, err), r.Typist.GiveBack(text))
}

// ReadDraft returns the text of a round that was begun in a file, "" if the file does not exist or no file is
// named. It fails if the file is something else, or no file can be written there.
func ReadDraft(lib *chapters.Library, file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := disk.Read(context.Background(), file, realtable.MostText)
	if err == nil && realtable.HasHeading(lib, string(text)) {
		return string(text), nil
	}
	return "", ExplainWriteError(file, disk.CheckVacant(file))
}

// ExplainWriteError explains why a round was not written into a file, nil if it was.
func ExplainWriteError(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s already exists, and is not overwritten", file)
	}
	return say.Errorf("the round cannot be written: %s: %w", file, disk.WithoutPath(err))
}

// saveRealRound saves a round in a folder beside the saved games, under the first free name.
func saveRealRound(doc []byte) (string, error) {
	dir := disk.State("entered")
	if dir == "" {
		return "", disk.ErrNoHome
	}
	for n := 1; ; n++ {
		file := filepath.Join(dir, fmt.Sprintf("table-%d.txt", n))
		if err := disk.CreateShared(file, doc); !errors.Is(err, fs.ErrExist) {
			return file, ExplainWriteError(file, err)
		}
	}
}
