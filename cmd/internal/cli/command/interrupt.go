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

// The first ctrl-C or SIGTERM ends any command within a second. Commands watch their context and
// end by themselves, with what they have found so far. A command that hangs in a system call that
// no context ends, such as writing to a pipe that nobody reads, is abandoned. Nothing is lost by
// that: everything that is kept is on the disk before the command reports it.

// patience is how much processor time a command may take to end by itself, and how long it may be
// idle, unless it has asked for more (see [Root.Patience]). By the clock it may take longer: a
// command on a busy machine is not cut off while it prints its results.
const patience = 500 * time.Millisecond

// Interrupts returns two contexts: ctx ends with the first signal to stop, hungUp only when the
// terminal is closed (SIGHUP). After that nobody reads the output. stop restores the signals.
func Interrupts() (ctx, hungUp context.Context, stop func()) {
	hungUp = context.Background()
	noHangup := func() {}
	if !signal.Ignored(syscall.SIGHUP) { // nohup makes it ignored
		hungUp, noHangup = signal.NotifyContext(hungUp, syscall.SIGHUP)
	}
	ctx, noInterrupt := signal.NotifyContext(hungUp, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, noInterrupt) // the second ctrl-C ends the program at once
	return ctx, hungUp, func() {
		noInterrupt()
		noHangup()
	}
}

// RunPatiently runs a command and returns its exit code, or ExitInterrupted if it does not end soon
// after the context. longest is how long that may take, in nanoseconds; it counts if it is more than
// patience.
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

// Speaking returns a writer for people that discards everything once a context has ended.
func Speaking(ctx context.Context, w io.Writer) io.Writer {
	return &speakingWriter{ctx, texts.Cleaned(w)}
}

// speakingWriter is the writer that [Speaking] returns.
type speakingWriter struct {
	ctx context.Context
	w   io.Writer
}

// Write writes, or discards the text and reports success.
func (s *speakingWriter) Write(p []byte) (int, error) {
	select {
	case <-s.ctx.Done():
		return len(p), nil
	default:
		return s.w.Write(p)
	}
}

// Raw returns the writer that is wrapped, see [texts.Raw].
func (s *speakingWriter) Raw() io.Writer { return texts.Raw(s.w) }
