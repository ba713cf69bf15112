package texts

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Errors that people can see while playing are written in English in the sources, with package say.
// The files of a language have the same sentences translated, each under its English sentence. All
// other errors are only in English; a test names the packages that make them.

// Sprintf is fmt.Sprintf for a format in English, translated into the language of the texts. Errors
// and other values that are [say.Formatted] are translated as well.
func (t *Texts) Sprintf(format string, args ...any) string {
	if t.lang == Default {
		return fmt.Sprintf(format, args...)
	}
	return t.sentence(format, args)
}

// sentence sets values into a sentence. Without values the sentence is returned as it is.
func (t *Texts) sentence(format string, args []any) string {
	text, ok := t.bySentence()[format]
	if !ok {
		text = format
	}
	if len(args) == 0 {
		return strings.ReplaceAll(text, "%%", "%")
	}
	values := make([]any, len(args))
	for i, arg := range args {
		values[i] = t.value(arg)
	}
	return fmt.Sprintf(wrapVerb().ReplaceAllString(text, "${1}v"), values...)
}

// wrapVerb matches the verb of package fmt that wraps an error.
var wrapVerb = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(%(?:\[\d+\])?)w`) })

// Spelled are cards that a sentence writes with the letters of the language.
type Spelled tricks.Set

// String returns the cards in the letters of T2.
func (s Spelled) String() string { return tricks.Set(s).String() }

// value returns a value of a sentence in the language. Cards stay as T2 writes them, as in the
// documents and records that errors are about, unless they are [Spelled].
func (t *Texts) value(arg any) any {
	switch v := arg.(type) {
	case characters.Text:
		return v.In(t.lang)
	case tricks.Suit:
		return t.Suit(v)
	case Spelled:
		return t.Codes(tricks.Set(v))
	case error:
		return t.Tell(v)
	case say.Formatted:
		return t.sentence(v.FormatArgs())
	}
	return arg
}

// Tell translates an error. Errors of libraries stay as they are.
func (t *Texts) Tell(err error) string {
	if t.lang == Default {
		return err.Error()
	}
	switch e := err.(type) { //nolint:errorlint // this walks the tree itself
	case *strictyaml.Error:
		return strictyaml.Visible(t.sentence(e.FormatArgs()))
	case say.Formatted:
		return t.sentence(e.FormatArgs())
	case *fs.PathError:
		return strictyaml.Visible(e.Path) + ": " + t.Tell(e.Err)
	case interface{ Unwrap() []error }:
		var translated, originals []string
		for _, inner := range e.Unwrap() {
			translated, originals = append(translated, t.Tell(inner)), append(originals, inner.Error())
		}
		if strings.Join(originals, "\n") == err.Error() {
			return strings.Join(translated, "\n")
		}
	}
	if text, ok := t.bySentence()[err.Error()]; ok {
		return text
	}
	if inner := errors.Unwrap(err); inner != nil {
		if prefix, ok := strings.CutSuffix(err.Error(), inner.Error()); ok {
			return prefix + t.Tell(inner)
		}
	}
	return err.Error()
}

// Problem returns an error as a sentence of its own; in English it is the error's text.
func (t *Texts) Problem(err error) string {
	if t.lang == Default {
		return err.Error()
	}
	return Sentence(t.Tell(err))
}
