package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/parallel"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"
)

// Answers is how a command answers a stream of documents and records: one goroutine reads,
// the workers find the answers, and the one that calls Each shows them in the order of the
// documents. So many are in hand at any time that one which takes a thousand times longer
// than the others, as some do, leaves no worker idle; but they must not take more than
// aheadBytes together.
type Answers[T any] struct {
	*Root
	Cmd     *cobra.Command
	Workers int
	// Find finds the answer to a document. An error answers that document alone, and so does
	// a panic.
	Find func(ctx context.Context, e *chapters.Document, answer *T) error
	// Show writes an answer. An [ExitError] gives the code that the command ends with; any
	// other error is that the output cannot be written, and ends the stream.
	Show func(e *chapters.Document, answer *T) error
	// Progress says how far Find has come that takes long, and what share of it is done, 0 where
	// nobody knows; nil where none does.
	Progress func(answer *T, elapsed time.Duration) (text string, share float64)

	printed bool // a page
}

// The most documents that are read before the first of them is answered, and what
// they may take together. With its answer a document takes so many bytes, and for
// each byte of its text so many more: a list of numbers grows most when it is read.
const (
	ahead      = 1024
	aheadBytes = 128 << 20
	jobBytes   = 64 << 10
	jobFactor  = 16
)

// job is one document on its way. What was found is to be read when done is closed.
type job[T any] struct {
	document chapters.Document
	bytes    int64 // what it takes of the room
	began    atomic.Pointer[time.Time]
	done     chan struct{}
	skipped  bool // interrupted before it began
	answer   T
	err      error
}

// Each answers each document that an argument names. The exit code is that of the worst.
func (s *Answers[T]) Each(lib *chapters.Library, arg string) error {
	ctx, cancel := context.WithCancel(s.Cmd.Context())
	defer cancel()
	documents, err := ReadDocuments(ctx, s.Cmd, lib, arg)
	if err != nil {
		return err
	}
	var found, all atomic.Int64 // bytes of documents
	room := semaphore.NewWeighted(aheadBytes)
	find := func(j *job[T]) {
		defer close(j.done)
		j.skipped = ctx.Err() != nil
		if j.skipped {
			return
		}
		began := time.Now()
		j.began.Store(&began)
		j.err = j.document.Err
		if j.err == nil {
			j.err = say.Guard(func() error { return s.Find(ctx, &j.document, &j.answer) })
		}
		found.Add(weight(&j.document))
	}
	progress := NewProgress(s.Cmd.ErrOrStderr(), "")
	answered := 0
	all.Store(sizeOf(s.Cmd.InOrStdin(), arg))
	counted := func(yield func(chapters.Document) bool) {
		read := int64(0)
		for e := range documents {
			read += weight(&e)
			if !yield(e) {
				return
			}
		}
		all.Store(read)
	}
	most := ahead
	code := ExitOK
	if s.Workers == 1 { // it is never idle
		most = 1
	}
	for j := range parallel.Stream(ctx, s.Workers, most, jobs[T](ctx, room, counted), find) {
		progress.follow(j.done, func() string { return s.line(progress, j, answered, found.Load(), all.Load()) })
		if j.skipped {
			cancel()
			break
		}
		worse, err := s.show(j)
		if err != nil {
			cancel()
			return err
		}
		code = Worst(code, worse)
		room.Release(j.bytes)
		answered++
		progress.showDue(func() string { return s.line(progress, nil, answered, found.Load(), all.Load()) })
	}
	progress.clear()
	if s.Cmd.Context().Err() != nil {
		code = Worst(code, ExitInterrupted)
	}
	return Exit(code)
}

// jobs makes a job of each document, once there is room for it.
func jobs[T any](ctx context.Context, room *semaphore.Weighted,
	documents iter.Seq[chapters.Document],
) iter.Seq[*job[T]] {
	return func(yield func(*job[T]) bool) {
		take := func(e chapters.Document) bool {
			j := &job[T]{
				document: e, bytes: min(jobBytes+jobFactor*int64(e.Size), aheadBytes),
				done: make(chan struct{}),
			}
			return room.Acquire(ctx, j.bytes) == nil && yield(j)
		}
		err := say.Guard(func() error {
			for e := range documents {
				if errors.Is(e.Err, context.Canceled) || !take(e) {
					break
				}
			}
			return nil
		})
		if err != nil {
			take(chapters.Document{Err: err})
		}
	}
}

// line says how far the search for an answer has come, if that takes long, and the whole stream, of
// all whose bytes so many are done.
func (s *Answers[T]) line(progress *Progress, j *job[T], answered int, done, all int64) string {
	var parts []string
	share := float64(done)
	began := (*time.Time)(nil)
	if j != nil && s.Progress != nil {
		began = j.began.Load()
	}
	if began != nil && time.Since(*began) >= watchAfter {
		text, docShare := s.Progress(&j.answer, time.Since(*began).Round(time.Second))
		parts = append(parts, NameOf(&j.document)+": "+text)
		share += docShare * float64(weight(&j.document))
	}
	answers := say.Count(answered, "answer")
	switch {
	case parts == nil:
		parts = append(parts, fmt.Sprintf("%s in %s", answers, progress.elapsed().Round(time.Second)))
	case answered > 0:
		parts = append(parts, answers)
	}
	return strings.Join(parts, "; ") + progress.remainingText(share/float64(max(all, 1)))
}

// weight is how much of a stream a document is.
func weight(e *chapters.Document) int64 { return int64(max(e.Size, 1)) }

// sizeOf is how long the file of an argument is, 0 where nobody knows.
func sizeOf(stdin io.Reader, arg string) int64 {
	info, err := os.Stat(arg)
	if f, ok := stdin.(*os.File); ok && (arg == "" || arg == "-") {
		info, err = f.Stat()
	}
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// show writes an answer, or why there is none, and returns the exit code for it.
func (s *Answers[T]) show(j *job[T]) (code int, err error) {
	var exit *ExitError
	for _, note := range j.document.Notes {
		Note(s.Cmd.ErrOrStderr(), "%s", note)
	}
	if err = j.err; err == nil {
		err = say.Guard(func() error { return s.Show(&j.document, &j.answer) })
		if err != nil && !errors.As(err, &exit) {
			return ExitOK, err
		}
	} else if j.document.Err == nil && !errors.As(err, &exit) {
		err = InLine(j.document.Line, err)
	}
	if code, err = ExitCode(err); err != nil {
		err = ReportBad(s.Cmd, s.JSON, &j.document, err)
	}
	return code, err
}

// Write writes an answer: its objects in JSON, else its page for people. An empty line stands between
// two pages.
func (s *Answers[T]) Write(objects func() []any, p func() page.Page) error {
	if s.printed && !s.JSON {
		fmt.Fprintln(s.Cmd.OutOrStdout())
	}
	s.printed = true
	return s.Answer(s.Cmd, objects, p)
}
