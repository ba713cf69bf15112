package table

import (
	"bytes"
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/store"
)

// closedLife is how long a closed table can still be looked at before it is deleted.
const closedLife = 24 * time.Hour

// Sweep deletes the tables that have not been used for too long (see [Options] and [KeepAlone]) or were
// closed a day ago, and returns how many. A table that cannot be read stays, so that the host of the
// server can look at its file.
func (s *Service) Sweep(ctx context.Context) (deleted int, err error) {
	all, err := s.serverFolder.Tables()
	if err != nil {
		return 0, err
	}
	for _, id := range all {
		ok, sweepErr := s.sweepTable(id)
		if ok {
			deleted++
		}
		switch {
		case sweepErr == nil, errors.Is(sweepErr, store.ErrGone), errors.Is(sweepErr, store.ErrQuicker):
		case errors.Is(sweepErr, store.ErrDamaged):
			s.opts.Log.Error("a table is damaged; it stays as it is, and the others go on", "error", sweepErr)
		default:
			err = errors.Join(err, sweepErr)
		}
		if ctx.Err() != nil {
			return deleted, ctx.Err()
		}
	}
	return deleted, err
}

// sweepTable deletes a table if it is time, and reports whether it did. It closes the table by an
// event first, so that nobody can write to it meanwhile.
func (s *Service) sweepTable(id string) (bool, error) {
	events, err := s.store.Read(id)
	if err != nil {
		return false, err
	}
	last := events[len(events)-1]
	idle := s.age(last.Time)
	if idle < min(closedLife, s.opts.Keep, KeepAlone) {
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
	case !closed && idle < s.opts.Keep && (idle < KeepAlone || othersSat(events)):
		return false, nil
	case !closed:
		t, err := s.acquire(id)
		if err != nil {
			return false, err
		}
		defer s.release(t)
		err = t.write(func(d *draft) error {
			if d.number != last.Number+1 {
				return ErrQuicker
			}
			return d.addEvents(event{Closed: &actor{}})
		})
		if err != nil {
			return false, err
		}
	}
	return true, s.serverFolder.Delete(id)
}

// othersSat reports whether anybody but the person who created the table ever sat there.
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
