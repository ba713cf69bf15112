package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/store"
)

// Export returns the rounds of a table, and the file of its campaign, empty where none is played. They show
// all cards, those of a round that is being played as well. The error is [ErrGone], or matches store.ErrDamaged
// together with the rounds that could be read before the damage.
func (h *Service) Export(id string) (rounds []Recorded, book []byte, err error) {
	events, err := h.store.Read(id)
	rounds, damage := Rounds(events) // those before the damage, where there is some
	if err = cmp.Or(err, damage); err != nil {
		return rounds, nil, err
	}
	s, err := replay(h.opts.Library, id, events)
	if err == nil && s.campaign != nil {
		book, err = s.book().YAML()
	}
	return rounds, book, err
}

// replay comes to what a log says.
func replay(lib *chapters.Library, id string, events []store.Event) (*state, error) {
	s := newState(lib, id)
	for _, e := range events {
		s.now = e.Time
		for line := range bytes.Lines(e.Data) {
			if _, err := s.apply(e.Number, e.Time, line); err != nil {
				return s, errors.Join(store.ErrDamaged, err)
			}
		}
	}
	return s, nil
}

// closedLife is for how long a table that was closed can still be looked at.
const closedLife = 24 * time.Hour

// Sweep deletes the tables that nobody has used for their life, and those that were
// closed a day ago. It returns how many. A table that cannot be read stays, for
// somebody to look at.
func (h *Service) Sweep(ctx context.Context) (deleted int, err error) {
	all, err := h.serverFolder.Tables()
	if err != nil {
		return 0, err
	}
	for _, id := range all {
		ok, sweepErr := h.sweepTable(id)
		if ok {
			deleted++
		}
		switch {
		case sweepErr == nil, errors.Is(sweepErr, store.ErrGone), errors.Is(sweepErr, store.ErrQuicker):
		case errors.Is(sweepErr, store.ErrDamaged):
			h.opts.Log.Error("a table is damaged; it stays as it is, and the others go on", "error", sweepErr)
		default:
			err = errors.Join(err, sweepErr)
		}
		if ctx.Err() != nil {
			return deleted, ctx.Err()
		}
	}
	return deleted, err
}

// sweepTable deletes a table if it is time. Its last event says so before, so that nothing
// is written to it meanwhile.
func (h *Service) sweepTable(id string) (bool, error) {
	events, err := h.store.Read(id)
	if err != nil {
		return false, err
	}
	last := events[len(events)-1]
	idle := h.age(last.Time)
	if idle < min(closedLife, h.opts.Keep, KeepAlone) {
		return false, nil
	}
	closed := false
	for line := range bytes.Lines(last.Data) {
		e, _, err := parse(line)
		closed = err == nil && e != nil && e.Closed != nil
	}
	switch {
	case closed && idle < closedLife:
		return false, nil
	case !closed && idle < h.opts.Keep && (idle < KeepAlone || othersSat(events)):
		return false, nil
	case !closed:
		t, err := h.acquire(id)
		if err != nil {
			return false, err
		}
		defer h.release(t)
		if err := t.write(func(d *draft) error {
			if d.number != last.Number+1 {
				return ErrQuicker
			}
			return d.addEvents(event{Closed: &actor{}})
		}); err != nil {
			return false, err
		}
	}
	return true, h.serverFolder.Delete(id)
}

// othersSat reports whether somebody ever sat at a table beside the one who began it.
func othersSat(events []store.Event) bool {
	host := ""
	for _, e := range events {
		for line := range bytes.Lines(e.Data) {
			switch e, _, err := parse(line); {
			case err != nil || e == nil:
			case e.Created != nil:
				host = e.Created.PersonID
			case e.SatDown != nil && e.SatDown.PersonID != host:
				return true
			}
		}
	}
	return false
}
