package command

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"fellowship/cmd/internal/texts"
)

// In any command, the first ctrl-C or SIGTERM ends it within a second. Commands look at their
// context and end by themselves, with what they have found so far; one that hangs in a call of the
// system that no context ends, as in writing to a pipe that nobody reads, is left behind. Nothing
// is lost by that: what is to be kept is on the disk before anything is said about it.

// patience is how much time of a processor a command may take to end by itself, and how long it may
// do nothing, if it has not asked for more, see [Root.Patience]. By the clock it may be longer: a command
// on a busy machine is not cut off while it prints what it has found.
const patience = 500 * time.Millisecond

// Interrupts returns a context that ends with the first signal to stop, and one
// that ends only when the terminal was closed (SIGHUP). Then nobody reads what is
// still said. Stop takes both back.
func Interrupts() (ctx, hungUp context.Context, stop func()) {
	hungUp = context.Background()
	noHangup := func() {}
	if !signal.Ignored(syscall.SIGHUP) { // as with nohup
		hungUp, noHangup = signal.NotifyContext(hungUp, syscall.SIGHUP)
	}
	ctx, noInterrupt := signal.NotifyContext(hungUp, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, noInterrupt) // the second ctrl-C ends the program at once
	return ctx, hungUp, func() {
		noInterrupt()
		noHangup()
	}
}

// RunPatiently runs a command and returns its exit code, or ExitInterrupted if it
// does not end soon after the context; longest is how long that may take.
func RunPatiently(ctx context.Context, longest *atomic.Int64, run func() int) int {
	code := make(chan int, 1)
	go func() { code <- run() }()
	select {
	case c := <-code:
		return c
	case <-ctx.Done():
	}
	const step, busy = patience / 2, time.Millisecond
	began := processorTime()
	for idle, last := time.Duration(0), began; ; {
		select {
		case c := <-code:
			return c
		case <-time.After(step):
		}
		most := max(patience, time.Duration(longest.Load()))
		now := processorTime()
		idle += step
		if now-last >= busy {
			idle = 0
		}
		if idle >= most || now-began >= most {
			return ExitInterrupted
		}
		last = now
	}
}

// Speaking returns a writer for people that falls silent when a context ends.
func Speaking(ctx context.Context, w io.Writer) io.Writer {
	return &speakingWriter{ctx, texts.Cleaned(w)}
}

// speakingWriter is such a writer.
type speakingWriter struct {
	ctx context.Context
	w   io.Writer
}

// Write writes, or pretends to.
func (s *speakingWriter) Write(p []byte) (int, error) {
	select {
	case <-s.ctx.Done():
		return len(p), nil
	default:
		return s.w.Write(p)
	}
}

// Raw returns the writer behind it, see [texts.Raw].
func (s *speakingWriter) Raw() io.Writer { return texts.Raw(s.w) }
