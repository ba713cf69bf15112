package table

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"
)

// draft is a copy of a table on which somebody tries something. Lines are what was
// done there so far, to be written all at once as one event.
type draft struct {
	*state
	number uint64
	now    time.Time
	lines  [][]byte
}

// do adds events.
func (d *draft) do(events ...event) error {
	for _, e := range events {
		line, err := e.line()
		if err == nil {
			err = d.add(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a line.
func (d *draft) add(line []byte) error {
	if _, err := d.apply(d.number, d.now, line); err != nil {
		return err
	}
	d.lines = append(d.lines, line)
	return nil
}

// game does something in the round, with all its manners, and adds what that has
// written.
func (d *draft) game(do func(*session.Session) error) error {
	if !d.playing() {
		return ErrNotPlaying
	}
	var written lines
	if err := do(d.play.Copy(&written)); err != nil {
		return err
	}
	for _, line := range written {
		if err := d.add(line); err != nil {
			return err
		}
	}
	return nil
}

// start deals and begins a round.
func (d *draft) start() error {
	pos, choice, err := d.deal(&d.next)
	if err != nil {
		return err
	}
	seed := anySeed()
	rec := chapters.Record{Position: pos, Seed: &seed}
	for at := range pos.Hands {
		// The pyramid, and the other hands of a solo round, are nobody's own.
		rec.By = append(rec.By, d.by(tricks.Seat(min(at, len(d.seats)-1))))
	}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	opened := sealed(string(line[:len(line)-1]))
	if err := d.do(event{Sealed: &sealing{opened.Salt, choice}}); err != nil {
		return err
	}
	return d.add(line)
}

// lines is what a copy of a session has written.
type lines [][]byte

// Append takes a line.
func (l *lines) Append(line []byte) error {
	*l = append(*l, line)
	return nil
}

// Keep is nothing to see to.
func (*lines) Keep() error { return nil }
