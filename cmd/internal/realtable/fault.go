package realtable

import (
	"errors"
	"slices"

	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Fault is a mistake in a note.
type Fault struct {
	// Line is the number of the line, counted from 1.
	Line int
	// Err describes the mistake.
	Err error
	// Incomplete reports whether nothing is wrong so far, but something is still missing. Line is then
	// the last line, or the one that needs more.
	Incomplete bool
}

// mostFaults is the maximum number of faults that are reported.
const mostFaults = 20

// faultList collects the faults of a note.
type faultList struct{ list []Fault }

// add adds a fault at a line. Line 0 stands for the first one.
func (l *faultList) add(line int, err error) {
	if len(l.list) < mostFaults {
		var open *openErr
		l.list = append(l.list, Fault{max(line, 1), err, errors.As(err, &open)})
	}
}

// isEmpty reports whether there is no fault so far.
func (l *faultList) isEmpty() bool { return len(l.list) == 0 }

// sort sorts the faults by their lines. Lines that are only incomplete come last.
func (l *faultList) sort() {
	slices.SortStableFunc(l.list, func(a, b Fault) int {
		switch {
		case a.Incomplete && !b.Incomplete:
			return 1
		case b.Incomplete && !a.Incomplete:
			return -1
		}
		return a.Line - b.Line
	})
}

// openErr means that something is still missing in a note.
type openErr struct{ error }

// newOpenErr returns an openErr with a message.
func newOpenErr(format string, args ...any) error { return &openErr{say.Errorf(format, args...)} }

// strayErr returns the error that some cards have no place.
func strayErr(cards tricks.Set) error {
	return newOpenErr("these cards are not placed yet: %s; if they are the lost cards, write: lost … (T1)", spelledSet(cards))
}

// Unwrap returns the error with the message.
func (e *openErr) Unwrap() error { return e.error }

// FormatArgs returns the message for translation, see package say.
func (e *openErr) FormatArgs() (format string, args []any) { return "%w", []any{e.error} }

// Text returns the fault with its line number in the language of the texts.
func (f *Fault) Text(t *texts.Texts) string { return t.T("real.line", f.Line, t.Tell(f.Err)) }
