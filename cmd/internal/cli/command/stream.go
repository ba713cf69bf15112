package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
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
	JSON    bool
	Workers int
	// Find finds the answer to a document. An error answers that document alone, and so does
	// a panic.
	Find func(ctx context.Context, e *chapters.Document, answer *T) error
	// Show writes an answer. An [ExitError] gives the code that the command ends with; any
	// other error is that the output cannot be written, and ends the stream.
	Show func(e *chapters.Document, answer *T) error
	// Progress says how far Find has come that takes long; nil where none does.
	Progress func(e *chapters.Document, answer *T, elapsed time.Duration) string

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
	room := semaphore.NewWeighted(aheadBytes)
	find := func(j *job[T]) {
		defer close(j.done)
		if j.skipped = ctx.Err() != nil; j.skipped {
			return
		}
		began := time.Now()
		j.began.Store(&began)
		if j.err = j.document.Err; j.err == nil {
			j.err = say.Guard(func() error { return s.Find(ctx, &j.document, &j.answer) })
		}
	}
	whole, began, answered := NewWatch(s.Cmd.ErrOrStderr()), time.Now(), 0
	stream := func() {
		whole.tell(time.Since(began), func(elapsed time.Duration) string {
			return fmt.Sprintf("%s in %d s", say.Count(answered, "answer"), int(elapsed.Seconds()))
		})
	}
	most, code := ahead, ExitOK
	if s.Workers == 1 { // it is never idle
		most = 1
	}
	for j := range parallel.Stream(ctx, s.Workers, most, jobs[T](ctx, room, documents), find) {
		s.wait(j, stream)
		whole.Clear()
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
		stream()
	}
	whole.Clear()
	if s.Cmd.Context().Err() != nil {
		code = Worst(code, ExitInterrupted)
	}
	return Exit(code)
}

// jobs makes a job of each document, once there is room for it.
func jobs[T any](ctx context.Context, room *semaphore.Weighted, documents iter.Seq[chapters.Document]) iter.Seq[*job[T]] {
	return func(yield func(*job[T]) bool) {
		take := func(e chapters.Document) bool {
			j := &job[T]{document: e, bytes: min(jobBytes+jobFactor*int64(e.Size), aheadBytes), done: make(chan struct{})}
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

// wait tells how far the search for an answer has come, until it is done. Where that has not
// taken long it says how far the whole stream has come.
func (s *Answers[T]) wait(j *job[T], stream func()) {
	w := NewWatch(s.Cmd.ErrOrStderr())
	w.follow(j.done, func() {
		began := j.began.Load()
		if s.Progress == nil || began == nil || time.Since(*began) < watchAfter {
			stream()
			return
		}
		w.tell(time.Since(*began), func(elapsed time.Duration) string { return s.Progress(&j.document, &j.answer, elapsed) })
	})
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

// PrintPage writes the page of an answer for people. An empty line stands between two.
func (s *Answers[T]) PrintPage(p page.Page) error {
	if s.printed {
		fmt.Fprintln(s.Cmd.OutOrStdout())
	}
	s.printed = true
	return s.Print(s.Cmd.OutOrStdout(), p)
}
