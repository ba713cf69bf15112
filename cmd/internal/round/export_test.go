package round

import (
	"bytes"
	"context"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Written is a round with the text of its record, which grows with every line.
type Written struct {
	*Round
	Text bytes.Buffer
}

// Write begins the record of a round.
func Write(s *Round) (*Written, error) {
	w := &Written{Round: s}
	record := s.Record()
	text, err := record.Text()
	w.Text.Write(text)
	return w, err
}

// Line checks a line on a copy, writes it, and applies it.
func (w *Written) Line(line chapters.Line) error {
	text := line.Text()
	if err := w.Copy().ApplyLine(text); err != nil {
		return err
	}
	w.Text.Write(text)
	return w.ApplyLine(text)
}

// Decide makes a person's decision.
func (w *Written) Decide(d chapters.Decision) error {
	if w.Player() == tricks.NoSeat {
		return ErrNotDue
	}
	return w.Line(chapters.Line{Decision: &d})
}

// Step makes one decision of a computer player; ok is false if no computer
// player decides. If the context ends first, it returns the context's error.
func (w *Written) Step(ctx context.Context) (d chapters.Decision, ok bool, err error) {
	thought := w.Think()
	if thought == nil {
		return chapters.Decision{}, false, nil
	}
	if d, _, err = thought.Decide(ctx); err != nil {
		return chapters.Decision{}, false, err
	}
	return d, true, w.Line(chapters.Line{Decision: &d})
}

// Undo takes a decision back if that is possible.
func (w *Written) Undo() (ok bool, err error) { return w.undo(w.UndoCount(false)) }

// UndoAgreed takes a decision back that all have agreed to take back.
func (w *Written) UndoAgreed() (ok bool, err error) { return w.undo(w.UndoCount(true)) }

func (w *Written) undo(back int) (bool, error) {
	if back == 0 {
		return false, nil
	}
	return true, w.Line(chapters.Line{Undo: back})
}
