package table

import (
	"context"
	"maps"
	"slices"
	"time"

	"fellowship/tricks"
)

// timeouts is the part of a table that changes without an event. [Service.Watch] updates it, so that
// clients need not poll.
type timeouts struct {
	// overdue has a bit for each seat whose person the others have waited for long enough.
	overdue uint8
	// unhealthy is why nothing can be written, empty if it can.
	unhealthy string
}

// Watch checks the open tables again and again until the context ends. Every interval (0 means one
// second) it checks which people the others have waited for long enough, and whether the store can
// write. It wakes the clients of a table when one of these has changed, and logs changes of the store.
// Less often it checks whether the files of the tables were changed from outside.
func (s *Service) Watch(ctx context.Context, interval time.Duration) {
	if interval == 0 {
		interval = time.Second
	}
	const intervalsPerFileCheck = 5
	// The files are checked in a goroutine of their own, so that a disk that hangs stops nothing else.
	go func() {
		for Pause(ctx, intervalsPerFileCheck*interval) == nil {
			for _, t := range s.openTables() {
				t.checkUnchanged()
			}
		}
	}()
	previous := ""
	for Pause(ctx, interval) == nil {
		unhealthy := s.storeTrouble()
		if unhealthy != previous {
			s.logHealth(unhealthy)
		}
		previous = unhealthy
		for _, t := range s.openTables() {
			t.updateTimeouts(unhealthy)
		}
	}
}

// storeTrouble returns why the server's store cannot write, empty if it can.
func (s *Service) storeTrouble() string {
	if err := s.serverFolder.Healthy(); err != nil {
		return err.Error()
	}
	return ""
}

// logHealth logs that the store cannot write any more, or can again.
func (s *Service) logHealth(unhealthy string) {
	if unhealthy == "" {
		s.opts.Log.Info("what is decided can be written again")
		return
	}
	s.opts.Log.Warn("nothing that is decided can be written now", "error", unhealthy)
}

// openTables returns the tables that are open now.
func (s *Service) openTables() []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.tables))
}

// checkUnchanged marks the table as broken if its file was changed from outside.
func (t *table) checkUnchanged() {
	if err := t.service.serverFolder.Unchanged(t.id); err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.endDamaged(err)
	}
}

// updateTimeouts updates t.timeouts, and wakes the table's clients if it has changed.
func (t *table) updateTimeouts(unhealthy string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	current := timeouts{unhealthy: unhealthy}
	for i := range t.state.seats {
		if t.state.overdue(tricks.Seat(i), t.service.opts.Now()) {
			current.overdue |= 1 << i
		}
	}
	if current != t.timeouts {
		t.timeouts = current
		t.timeoutChanges++
		t.wake()
	}
}

// changeCount returns the number of events and of changes of timeouts; t.mu is held.
func (t *table) changeCount() uint64 { return t.events + t.timeoutChanges }

// The system clock may be set back or forward at any time. So waiting is measured by a steady clock,
// and only the log has the time of day.

// age returns how long ago something was written. It takes the smaller difference of the steady clock
// and the system clock, because the system clock may have been set before or after the moment of writing.
func (s *Service) age(written time.Time) time.Duration {
	written = written.Round(0) // drops the monotonic reading and compares the time of day
	return max(0, min(s.opts.Now().Sub(written), s.wallClock().Sub(written)))
}

// Pause waits for a duration. If the context ends first, it returns the context's error.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
