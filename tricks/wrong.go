package tricks

import "fmt"

// sentence is words in English, as a format of package fmt, and its values. It tells both, so
// that others can put the values into the words of another language.
type sentence struct {
	format string
	args   []any
}

// Said returns the format and its values.
func (s sentence) Said() (format string, args []any) { return s.format, s.args }

// String returns the sentence in English.
func (s sentence) String() string { return fmt.Errorf(s.format, s.args...).Error() }

// wrong is an error that is a sentence. It wraps what package fmt has it wrap.
type wrong struct{ sentence }

// Error returns the sentence in English.
func (w *wrong) Error() string { return w.String() }

// Unwrap returns the error of package fmt, which wraps the others.
func (w *wrong) Unwrap() error { return fmt.Errorf(w.format, w.args...) }

// wrongf is fmt.Errorf.
func wrongf(format string, args ...any) error { return &wrong{sentence{format, args}} }
