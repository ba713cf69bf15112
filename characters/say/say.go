// Package say makes the errors that a person can read while playing, so that they can be shown in
// another language. They are written in English where they arise, as formats of package fmt. An error
// keeps its format and its values, so that a translation of the format can show the same values.
// Errors that only a command line shows are made with packages fmt and errors, in English.
//
// The English text is the key of a translation. A text without a translation is shown in English.
package say

import (
	"errors"
	"fmt"
)

// Formatted is an error, or a part of a text, that keeps its format and its values. A value may be
// Formatted itself, or any error. Without values the format is the text as it stands.
type Formatted interface {
	FormatArgs() (format string, args []any)
}

// English returns a Formatted in English, for the Error and String methods of such types.
func English(t Formatted) string {
	format, args := t.FormatArgs()
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// Text is a part of a text that has values of its own. The zero Text is empty.
type Text struct {
	format string
	args   []any
}

// Sprintf returns a Text.
func Sprintf(format string, args ...any) Text {
	return Text{format, args}
}

// Fold returns the parts of a list as one Text. The format joins two of them.
func Fold[T any](format string, parts []T) Text {
	var t Text
	for i, part := range parts {
		t = Sprintf(format, t, part)
		if i == 0 {
			t = Sprintf("%v", part)
		}
	}
	return t
}

// String returns the text in English.
func (t Text) String() string { return English(t) }

// FormatArgs returns the format and its values.
func (t Text) FormatArgs() (format string, args []any) { return t.format, t.args }

// Count returns a number of things in English, such as 1 card or 2 cards, for texts that are in English only.
func Count[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Word is a part of a text without values.
type Word string

// String returns the word in English.
func (w Word) String() string { return string(w) }

// FormatArgs returns the word.
func (w Word) FormatArgs() (format string, args []any) { return string(w), nil }

// formattedError is an error of this package. It wraps the errors that package fmt has it wrap.
type formattedError struct {
	error
	format string
	args   []any
}

// New is errors.New.
func New(text string) error { return &formattedError{errors.New(text), text, nil} }

// Errorf is fmt.Errorf.
func Errorf(format string, args ...any) error {
	return &formattedError{fmt.Errorf(format, args...), format, args}
}

// Unwrap returns the error of package fmt, which wraps the others.
func (s *formattedError) Unwrap() error { return s.error }

// FormatArgs returns the format and its values.
func (s *formattedError) FormatArgs() (format string, args []any) { return s.format, s.args }

// bug is an error that is a mistake of the program itself.
type bug struct{ error }

// Unwrap returns the error.
func (b bug) Unwrap() error { return b.error }

// Internal marks an error as a mistake of the program itself; nil stays nil.
func Internal(err error) error {
	if err == nil {
		return nil
	}
	return bug{Errorf("internal error, please report it: %w", err)}
}

// IsInternal reports whether an error holds a mistake of the program itself.
func IsInternal(err error) bool { return errors.As(err, new(bug)) }

// Guard runs f and turns a panic into an internal error, so that no stack trace reaches a person.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Internal(Errorf("%v", p))
		}
	}()
	return f()
}
