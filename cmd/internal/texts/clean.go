package texts

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
)

// All text for a terminal passes through here at last, on a full screen through
// Clean, elsewhere through Cleaned. Of all that a terminal obeys only line breaks, tabs and the
// program's own sequences get through: Paint and Redraw. Those hold a secret that no text from
// outside can hold; it is taken out here. Readers refuse the rest already; this is for what no
// reader has seen, such as the name of a file.

// escapePrefix is how each sequence of the program begins: with a number that nobody outside of
// this run of it can know. It is one more parameter between ESC [ and a letter, so that code that
// measures texts sees an escape sequence as ever.
var escapePrefix = sync.OnceValue(func() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return "\x1b[" + strconv.FormatUint(binary.NativeEndian.Uint64(b[:]), 10) + ";"
})

// Paint gives a text a look that a terminal obeys, by the parameters of ESC [ … m.
func Paint(code, s string) string {
	return escapePrefix() + code + "m" + s + escapePrefix() + "0m"
}

// Redraw takes away the line that stands on the terminal.
func Redraw() string { return "\r" + escapePrefix() + "K" }

// Clean returns a text as a terminal may have it: the replacement character
// stands for everything else that is not shown.
func Clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		if code, rest, ok := CutPaint(s); ok {
			b.WriteString("\x1b[" + code + "m")
			s = rest
			continue
		}
		if rest, ok := strings.CutPrefix(s, Redraw()); ok {
			b.WriteString("\r\x1b[K")
			s = rest
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

// isClean reports whether a text is so plain that there is nothing to look at.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Cleaned returns a writer that writes clean texts. The text of one call may end
// in the middle of a character, but not of a colour.
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
				c.cut = bytes.Clone(last)
				text = text[:len(text)-n]
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

// CutPaint cuts what Paint has written off the front of a text: the parameters of the
// look, "0" for the end of one. It is false where the text does not begin so.
func CutPaint(s string) (code, rest string, ok bool) {
	sequence, ok := strings.CutPrefix(s, escapePrefix())
	rest = strings.TrimLeft(sequence, "0123456789;")
	if !ok || !strings.HasPrefix(rest, "m") {
		return "", s, false
	}
	return sequence[:len(sequence)-len(rest)], rest[1:], true
}

// ASCII returns a writer that spells everything in ASCII characters. Each
// call must write whole characters.
func ASCII(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ w io.Writer }

var spelling = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss",
	"á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "û", "u", "â", "a", "ê", "e", "î", "i", "ô", "o", "ë", "e",
	"–", "-", "—", "-", "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "…", "...", "·", "-", "■", "#", "□", "_",
	"\u00a0", " ",
)

// Write writes the text as [InASCII] spells it.
func (a asciiWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(a.w, InASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// InASCII returns a text in ASCII characters, with every other character as "?".
func InASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 126 {
			return '?'
		}
		return r
	}, spelling.Replace(s))
}
