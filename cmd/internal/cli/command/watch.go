package command

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"fellowship/cmd/internal/texts"
)

// Watch tells on the standard error how a search that takes long goes: on a
// terminal a line that changes, elsewhere a line every ten seconds.
type Watch struct {
	w        io.Writer
	terminal bool
	shown    bool // a line stands on the terminal
}

// How often the watch looks, and how long it keeps quiet.
const (
	watchEvery = 200 * time.Millisecond
	watchAfter = time.Second
	watchPipe  = 10 * time.Second
)

// NewWatch returns what tells w how far something is.
func NewWatch(w io.Writer) *Watch { return &Watch{w: w, terminal: IsTerminal(w)} }

// While runs f, and says by the key of a text what it does and for how long.
func (w *Watch) While(t *texts.Texts, key, what string, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	var began atomic.Int64
	began.Store(time.Now().UnixNano())
	w.Follow(done, &began, func(elapsed time.Duration) string { return t.T(key, what, int(elapsed.Seconds())) })
}

// Follow returns when something is done. Began is when it began, in Unix
// nanoseconds, 0 before; line says how far it has come.
func (w *Watch) Follow(done <-chan struct{}, began *atomic.Int64, line func(elapsed time.Duration) string) {
	select {
	case <-done:
		return
	default:
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	next := watchPipe
	for {
		select {
		case <-done:
			w.Clear()
			return
		case <-tick.C:
		}
		if began.Load() == 0 {
			continue
		}
		elapsed := time.Since(time.Unix(0, began.Load()))
		switch {
		case w.terminal && elapsed >= watchAfter:
			w.show(line(elapsed))
		case !w.terminal && elapsed >= next:
			fmt.Fprintf(w.w, "fellowship: %s\n", line(elapsed))
			next += watchPipe
		}
	}
}

// show puts a line on the terminal in the place of the last one.
func (w *Watch) show(line string) {
	fmt.Fprint(w.w, texts.Redraw()+line)
	w.shown = true
}

// Clear takes the line away.
func (w *Watch) Clear() {
	if w.shown {
		fmt.Fprint(w.w, texts.Redraw())
		w.shown = false
	}
}
