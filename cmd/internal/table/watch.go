package table

import (
	"context"
	"time"

	"fellowship/tricks"
)

// lateness is the part of a table that time alone changes: the seats that the others have waited
// for long enough, as bits, and the reason why nothing can be written. Tables hear of it from their
// hall, so that no visitor has to look.
type lateness struct {
	missed    uint8
	unhealthy string
}

// Watch looks every so often, once a second for 0, whether somebody was waited for long
// enough at some table, and whether anything can be written, and tells those who wait there
// when it is otherwise than before, and the host's log whether it can. It ends with the context.
func (h *Hall) Watch(ctx context.Context, every time.Duration) {
	if every == 0 {
		every = time.Second
	}
	before := ""
	for Pause(ctx, every) == nil {
		unhealthy := ""
		if err := h.kept.Healthy(); err != nil {
			unhealthy = err.Error()
		}
		switch unhealthy {
		case before:
		case "":
			h.opts.Log.Info("what is decided can be written again")
		default:
			h.opts.Log.Warn("nothing that is decided can be written now", "error", unhealthy)
		}
		before = unhealthy
		h.mu.Lock()
		open := make([]*table, 0, len(h.tables))
		for _, t := range h.tables {
			open = append(open, t)
		}
		h.mu.Unlock()
		for _, t := range open {
			t.hears(unhealthy)
		}
	}
}

// hears tells those who wait at the table where something is otherwise than when the hall
// looked last.
func (t *table) hears(unhealthy string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := lateness{unhealthy: unhealthy}
	for i := range t.state.seats {
		if t.state.missed(tricks.Seat(i), t.hall.opts.Now()) {
			now.missed |= 1 << i
		}
	}
	if now != t.late {
		t.late = now
		t.turns++
		t.tell()
	}
}

// happened counts the events of the table and what time alone has changed; t.mu is held.
func (t *table) happened() uint64 { return t.events + t.turns }
