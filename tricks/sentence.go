package tricks

import "fmt"

// sentence is an English sentence as a format of package fmt and its values. FormatArgs returns
// both, so that other packages can put the values into a translated format.
type sentence struct {
	format string
	args   []any
}

// FormatArgs returns the format and its values.
func (s sentence) FormatArgs() (format string, args []any) { return s.format, s.args }

// String returns the sentence in English.
func (s sentence) String() string { return fmt.Errorf(s.format, s.args...).Error() }

// textError is an error whose message is a sentence. It wraps the values that the format names with %w.
type textError struct{ sentence }

// Error returns the sentence in English.
func (w *textError) Error() string { return w.String() }

// Unwrap returns the error of package fmt, which wraps the others.
func (w *textError) Unwrap() error { return fmt.Errorf(w.format, w.args...) }

// errorf returns an error like fmt.Errorf, but one that can be translated.
func errorf(format string, args ...any) error { return &textError{sentence{format, args}} }
