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
	"fellowship/cmd/internal/turns"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// table is a table that is open in this process: the state after its log, and the clients that look at
// it here. It never waits for its clients.
type table struct {
	service *Service
	id      string
	log     *slog.Logger

	// writing is held while an action is drafted and written. It is taken before mu.
	writing sync.Mutex
	// mu guards the fields from state to turns.
	mu    sync.Mutex
	state *state
	// events is the number of events in the state.
	events uint64
	// timeouts is the last finding of [Service.Watch].
	timeouts timeouts
	// timeoutChanges counts how often timeouts has changed.
	timeoutChanges uint64
	// news is closed and replaced by a new channel whenever something has happened.
	news chan struct{}
	// broken is why the log cannot be followed any more, nil if it can.
	broken error
	// fault is why a computer player at home could not decide, until it was reported.
	fault   error
	clients []*Client
	// beat is the minimum time a computer player takes for a decision.
	beat time.Duration
	// programs are the external programs that play at home, by their names.
	programs map[string]players.Player
	// turns has the turns of the computer players and of help.
	turns *turns.Queue

	// users counts the uses of the table, see [Service.acquire]; Service.mu guards it.
	users int
	// ready is closed when the table has been opened, or could not be.
	ready chan struct{}
	// failed is why the table could not be opened, nil if it was. It is set before ready is closed.
	failed error
	// stop ends the computer players and unlocks the log. It is set before ready is closed.
	stop func()
}

// applyStored applies an event of the log while the table is being opened.
func (t *table) applyStored(e store.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			t.fail(say.Errorf("event %d: %v", e.Number, p))
			t.log.Error("an event of a table cannot be followed",
				"event", e.Number, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if t.broken != nil {
		return
	}
	t.state.now = t.service.opts.Now().Add(-t.service.age(e.Time))
	for line := range bytes.Lines(e.Data) {
		if _, err := t.state.apply(e.Number, e.Time, line); err != nil {
			t.fail(say.Errorf("event %d: %w", e.Number, err))
			return
		}
	}
	t.events = e.Number
}

// fail marks the table as broken, since its log cannot be followed. Other tables are not affected.
func (t *table) fail(err error) {
	t.broken = say.Errorf("table %s: %w: %w", t.id, store.ErrDamaged, err)
	t.log.Error("the log of a table cannot be followed", "error", err)
}

// wake wakes everybody who waits for news; t.mu is held.
func (t *table) wake() {
	close(t.news)
	t.news = make(chan struct{})
}

// takeOver marks the clients of a person as superseded when an event shows the person in another session.
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
	for _, c := range t.clients {
		switch {
		case c.person.ID != id:
		case c.session == session:
			c.current = true
		case c.current:
			c.current, c.superseded = false, true
		}
	}
}

// waitUntil waits until a condition holds. The condition is called with t.mu held. The error is why
// the table cannot go on, or the context's error.
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

// write drafts an action on a copy of the state, appends the draft's lines to the log, and then makes
// the copy the state of the table. Only one write runs at a time. The action has to check whether
// something happened that the person has not seen, see [Revision].
func (t *table) write(do func(*draft) error) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	d, err := t.draft(do)
	if err != nil || len(d.lines) == 0 {
		return err
	}
	if t.events >= uint64(t.service.limits.events) && !d.closed {
		return ErrTooLong
	}
	err = t.service.store.Append(t.id, t.events, bytes.Join(d.lines, nil))
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

// draft returns a copy of the table on which an action was tried.
func (t *table) draft(do func(*draft) error) (*draft, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := cmp.Or(t.broken, t.service.ctx.Err()); err != nil {
		return nil, err
	}
	d := &draft{state: t.state.copy(), number: t.events + 1, eventTime: t.service.wallClock()}
	d.now = t.service.opts.Now()
	if d.closed {
		return nil, ErrGone
	}
	return d, do(d)
}

// adopt makes a draft the state of the table; t.mu is held. If the round goes on, the new one is copied
// into the same [round.Round], because the clients' viewpoints point to it.
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

// endDamaged marks the table as broken because its file was changed from outside, and wakes everybody
// there, so that they learn why; t.mu is held.
func (t *table) endDamaged(err error) {
	if t.broken != nil {
		return
	}
	t.broken = err
	t.log.Error("a table has ended, because its file was changed; put the newest copy back, or delete the table",
		"error", err)
	t.wake()
}

// remove removes a client, and reports whether it was there.
func (t *table) remove(c *Client) (removed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.clients)
	t.clients = slices.DeleteFunc(t.clients, func(other *Client) bool { return other == c })
	return len(t.clients) < n
}

// draft is a copy of a table's state on which an action is tried before it is written to the log.
type draft struct {
	*state
	// number is the number that the new event of the log gets.
	number    uint64
	eventTime time.Time
	// lines were added by the action so far. They are written together as one event of the log.
	lines [][]byte
	// events are the parsed events among the lines.
	events []*event
}

// addEvents applies events to the draft and adds their lines.
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

// Append applies a line to the draft and adds it.
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

// startRound begins a round that counts. The record has at least its first line; choice is the group's choice in a
// campaign, nil without one.
func (d *draft) startRound(choice *campaign.Choice, record []byte) error {
	return d.startRoundAs(roundStart{Choice: choice}, record)
}

// startRoundAs begins a round with what comes before its record.
func (d *draft) startRoundAs(start roundStart, record []byte) error {
	if d.playing() {
		return ErrPlaying
	}
	if d.names != nil {
		first, err := header(d.lib, record)
		if err != nil {
			return err
		}
		number := 0
		if d.campaign != nil {
			number = d.campaign.RoundNumber()
		}
		start.Name = d.names(first.Deal, number)
	}
	if err := d.addEvents(event{RoundStart: &start}); err != nil {
		return err
	}
	for line := range bytes.Lines(record) {
		if err := d.Append(bytes.Clone(line)); err != nil {
			return err
		}
	}
	return nil
}

// dealRound deals a round and begins it. Calls of number give the deal's random number and then the
// computer players' seed.
func (d *draft) dealRound(number func() uint64) error {
	pos, choice, err := d.deal(&d.next, number())
	if err != nil {
		return err
	}
	seed := number()
	rec := chapters.Record{Position: pos, Seed: &seed, PlayerNames: d.playerNames(len(pos.Hands))}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	return d.startRound(choice, line)
}

// playerNames returns the names of the players of a number of hands, as records write them. A record names a player for
// every hand. For a hand without a seat at the table any name will do, because the player who decides for the hand
// plays it: the pyramid (S9), or the other hands of a solo round (S10).
func (s *state) playerNames(hands int) (names []string) {
	for i := range hands {
		names = append(names, s.playerName(tricks.Seat(min(i, len(s.seats)-1))))
	}
	return names
}
