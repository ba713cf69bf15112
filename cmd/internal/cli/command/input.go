package command

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"github.com/spf13/cobra"
)

// stdinName is the name of the standard input in errors.
const stdinName = "stdin"

// ReadDocuments reads position documents and records. They come from a file, from the standard
// input ("-" or ""), from the deal with that name, or from the saved game with that name. The end
// of the context ends the stream with context.Canceled, also in the middle of a read.
func ReadDocuments(ctx context.Context, cmd *cobra.Command, lib *chapters.Library,
	arg string,
) (iter.Seq[chapters.Document], error) {
	stdin := cmd.InOrStdin()
	if arg == "" && kit.IsTerminal(stdin) {
		return nil, fmt.Errorf("name a deal or a file, or - for standard input\nsee: %s --help", cmd.CommandPath())
	}
	if arg == "" || arg == "-" {
		input := disk.Interruptible(ctx, stdin)
		if !kit.IsTerminal(stdin) {
			input = records(input)
		}
		return answerable(stdinName, read(lib, stdinName, input)), nil
	}
	if id, err := chapters.ParseDealID(arg); err == nil {
		pos, err := lib.Deal(id)
		if err != nil {
			return nil, err
		}
		if _, missing := os.Stat(arg); missing == nil {
			Note(cmd.ErrOrStderr(), "%s is read as the name of a deal; for the file write ./%s", arg, arg)
		}
		return func(yield func(chapters.Document) bool) {
			yield(chapters.Document{Record: chapters.Record{Position: pos}})
		}, nil
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, not a file", arg)
	}
	file, err := disk.Open(ctx, arg)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(arg, `/\`) {
		return savedDocument(lib, arg, err)
	} else if err != nil {
		return nil, err
	}
	documents := answerable(arg, read(lib, arg, records(file)))
	return func(yield func(chapters.Document) bool) {
		defer file.Close()
		documents(yield)
	}, nil
}

// read reads documents, records and notes of a real table.
func read(lib *chapters.Library, file string, input io.Reader) iter.Seq[chapters.Document] {
	return lib.ReadMixed(file, input, func(line int, text []byte) ([]chapters.Document, bool) {
		return realtable.Documents(lib, file, line, text)
	})
}

// savedDocument returns the saved game with a name; missing is the error if there is none.
func savedDocument(lib *chapters.Library, name string, missing error) (iter.Seq[chapters.Document], error) {
	saved, err := saves.Default().List().Find(lib, name)
	id, noDeal := chapters.ParseDealID(name)
	switch {
	case err == nil:
		return func(yield func(chapters.Document) bool) {
			yield(chapters.Document{Record: saved.Record, IsRecord: true, Err: saved.Err})
		}, nil
	case !errors.Is(err, saves.ErrUnknown):
		return nil, err
	case noDeal != nil && id.Chapter != "":
		return nil, noDeal
	case strings.Contains(name, "."):
		return nil, missing
	}
	return nil, fmt.Errorf("%q is neither a file nor the name of a deal, such as c02p4s7, or of a saved game", name)
}

// records extracts the records from the file of a table. Other files are read as they are.
func records(input io.Reader) io.Reader {
	in := bufio.NewReader(input)
	if start, err := in.Peek(len(folder.Head)); err != nil || string(start) != folder.Head {
		return in // the next read returns the error again
	}
	events, err := folder.Events(in)
	rounds, bad := table.Rounds(events)
	var all bytes.Buffer
	for _, r := range rounds {
		all.Write(r.Text)
	}
	text := &all
	if err = cmp.Or(err, bad); err == nil {
		return text
	}
	return io.MultiReader(text, unreadable{err})
}

// unreadable is a reader that fails: the part of a file that cannot be read.
type unreadable struct{ error }

// Read returns the reason.
func (u unreadable) Read([]byte) (int, error) { return 0, u.error }

// Limits of a stream in which document after document cannot be read: the first errors are printed,
// the others are counted, and after maxBroken the rest of the stream is left out.
const (
	maxShown  = 24
	maxBroken = 100_000
)

// answerable adds an error to a stream without documents, since the caller expects an answer. A
// stream in which nothing can be read gets a bounded number of errors.
func answerable(name string, documents iter.Seq[chapters.Document]) iter.Seq[chapters.Document] {
	return func(yield func(chapters.Document) bool) {
		empty := true
		broken := 0
		reportRest := func() bool {
			more := broken - maxShown
			broken = 0
			return more <= 0 ||
				yield(chapters.Document{Err: fmt.Errorf("%s: %d more documents cannot be read", name, more)})
		}
		for e := range documents {
			empty = false
			if e.Err != nil && !errors.Is(e.Err, context.Canceled) {
				broken++
				if broken > maxBroken {
					reportRest()
					yield(chapters.Document{Err: fmt.Errorf("%s: the rest is ignored", name)})
					return
				}
				if broken > maxShown {
					continue
				}
			} else if !reportRest() {
				return
			}
			if !yield(e) {
				return
			}
		}
		if !reportRest() {
			return
		}
		if empty {
			yield(chapters.Document{Err: fmt.Errorf("%s: no position document or record found", name)})
		}
	}
}
