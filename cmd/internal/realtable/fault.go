package realtable

import (
	"errors"

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

// fault adds a fault at the current line.
func (n *parser) fault(err error) {
	if len(n.faults) < mostFaults {
		var open *openErr
		n.faults = append(n.faults, Fault{max(n.line, 1), err, errors.As(err, &open)})
	}
}

// openErr means that something is still missing in a note.
type openErr struct{ error }

// newOpenErr returns an openErr with a message.
func newOpenErr(format string, args ...any) error { return &openErr{say.Errorf(format, args...)} }

// strayErr returns the error that some cards have no place.
func strayErr(cards tricks.Set) error {
	return newOpenErr("these cards stand nowhere: %s; if they lie lost, say so: lost … (T1)", spelledSet(cards))
}

// Unwrap returns the error with the message.
func (e *openErr) Unwrap() error { return e.error }

// FormatArgs returns the message for translation, see package say.
func (e *openErr) FormatArgs() (format string, args []any) { return "%w", []any{e.error} }

// Text returns the fault with its line number in the language of the texts.
func (f *Fault) Text(t *texts.Texts) string { return t.T("real.line", f.Line, t.Tell(f.Err)) }
