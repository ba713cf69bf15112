package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
)

// enter takes a round of the real table, keeps it with the saved games, and goes on to look through it.
func (h *Home) enter() error {
	e, err := h.Enter("")
	if err != nil {
		if errors.Is(err, context.Canceled) && h.Ctx.Err() == nil {
			return nil // the person has left the form
		}
		return err
	}
	h.farewell("real.written", strictyaml.Visible(e.File))
	return h.LookThrough(e, solveLimit)
}

// Entered is a round of the real table as it was written down.
type Entered struct {
	chapters.Document
	// File is where the text is kept, and Unwritten why it is not in the file that was named.
	File      string
	Unwritten error
	// Several tells that other rounds fit as well, and what tells them apart; nil where none do.
	Several error
}

// Enter takes a round of the real table, typed, and keeps it: in the file of that name, with which it
// begins if there is one already, or beside the saved games where there is none, or it cannot be written.
func (h *Home) Enter(named string) (e Entered, err error) {
	begun, err := Begun(named)
	if err != nil {
		return e, err
	}
	text, got, err := h.typed(begun)
	if err != nil {
		return e, err
	}
	e.Document, e.Several, text = got.Rounds[0], got.Question, strings.TrimRight(text, "\n")+"\n"
	if e.File = named; named != "" {
		write := disk.ReplaceShared
		if begun == "" {
			write = disk.CreateShared
		}
		if e.Unwritten = Unwritable(named, write(named, []byte(text))); e.Unwritten == nil {
			return e, nil
		}
	}
	if e.File, err = keepEntered([]byte(text)); err == nil {
		return e, nil
	}
	// The typed text is not lost: it is on the screen, from the menu when that ends.
	if h.Place != nil {
		h.parts(func(*texts.Texts) string { return text })
		return e, err
	}
	_, lost := io.WriteString(h.Out, text)
	return e, errors.Join(cmp.Or(e.Unwritten, err), lost)
}

// Begun returns the text of a round that was begun in a file, empty where there is no such file. It is
// an error if there is another one, or none can be written there.
func Begun(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	if text, err := disk.Read(context.Background(), file, realtable.MostText); err == nil && realtable.IsNote(text) {
		return string(text), nil
	}
	return "", Unwritable(file, disk.Vacant(file))
}

// typed takes a round down, on the screen where there is one.
func (h *Home) typed(begun string) (text string, got realtable.Table, err error) {
	if h.OnScreen() {
		text, got, ok, err := h.Place.Enter(h.Lib, begun)
		if err == nil && !ok {
			err = context.Canceled
		}
		return text, got, err
	}
	out := h.Out
	if h.ASCII {
		out = texts.ASCII(out)
	}
	return realtable.Ask(h.Lib, h.Texts(), begun, h.answers(h.Ctx, h.In), out)
}

// LookThrough looks through the round on the screen, or through a way to win a position.
func (h *Home) LookThrough(e Entered, limit time.Duration) error {
	if !e.IsRecord {
		return h.StepThrough(e.Position, limit)
	}
	note := ""
	if e.Several != nil {
		note = h.Texts().Problem(e.Several)
	}
	return h.look(e.Record, note, 0)
}

// Unwritable says why a round was not written into a file.
func Unwritable(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s is there already, and is not overwritten", file)
	}
	return say.Errorf("the round cannot be written: %s: %w", file, disk.WithoutPath(err))
}

// keepEntered keeps a round in a folder beside the saved games, under the first name that is
// free.
func keepEntered(doc []byte) (string, error) {
	dir := disk.State("entered")
	if dir == "" {
		return "", disk.ErrNoHome
	}
	for n := 1; ; n++ {
		file := filepath.Join(dir, fmt.Sprintf("table-%d.txt", n))
		if err := disk.CreateShared(file, doc); !errors.Is(err, fs.ErrExist) {
			return file, Unwritable(file, err)
		}
	}
}
