package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/store"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// table is a table that is open in this process: what its log comes to, and who looks
// at it here. It never waits for who looks.
type table struct {
	hall *Service
	id   string
	log  *slog.Logger

	// writing is held by the one who writes.
	writing sync.Mutex
	mu      sync.Mutex
	state   *state
	// events is how many events the state has followed.
	events uint64
	// timeouts is the lateness when the hall looked last, and turns counts how often it was otherwise
	// than before, see [Service.Watch].
	timeouts       timeouts
	timeoutChanges uint64
	// news is closed, and made anew, when something has happened.
	news chan struct{}
	// broken is why the log cannot be followed any more, and fault why a computer player at
	// home could not decide.
	broken, fault error
	chairs        []*Client
	// beat is how long a computer player takes at least for a decision.
	beat time.Duration
	// programs are those that play at home, by their names.
	programs map[string]players.Player

	// users counts who holds the table open; it is the hall's.
	users int
	// ready is closed when the table was opened, or could not be, which is failed.
	ready  chan struct{}
	failed error
	stop   func()
}

// replayEvent reads an event of the log when the table is opened.
func (t *table) replayEvent(e store.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			t.fail(say.Errorf("event %d: %v", e.Number, p))
			t.log.Error("an event of a table cannot be followed", "event", e.Number, "panic", p, "stack",
				string(debug.Stack()))
		}
	}()
	if t.broken != nil {
		return
	}
	t.state.now = t.hall.opts.Now().Add(-t.hall.age(e.Time))
	for line := range bytes.Lines(e.Data) {
		if _, err := t.state.apply(e.Number, e.Time, line); err != nil {
			t.fail(say.Errorf("event %d: %w", e.Number, err))
			return
		}
	}
	t.events = e.Number
}

// fail ends a table whose log cannot be followed. Others go on.
func (t *table) fail(err error) {
	t.broken = say.Errorf("table %s: %w: %w", t.id, store.ErrDamaged, err)
	t.log.Error("the log of a table cannot be followed", "error", err)
}

// wake wakes who waits for something new.
func (t *table) wake() {
	close(t.news)
	t.news = make(chan struct{})
}

// takeOver ends the chairs of a person who has come in another session.
func (t *table) takeOver(e *event) {
	var id, session string
	switch {
	case e.Present != nil:
		id, session = e.Present.PersonID, e.Present.Session
	case e.SatDown != nil:
		id, session = e.SatDown.PersonID, e.SatDown.Session
	default:
		return
	}
	for _, c := range t.chairs {
		switch {
		case c.person.ID != id:
		case c.session == session:
			c.current = true
		case c.current:
			c.current, c.superseded = false, true
		}
	}
}

// waitUntil waits until something is so at the table; is is called with t.mu held. The error
// is why the table cannot go on, or that of the context.
func (t *table) waitUntil(ctx context.Context, condition func() bool) error {
	for {
		t.mu.Lock()
		done := condition()
		err := t.broken
		news := t.news
		t.mu.Unlock()
		if done || err != nil {
			return err
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// write tries something on a copy of the table, and writes what comes of it; then that is the table. One does so
// after the other, and may find that something has happened which the person has not seen, see [Revision].
func (t *table) write(do func(*draft) error) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	d, err := t.draft(do)
	if err != nil || len(d.lines) == 0 {
		return err
	}
	if t.events >= uint64(t.hall.limits.events) && !d.closed {
		return ErrTooLong
	}
	err = t.hall.store.Append(t.id, t.events, bytes.Join(d.lines, nil))
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err == nil:
		t.adopt(d)
	case t.state.setup.Home:
		return &WriteError{err}
	case errors.Is(err, store.ErrDamaged):
		t.endDamaged(err)
	}
	return err
}

// draft is a copy of the table on which something was tried.
func (t *table) draft(do func(*draft) error) (*draft, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := cmp.Or(t.broken, t.hall.ctx.Err()); err != nil {
		return nil, err
	}
	d := &draft{state: t.state.copy(), number: t.events + 1, eventTime: t.hall.wallClock()}
	d.now = t.hall.opts.Now()
	if d.closed {
		return nil, ErrGone
	}
	return d, do(d)
}

// adopt makes a draft the table; t.mu is held. A round that goes on stays the one at which people look.
func (t *table) adopt(d *draft) {
	if previous := t.state.play; previous != nil && d.roundNumber() == t.state.roundNumber() {
		*previous.Round = *d.play.Round
		d.play.Round = previous.Round
	}
	t.state, t.events = d.state, d.number
	for _, e := range d.events {
		t.takeOver(e)
	}
	t.wake()
}

// endDamaged ends a table whose file is not as it was written, once: everybody there is told why. t.mu is held.
func (t *table) endDamaged(err error) {
	if t.broken != nil {
		return
	}
	t.broken = err
	t.log.Error("a table has ended, because its file was changed; put the newest copy back, or delete the table",
		"error", err)
	t.wake()
}

// remove forgets a chair, and reports whether it was there.
func (t *table) remove(c *Client) (removed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.chairs)
	t.chairs = slices.DeleteFunc(t.chairs, func(other *Client) bool { return other == c })
	return len(t.chairs) < n
}

// draft is a copy of a table on which somebody tries something. Lines are what was
// done there so far, to be written all at once as one event.
type draft struct {
	*state
	number    uint64
	eventTime time.Time
	lines     [][]byte
	// events are the events among the lines.
	events []*event
}

// addEvents adds events.
func (d *draft) addEvents(events ...event) error {
	for _, e := range events {
		line, err := e.line()
		if err == nil {
			err = d.Append(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Append adds a line.
func (d *draft) Append(line []byte) error {
	e, err := d.apply(d.number, d.eventTime, line)
	if err != nil {
		return err
	}
	d.lines = append(d.lines, line)
	if e != nil {
		d.events = append(d.events, e)
	}
	return nil
}

// record adds a line of the round's record.
func (d *draft) record(line chapters.Line) error { return d.Append(line.Text()) }

// startRound begins a round with the first line of its record, or more of it. Choice is that of a
// campaign, nil without one.
func (d *draft) startRound(choice *campaign.Choice, record []byte) error {
	if d.playing() {
		return ErrPlaying
	}
	b := roundStart{Choice: choice}
	if d.names != nil {
		first, err := header(d.lib, record)
		if err != nil {
			return err
		}
		number := 0
		if d.campaign != nil {
			number = d.campaign.Number()
		}
		b.Name = d.names(first.Deal, number)
	}
	if err := d.addEvents(event{RoundStart: &b}); err != nil {
		return err
	}
	for line := range bytes.Lines(record) {
		if err := d.Append(bytes.Clone(line)); err != nil {
			return err
		}
	}
	return nil
}

// dealRound deals and begins a round, with numbers that nobody can guess.
func (d *draft) dealRound(number func() uint64) error {
	pos, choice, err := d.deal(&d.next, number())
	if err != nil {
		return err
	}
	seed := number()
	rec := chapters.Record{Position: pos, Seed: &seed}
	for i := range pos.Hands {
		// The pyramid, and the other hands of a solo round, are nobody's own.
		rec.PlayerNames = append(rec.PlayerNames, d.playerName(tricks.Seat(min(i, len(d.seats)-1))))
	}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	return d.startRound(choice, line)
}
