package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// Progress tells on the standard error how far something is that takes long, and about how long it
// will still take: on a terminal a line that changes, elsewhere a line every ten seconds.
type Progress struct {
	// Prefix stands before each line.
	Prefix string

	w           io.Writer
	columns     func() int // of the terminal; 0 or nil for no limit
	label       string
	every       time.Duration
	began       time.Time
	next        time.Duration // after which the next line is due
	shown       bool          // a line stands on the terminal
	done, total atomic.Int64
}

// How often a terminal is told, and a pipe, and how long a terminal is spared.
const (
	watchEvery = 200 * time.Millisecond
	watchAfter = time.Second
	watchPipe  = 10 * time.Second
)

// NewProgress returns a Progress that tells w how far something is, in what is done of it, such as
// "measured" or "tricks".
func NewProgress(w io.Writer, label string) *Progress {
	p := &Progress{w: w, label: label, every: watchPipe, began: time.Now(), next: watchPipe}
	if kit.IsTerminal(w) {
		p.columns = kit.ColumnsOf(w)
		p.every = watchEvery
		p.next = watchAfter
	}
	return p
}

// Tell sets how much is done, and of how much, 0 where nobody knows. It may be called at any time.
func (p *Progress) Tell(done, total int) {
	p.total.Store(int64(total))
	p.done.Store(int64(done))
}

// While runs f, and meanwhile tells how far it is.
func (p *Progress) While(f func() error) (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = say.Guard(f)
	}()
	p.follow(done, p.line)
	return err
}

// line says how much is done.
func (p *Progress) line() string {
	elapsed := p.elapsed()
	done := p.done.Load()
	total := p.total.Load()
	if total == 0 {
		return fmt.Sprintf("%s (%s)", p.label, elapsed.Round(time.Second))
	}
	return fmt.Sprintf("%d of %d %s in %s%s", done, total, p.label, elapsed.Round(time.Second),
		p.remainingText(float64(done)/float64(total)))
}

// elapsed is the time since it began.
func (p *Progress) elapsed() time.Duration { return time.Since(p.began) }

// remainingText says about how long it will still take when a share of it is done, nothing for none.
func (p *Progress) remainingText(share float64) string {
	if share <= 0 || share >= 1 {
		return ""
	}
	return fmt.Sprintf(", about %s to go", time.Duration(float64(p.elapsed())*(1-share)/share).Round(time.Second))
}

// follow returns when something is done, and tells lines until then.
func (p *Progress) follow(done <-chan struct{}, line func() string) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			p.clear()
			return
		case <-tick.C:
			p.showDue(line)
		}
	}
}

// showDue tells a line if one is due: on a terminal in the place of the last one.
func (p *Progress) showDue(line func() string) {
	if p.elapsed() < p.next {
		return
	}
	p.next = p.elapsed() + p.every
	text := p.Prefix + line()
	if p.columns == nil {
		fmt.Fprintf(p.w, "fellowship: %s\n", text)
		return
	}
	if columns := p.columns(); columns > 0 {
		text = cells.Cut(text, columns-1, "..")
	}
	fmt.Fprint(p.w, texts.Redraw()+text)
	p.shown = true
}

// clear takes the line away.
func (p *Progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, texts.Redraw())
		p.shown = false
	}
}

// End shows what was measured until a measurement ended with an error, or without one.
// An interrupt is told by the exit code. An error that is neither that nor one of the disk
// or of a program that plays is a mistake of this one.
func End(err error, show func() error) error {
	interrupted := errors.Is(err, context.Canceled)
	var disk *os.PathError
	switch {
	case interrupted, err == nil:
	case errors.As(err, &disk), errors.As(err, new(*bot.Error)), say.IsInternal(err):
		return err
	default:
		return say.Internal(err)
	}
	if err := show(); err != nil || !interrupted {
		return err
	}
	return Exit(ExitInterrupted)
}
