package tricks

import "fmt"

// sentence is words in English, as a format of package fmt, and its values. It tells both, so
// that others can put the values into the words of another language.
type sentence struct {
	format string
	args   []any
}

// FormatArgs returns the format and its values.
func (s sentence) FormatArgs() (format string, args []any) { return s.format, s.args }

// String returns the sentence in English.
func (s sentence) String() string { return fmt.Errorf(s.format, s.args...).Error() }

// textError is an error that is a sentence. It wraps what package fmt has it wrap.
type textError struct{ sentence }

// Error returns the sentence in English.
func (w *textError) Error() string { return w.String() }

// Unwrap returns the error of package fmt, which wraps the others.
func (w *textError) Unwrap() error { return fmt.Errorf(w.format, w.args...) }

// errorf is fmt.Errorf.
func errorf(format string, args ...any) error { return &textError{sentence{format, args}} }
