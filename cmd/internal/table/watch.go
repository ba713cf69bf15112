package table

import (
	"context"
	"maps"
	"slices"
	"time"

	"fellowship/tricks"
)

// timeouts is the part of a table that time alone changes: the seats that the others have waited
// for long enough, as bits, and the reason why nothing can be written. Tables hear of it from their
// hall, so that no visitor has to look.
type timeouts struct {
	overdue   uint8
	unhealthy string
}

// Watch looks every so often, once a second for 0, whether somebody was waited for long
// enough at some table, and whether anything can be written, and tells those who wait there
// when it is otherwise than before, and the host's log whether it can. It looks less often whether the
// files of the tables are as they were written. It ends with the context.
func (h *Service) Watch(ctx context.Context, every time.Duration) {
	if every == 0 {
		every = time.Second
	}
	const files = 5
	go func() { // a disk that does not answer stops nothing else
		for Pause(ctx, files*every) == nil {
			for _, t := range h.openTables() {
				t.checkUnchanged()
			}
		}
	}()
	previous := ""
	for Pause(ctx, every) == nil {
		unhealthy := ""
		if err := h.serverFolder.Healthy(); err != nil {
			unhealthy = err.Error()
		}
		switch unhealthy {
		case previous:
		case "":
			h.opts.Log.Info("what is decided can be written again")
		default:
			h.opts.Log.Warn("nothing that is decided can be written now", "error", unhealthy)
		}
		previous = unhealthy
		for _, t := range h.openTables() {
			t.setHealth(unhealthy)
		}
	}
}

// openTables are the tables that are open now.
func (h *Service) openTables() []*table {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Values(h.tables))
}

// checkUnchanged ends the table where its file is not as it was written here any more.
func (t *table) checkUnchanged() {
	if err := t.hall.serverFolder.Unchanged(t.id); err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.endDamaged(err)
	}
}

// setHealth tells those who wait at the table where something is otherwise than when the hall
// looked last.
func (t *table) setHealth(unhealthy string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	current := timeouts{unhealthy: unhealthy}
	for i := range t.state.seats {
		if t.state.overdue(tricks.Seat(i), t.hall.opts.Now()) {
			current.overdue |= 1 << i
		}
	}
	if current != t.timeouts {
		t.timeouts = current
		t.timeoutChanges++
		t.wake()
	}
}

// changeCount counts the events of the table and what time alone has changed; t.mu is held.
func (t *table) changeCount() uint64 { return t.events + t.timeoutChanges }

// The clock of the system may be set back or forward at any time. So nobody is waited for
// by it, but by one that goes on evenly; a log has the time of day.

// age is how long ago something was written: as long as both clocks say at least. That is
// right where the system's was set before that, or after it.
func (h *Service) age(written time.Time) time.Duration {
	written = written.Round(0) // the time of day
	return max(0, min(h.opts.Now().Sub(written), h.wallClock().Sub(written)))
}

// Pause waits, and says when the context ends before.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
