package texts

import "strings"

// Keyed is an error that there is a text for, so that it can be told in every
// language. Key is the key of the text.
type Keyed interface {
	error
	Key() string
}

// Problem says what is wrong. In English that is what the error says; in other
// languages the texts of the errors in it that have one, and else the error.
func (t *Texts) Problem(err error) string {
	if t.lang == Default {
		return err.Error()
	}
	var parts []string
	var walk func(error)
	walk = func(err error) {
		if keyed, ok := err.(Keyed); ok { //nolint:errorlint // this walks the tree itself
			parts = append(parts, t.T(keyed.Key()))
		}
		switch e := err.(type) { //nolint:errorlint // so does this
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				walk(inner)
			}
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		}
	}
	walk(err)
	if len(parts) == 0 {
		return err.Error()
	}
	return Sentence(strings.Join(parts, ": "))
}
