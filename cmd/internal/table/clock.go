package table

import (
	"context"
	"time"
)

// The clock of the system may be set back or forward at any time. So nobody is waited for
// by it, but by one that goes on evenly; a log has the time of day.

// age is how long ago something was written: as long as both clocks say at least. That is
// right where the system's was set before that, or after it.
func (h *Hall) age(written time.Time) time.Duration {
	written = written.Round(0) // the time of day
	return max(0, min(h.opts.Now().Sub(written), h.wall().Sub(written)))
}

// Pause waits, and says when the context ends before.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
