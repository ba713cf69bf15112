package table

import (
	"time"

	"fellowship/cmd/internal/session"
)

// draft is a copy of a table on which somebody tries something. Lines are what was
// done there so far, to be written all at once as one event.
type draft struct {
	*state
	number uint64
	now    time.Time
	lines  [][]byte
}

// do adds an event.
func (d *draft) do(e event) error {
	line, err := e.line()
	if err != nil {
		return err
	}
	return d.add(line)
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

// lines is what a copy of a session has written.
type lines [][]byte

// Append takes a line.
func (l *lines) Append(line []byte) error {
	*l = append(*l, line)
	return nil
}

// Keep is nothing to see to.
func (*lines) Keep() error { return nil }
