package texts

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
)

// What a terminal is told passes through here at last, on a full screen through
// Clean, elsewhere through Cleaned. Of all that a terminal obeys only what the
// program itself writes gets through: line breaks, tabs, the colours and weights
// of text, and what takes a line of progress away. Readers refuse the rest
// already; this is for what no reader has seen, such as the name of a file.

// Clean returns a text as a terminal may have it: the replacement character
// stands for everything else that is not shown.
func Clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		if own := ours.FindString(s); own != "" {
			b.WriteString(own)
			s = s[len(own):]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		if r != '\n' && r != '\t' && strictyaml.Hidden(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
		s = s[size:]
	}
	return b.String()
}

// ours is what the program writes to have it obeyed.
var ours = regexp.MustCompile(`^(?:\x1b\[[0-9;]*m|\r\x1b\[K)`)

// isClean reports whether a text is so plain that there is nothing to look at.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Cleaned returns a writer that writes clean texts. What is written in one call
// may end in the middle of a character, but not of a colour.
func Cleaned(w io.Writer) io.Writer { return &cleanWriter{w: w} }

type cleanWriter struct {
	w io.Writer
	// cut is the beginning of a character whose rest is to come.
	cut []byte
}

// Write writes the text cleaned.
func (c *cleanWriter) Write(p []byte) (int, error) {
	text := slices.Concat(c.cut, p)
	c.cut = nil
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				c.cut, text = bytes.Clone(last), text[:len(text)-n]
			}
			break
		}
	}
	if _, err := io.WriteString(c.w, Clean(string(text))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Raw returns the writer behind a Cleaned one, for a full screen, which moves the
// cursor, and to ask what kind of terminal it is.
func Raw(w io.Writer) io.Writer {
	if c, ok := w.(interface{ Raw() io.Writer }); ok {
		return c.Raw()
	}
	return w
}

// Raw returns the writer behind it.
func (c *cleanWriter) Raw() io.Writer { return Raw(c.w) }
