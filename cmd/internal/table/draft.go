package table

import (
	"bytes"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"
)

// draft is a copy of a table on which somebody tries something. Lines are what was
// done there so far, to be written all at once as one event.
type draft struct {
	*state
	number uint64
	at     time.Time
	lines  [][]byte
	// done are the events among the lines.
	done []*event
}

// do adds events.
func (d *draft) do(events ...event) error {
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
	e, err := d.apply(d.number, d.at, line)
	if err != nil {
		return err
	}
	if d.lines = append(d.lines, line); e != nil {
		d.done = append(d.done, e)
	}
	return nil
}

// record adds a line of the round's record.
func (d *draft) record(line chapters.Line) error { return d.Append(line.Text()) }

// begins begins a round with the first line of its record, or more of it. Choice is that of a
// campaign, nil without one.
func (d *draft) begins(choice *campaign.Choice, record []byte) error {
	if d.playing() {
		return ErrPlaying
	}
	b := begins{Choice: choice}
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
	if err := d.do(event{Begins: &b}); err != nil {
		return err
	}
	for line := range bytes.Lines(record) {
		if err := d.Append(bytes.Clone(line)); err != nil {
			return err
		}
	}
	return nil
}

// start deals and begins a round, with numbers that nobody can guess.
func (d *draft) start(number func() uint64) error {
	pos, choice, err := d.deal(&d.next, number())
	if err != nil {
		return err
	}
	seed := number()
	rec := chapters.Record{Position: pos, Seed: &seed}
	for at := range pos.Hands {
		// The pyramid, and the other hands of a solo round, are nobody's own.
		rec.By = append(rec.By, d.by(tricks.Seat(min(at, len(d.seats)-1))))
	}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	return d.begins(choice, line)
}
