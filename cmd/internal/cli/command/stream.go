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

// Answers answers a stream of documents and records. One goroutine reads, the workers find the
// answers, and the goroutine that calls Each shows them in the order of the documents. A document
// can take a thousand times longer than the others. Enough documents are in flight that it leaves
// no worker idle, but together they must not take more than aheadBytes of memory.
type Answers[T any] struct {
	*Root
	Cmd     *cobra.Command
	Workers int
	// Find finds the answer to a document. An error, or a panic, is the answer to that document
	// alone.
	Find func(ctx context.Context, e *chapters.Document, answer *T) error
	// Show writes an answer. An [ExitError] sets the exit code of the command; any other error
	// means that the output cannot be written, and ends the stream.
	Show func(e *chapters.Document, answer *T) error
	// Progress describes how far a Find that takes long has come, and returns what share of it is
	// done, 0 if that is unknown. It is nil if no Find takes long.
	Progress func(answer *T, elapsed time.Duration) (text string, share float64)

	// printed reports whether a page was printed already.
	printed bool
}

// Limits of the documents that are read before the first of them is answered, by number and by
// memory. The memory of a document with its answer is estimated as a fixed number of bytes, and a
// number of bytes for each byte of its text: a list of numbers grows most when it is read.
const (
	ahead      = 1024
	aheadBytes = 128 << 20
	jobBytes   = 64 << 10
	jobFactor  = 16
)

// job is one document in flight. Its answer may be read once done is closed.
type job[T any] struct {
	document chapters.Document
	// bytes is its estimated memory, a part of aheadBytes.
	bytes int64
	// began is when a worker took it, nil before.
	began atomic.Pointer[time.Time]
	// done is closed once answer and err are set.
	done chan struct{}
	// skipped reports whether an interrupt came before a worker took it.
	skipped bool

	answer T
	err    error
}

// Each answers each document that an argument names. It returns the worst exit code.
func (s *Answers[T]) Each(lib *chapters.Library, arg string) error {
	ctx, cancel := context.WithCancel(s.Cmd.Context())
	defer cancel()
	documents, err := ReadDocuments(ctx, s.Cmd, lib, arg)
	if err != nil {
		return err
	}
	var found, all atomic.Int64 // the weights of the documents that are answered, and of all
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
	most := ahead
	code := ExitOK
	if s.Workers == 1 { // a single worker is never idle
		most = 1
	}
	for j := range parallel.Stream(ctx, s.Workers, most, jobs[T](ctx, room, sumWeights(documents, &all)), find) {
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

// sumWeights passes documents on. Once the last one is read, it stores the weight of all of them.
func sumWeights(documents iter.Seq[chapters.Document], sum *atomic.Int64) iter.Seq[chapters.Document] {
	return func(yield func(chapters.Document) bool) {
		read := int64(0)
		for e := range documents {
			read += weight(&e)
			if !yield(e) {
				return
			}
		}
		sum.Store(read)
	}
}

// jobs makes a job of each document once there is room for it.
func jobs[T any](ctx context.Context, room *semaphore.Weighted,
	documents iter.Seq[chapters.Document],
) iter.Seq[*job[T]] {
	return func(yield func(*job[T]) bool) {
		take := func(e chapters.Document) bool {
			j := &job[T]{
				document: e,
				bytes:    min(jobBytes+jobFactor*int64(e.Size), aheadBytes),
				done:     make(chan struct{}),
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

// line describes the progress of a search that takes long, and of the whole stream: answered is the
// number of answered documents, done and all are bytes.
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

// weight returns the share of a document in a stream, in bytes.
func weight(e *chapters.Document) int64 { return int64(max(e.Size, 1)) }

// sizeOf returns the length of an argument's file in bytes, 0 if it is unknown.
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

// show writes an answer, or the reason why there is none, and returns the exit code for it.
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

// Write writes an answer: its objects in JSON, or its page for people. An empty line separates two
// pages.
func (s *Answers[T]) Write(objects func() []any, p func() page.Page) error {
	if s.printed && !s.JSON {
		fmt.Fprintln(s.Cmd.OutOrStdout())
	}
	s.printed = true
	return s.Answer(s.Cmd, objects, p)
}
