package command

import (
	"fmt"
	"io"
	"time"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// Watch tells on the standard error how a search that takes long goes: on a
// terminal a line that changes, elsewhere a line every ten seconds.
type Watch struct {
	w        io.Writer
	terminal bool
	shown    bool // a line stands on the terminal
	// next is after which time the next line is due.
	next time.Duration
}

// How often the watch looks, and how long it keeps quiet.
const (
	watchEvery = 200 * time.Millisecond
	watchAfter = time.Second
	watchPipe  = 10 * time.Second
)

// NewWatch returns a Watch that tells w how far something is.
func NewWatch(w io.Writer) *Watch { return &Watch{w: w, terminal: kit.IsTerminal(w)} }

// While runs f, and meanwhile shows what it does, and for how long it has run.
func (w *Watch) While(what string, f func()) {
	began := time.Now()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	w.follow(done, func() {
		w.tell(time.Since(began), func(elapsed time.Duration) string { return fmt.Sprintf("%s (%d s)", what, int(elapsed.Seconds())) })
	})
}

// follow returns when something is done; look is called from time to time until then.
func (w *Watch) follow(done <-chan struct{}, look func()) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for w.next = 0; ; {
		select {
		case <-done:
			w.Clear()
			return
		case <-tick.C:
			look()
		}
	}
}

// tell tells after some time how far something is, if a line is due: on a terminal in the place
// of the last one.
func (w *Watch) tell(elapsed time.Duration, line func(elapsed time.Duration) string) {
	switch {
	case w.terminal && elapsed >= max(watchAfter, w.next):
		fmt.Fprint(w.w, texts.Redraw()+line(elapsed))
		w.shown, w.next = true, elapsed+watchEvery
	case !w.terminal && elapsed >= max(watchPipe, w.next):
		fmt.Fprintf(w.w, "fellowship: %s\n", line(elapsed))
		w.next = elapsed + watchPipe
	}
}

// Clear takes the line away.
func (w *Watch) Clear() {
	if w.shown {
		fmt.Fprint(w.w, texts.Redraw())
		w.shown = false
	}
}
