package table

import (
	"bytes"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"
)

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

// startRound begins a round. The record has at least its first line; choice is the group's choice in a
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

// dealRound deals a round and begins it. Calls of number give the deal's random number and then the
// computer players' seed.
func (d *draft) dealRound(number func() uint64) error {
	pos, choice, err := d.deal(&d.next, number())
	if err != nil {
		return err
	}
	seed := number()
	rec := chapters.Record{Position: pos, Seed: &seed}
	for i := range pos.Hands {
		// A record names a player for every hand. For a hand without a seat at the table any name will
		// do, because the player who decides for the hand plays it: the pyramid (S9), or the other
		// hands of a solo round (S10).
		owner := tricks.Seat(min(i, len(d.seats)-1))
		rec.PlayerNames = append(rec.PlayerNames, d.playerName(owner))
	}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	return d.startRound(choice, line)
}
