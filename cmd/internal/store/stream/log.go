package stream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxMessage is how large an event may be, with its headers.
const maxMessage = store.MaxEvent + 1<<10

// subject returns the subject of a table.
func subject(table string) string { return "table." + table + ".event" }

// validTable reports whether a table may be called so: lower case letters and digits.
func validTable(table string) bool {
	return table != "" && len(table) <= 40 && strings.Trim(table, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// The event's number in its table stands before its id, so that an event which is
// missing in the middle is noticed.
func newID(number uint64) string { return fmt.Sprintf("%d.%s", number, rand.Text()) }

func numberOf(id string) uint64 {
	number, _, _ := strings.Cut(id, ".")
	n, _ := strconv.ParseUint(number, 10, 64) // 0 is nobody's number
	return n
}

// patience is how long Append and the others wait for a server without a deadline of
// the caller's: longer than a cluster takes to find another leader.
const patience = 30 * time.Second

// Append writes an event behind a mark. It waits while the server does not answer, and looks up
// what became of an event whose fate is unknown before it tries again, so that an event is never
// there twice. The error is [store.ErrUnknown] when the context ended, or 30 s have passed, before
// anybody could say that.
func (s *Store) Append(ctx context.Context, table string, after store.Mark, data []byte) (store.Mark, error) {
	switch {
	case !validTable(table):
		return store.Mark{}, store.ErrGone
	case len(data) > store.MaxEvent:
		return store.Mark{}, store.ErrTooLarge
	}
	if err := s.shown.damage(table); err != nil {
		return store.Mark{}, err // what came behind it could not be read
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if s.writing.Acquire(ctx, 1) != nil {
		return store.Mark{}, store.ErrWaiting
	}
	defer s.writing.Release(1)
	w := writing{Store: s, table: table, after: after, id: newID(after.Number + 1)}
	for {
		seq, err := w.publish(ctx, data)
		s.health.wrote(err)
		switch {
		case err == nil:
			s.shown.note(shownMark{table, after.Number + 1, seq, w.id})
			return store.Mark{Number: after.Number + 1, Seq: seq}, nil
		case errors.Is(err, store.ErrQuicker), errors.Is(err, store.ErrGone), errors.Is(err, store.ErrFull),
			errors.Is(err, store.ErrTooLarge), errors.Is(err, store.ErrDamaged):
			return store.Mark{}, err
		}
		if store.Pause(ctx, retryWait) != nil {
			return store.Mark{}, say.Errorf("%w: %w", store.ErrUnknown, err)
		}
	}
}

// writing is an event that is being written.
type writing struct {
	*Store
	table string
	after store.Mark
	id    string
}

// publish tries to write the event once. An error that is none of ours says that
// nothing is known, or that it was not written and may be tried again.
func (w *writing) publish(ctx context.Context, data []byte) (uint64, error) {
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	msg := &nats.Msg{Subject: subject(w.table), Data: data}
	ack, err := w.js.PublishMsg(once, msg, jetstream.WithMsgID(w.id), jetstream.WithExpectLastSequencePerSubject(w.after.Seq))
	switch {
	case err == nil:
		return ack.Sequence, nil
	case errors.Is(err, nats.ErrMaxPayload), apiCode(err) == jetstream.JSErrCodeStreamMessageExceedsMaximum:
		return 0, store.ErrTooLarge
	case isFull(err):
		return 0, say.Errorf("%w: %w", store.ErrFull, err)
	case errors.Is(err, jetstream.ErrNoStreamResponse):
		// Nobody has taken it: the stream has no leader, who could not be asked either.
		// If an earlier try was written after all, the next one is refused.
		return 0, err
	}
	return w.lookUp(ctx, err)
}

// lookUp finds out what became of an event: the one behind the mark is it, or
// another one, or there is none yet.
func (w *writing) lookUp(ctx context.Context, cause error) (uint64, error) {
	once, cancel := context.WithTimeout(ctx, oneTry/2)
	defer cancel()
	next, err := w.stream.GetMsg(once, w.after.Seq+1, jetstream.WithGetMsgSubject(subject(w.table)))
	switch {
	case err == nil && next.Header.Get(jetstream.MsgIDHeader) == w.id:
		return next.Sequence, nil
	case err == nil:
		return 0, store.ErrQuicker
	case !errors.Is(err, jetstream.ErrMsgNotFound):
		return 0, say.Errorf("%w: %w", cause, err)
	}
	// Nothing is there, and what was expected may have been deleted; or what came
	// first in a cluster is not stored yet.
	if wasLate(cause) && w.after.Seq > 0 {
		last, err := w.stream.GetLastMsgForSubject(once, subject(w.table))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return 0, store.ErrGone
		case err == nil && last.Sequence < w.after.Seq:
			return 0, w.shown.found(w.table, shorter(w.table))
		}
	}
	return 0, cause
}

// Last returns the last event of a table. The error matches store.ErrDamaged also where the log
// is shorter than it was shown here.
func (s *Store) Last(ctx context.Context, table string) (store.Event, error) {
	if !validTable(table) {
		return store.Event{}, store.ErrGone
	}
	last, err := s.last(ctx, table)
	if err = s.shown.found(table, err); err == nil {
		err = s.shown.damage(table)
	}
	if err != nil {
		return store.Event{}, err
	}
	return eventOf(last), nil
}

// last returns the last event of a table. The error matches store.ErrDamaged where it comes
// before what was shown here: then it is there as well.
func (s *Store) last(ctx context.Context, table string) (last *jetstream.RawStreamMsg, err error) {
	was, known := s.shown.of(table)
	for began := time.Now(); ; {
		err = s.ask(ctx, func(ctx context.Context) (err error) {
			last, err = s.stream.GetLastMsgForSubject(ctx, subject(table))
			return err
		})
		switch {
		case err != nil || !known || last.Sequence > was.Seq:
		case last.Sequence == was.Seq && last.Header.Get(jetstream.MsgIDHeader) == was.ID:
			return last, nil
		case s.shown.damage(table) != nil, time.Since(began) > s.settled, store.Pause(ctx, retryWait) != nil:
			return last, shorter(table)
		default:
			continue
		}
		break
	}
	if err != nil || !known {
		return last, err
	}
	var there *jetstream.RawStreamMsg
	err = s.ask(ctx, func(ctx context.Context) (err error) {
		there, err = s.stream.GetMsg(ctx, was.Seq)
		return err
	})
	if errors.Is(err, store.ErrGone) || err == nil && there.Header.Get(jetstream.MsgIDHeader) != was.ID {
		err = shorter(table)
	}
	return last, err
}

func eventOf(m *jetstream.RawStreamMsg) store.Event {
	return store.Event{
		Mark: store.Mark{Number: numberOf(m.Header.Get(jetstream.MsgIDHeader)), Seq: m.Sequence},
		Time: m.Time, Data: m.Data,
	}
}

// Read returns all events of a table, where one is missing those before it.
func (s *Store) Read(ctx context.Context, table string) ([]store.Event, error) {
	if !validTable(table) {
		return nil, store.ErrGone
	}
	last, damage := s.last(ctx, table)
	if s.shown.found(table, damage) != nil && !errors.Is(damage, store.ErrDamaged) {
		return nil, damage
	}
	var out []store.Event
	for at := (store.Mark{}); at.Seq < last.Sequence; {
		var m *jetstream.RawStreamMsg
		err := s.ask(ctx, func(ctx context.Context) (err error) {
			m, err = s.stream.GetMsg(ctx, at.Seq+1, jetstream.WithGetMsgSubject(subject(table)))
			return err
		})
		if err != nil {
			return nil, say.Errorf("event %d: %w", at.Number+1, err)
		}
		e := eventOf(m)
		if e.Number != at.Number+1 {
			return out, s.shown.found(table, missing(table, at.Number+1))
		}
		out, at = append(out, e), e.Mark
	}
	if damage == nil {
		s.shown.whole(table)
	}
	return out, damage
}

// ask asks the server for something, again while it does not answer.
func (s *Store) ask(ctx context.Context, try func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	final := func(err error) bool { return !errors.Is(err, store.ErrWaiting) }
	return again(ctx, final, func(ctx context.Context) error { return problem(try(ctx)) })
}

// Delete removes a table with all its events.
func (s *Store) Delete(ctx context.Context, table string) error {
	if !validTable(table) {
		return store.ErrGone
	}
	err := s.ask(ctx, func(ctx context.Context) error {
		return s.stream.Purge(ctx, jetstream.WithPurgeSubject(subject(table)))
	})
	if err == nil {
		s.shown.forget(table)
	}
	return err
}
