package command

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// Progress reports on the standard error how far long work has come, and about how long it will
// still take. A terminal that can erase a line gets one line that changes, any other output a line every ten seconds.
type Progress struct {
	// Prefix stands before each line.
	Prefix string

	w io.Writer
	// columns returns the width of the terminal, 0 for no limit; nil for a pipe.
	columns func() int
	// label names what is counted.
	label string
	// every is the time from one line to the next.
	every time.Duration
	began time.Time
	// next is the time since began after which the next line is due.
	next time.Duration
	// shown reports whether a line stands on the terminal.
	shown bool
	// done counts what is done.
	done atomic.Int64
	// total is how much there is to do, 0 if it is unknown.
	total atomic.Int64
}

// How often a terminal and a pipe get a report, and after what time the first one comes.
const (
	watchEvery = 200 * time.Millisecond
	watchAfter = time.Second
	watchPipe  = 10 * time.Second
)

// NewProgress returns a Progress that writes to w. label names what is counted, such as "measured"
// or "tricks".
func NewProgress(w io.Writer, label string) *Progress {
	p := &Progress{w: w, label: label, every: watchPipe, began: time.Now(), next: watchPipe}
	if kit.IsTerminal(w) && !kit.IsDumb() {
		p.columns = kit.ColumnsOf(w)
		p.every = watchEvery
		p.next = watchAfter
	}
	return p
}

// Tell sets how much is done out of a total, 0 if the total is unknown. It may be called from any
// goroutine.
func (p *Progress) Tell(done, total int) {
	p.total.Store(int64(total))
	p.done.Store(int64(done))
}

// While runs f and reports its progress meanwhile.
func (p *Progress) While(f func() error) (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = say.Guard(f)
	}()
	p.follow(done, p.line)
	return err
}

// line returns how much is done.
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

// elapsed returns the time since the work began.
func (p *Progress) elapsed() time.Duration { return time.Since(p.began) }

// remainingText returns about how long the work will still take after a share of it is done; it is
// empty for share 0.
func (p *Progress) remainingText(share float64) string {
	if share <= 0 || share >= 1 {
		return ""
	}
	return fmt.Sprintf(", about %s to go", time.Duration(float64(p.elapsed())*(1-share)/share).Round(time.Second))
}

// follow prints lines until done is closed.
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

// showDue prints a line if one is due; on a terminal it replaces the last line.
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

// clear erases the line.
func (p *Progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, texts.Redraw())
		p.shown = false
	}
}
