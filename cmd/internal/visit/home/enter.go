package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/dealform"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/texts"
)

// enter takes a deal from the real table, keeps it with the saved games, and goes on to
// step through it.
func (h *Home) enter() error {
	pos, file, _, err := h.Enter("")
	if err != nil {
		if errors.Is(err, context.Canceled) && h.Ctx.Err() == nil {
			return nil // the person has left the form
		}
		return err
	}
	h.farewell("entry.written", strictyaml.Visible(file))
	return h.StepThrough(pos, solveLimit)
}

// Enter takes a deal from the real table, typed, and keeps it: in the file of that name, or beside the
// saved games where there is none, or it cannot be written for the reason that is returned.
func (h *Home) Enter(named string) (pos chapters.Position, file string, unwritten, err error) {
	if pos, err = h.typed(dealform.New(h.Lib, h.Texts())); err != nil {
		return pos, "", nil, err
	}
	doc, err := pos.YAML()
	if err != nil {
		return pos, "", nil, say.Internal(err)
	}
	if named != "" {
		if unwritten = Unwritable(named, writeNew(named, doc)); unwritten == nil {
			return pos, named, nil, nil
		}
	}
	if file, err = keepEntered(doc); err == nil {
		return pos, file, unwritten, nil
	}
	// The typed text is not lost: it is on the screen, from the menu when that ends.
	if h.Place != nil {
		h.parts(func(*texts.Texts) string { return string(doc) })
		return pos, "", unwritten, err
	}
	_, lost := h.Out.Write(doc)
	return pos, "", unwritten, errors.Join(cmp.Or(unwritten, err), lost)
}

// typed fills the form in, on the screen where there is one.
func (h *Home) typed(form *dealform.Form) (chapters.Position, error) {
	if h.OnScreen() {
		pos, ok, err := h.Place.Enter(form)
		if err == nil && !ok {
			err = context.Canceled
		}
		return pos, err
	}
	out := h.Out
	if h.ASCII {
		out = texts.ASCII(out)
	}
	return dealform.Ask(form, h.answers(h.Ctx, h.In), out)
}

// Unwritable says why a position was not written into a file.
func Unwritable(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s is there already, and is not overwritten", file)
	}
	return say.Errorf("the position cannot be written: %s: %w", file, disk.WithoutPath(err))
}

// writeNew writes a new file, or none.
func writeNew(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return disk.Classify(err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(disk.Classify(err), os.Remove(name))
	}
	return nil
}

// keepEntered keeps a position in a folder beside the saved games, under the first name that is
// free.
func keepEntered(doc []byte) (string, error) {
	dir := disk.State("entered")
	if dir == "" {
		return "", disk.ErrNoHome
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", disk.Classify(err)
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("table-%d.yaml", n)
		err := writeNew(filepath.Join(dir, name), doc)
		if !errors.Is(err, fs.ErrExist) {
			return filepath.Join(dir, name), Unwritable(name, err)
		}
	}
}
