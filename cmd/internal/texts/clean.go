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

// All text for a terminal passes through this file: through Clean on a full screen, through Cleaned
// elsewhere. Line breaks, tabs and the program's own sequences (Paint, Redraw) get through, and
// nothing else that a terminal obeys. The program's sequences hold a secret that no text from
// outside can know, and it is removed here. Readers of files refuse control characters already;
// this file protects from text that no reader has seen, such as the name of a file.

// escapePrefix begins each sequence of the program. It holds a number that nobody outside this run
// can know. The number is one more parameter between ESC [ and a letter, so that code that measures
// texts recognizes the sequence as usual.
var escapePrefix = sync.OnceValue(func() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return "\x1b[" + strconv.FormatUint(binary.NativeEndian.Uint64(b[:]), 10) + ";"
})

// Paint returns a text with a style for a terminal. code has the parameters of ESC [ … m.
func Paint(code, s string) string {
	return escapePrefix() + code + "m" + s + escapePrefix() + "0m"
}

// Redraw returns the sequence that erases the line of the cursor.
func Redraw() string { return "\r" + escapePrefix() + "K" }

// Clean returns a text that is safe for a terminal. It replaces every invisible character but line
// breaks and tabs by U+FFFD, and turns the program's own sequences into those of the terminal.
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

// isClean reports whether a text has only characters that never need cleaning.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Cleaned returns a writer that cleans what it writes. A call may end in the middle of a character,
// but not in the middle of a style sequence.
func Cleaned(w io.Writer) io.Writer { return &cleanWriter{w: w} }

type cleanWriter struct {
	w io.Writer
	// cut holds the first bytes of a character whose other bytes have not been written yet.
	cut []byte
}

// Write cleans the text and writes it.
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

// Raw returns the writer behind a Cleaned one. A full screen needs it to move the cursor and to ask
// for the kind of terminal.
func Raw(w io.Writer) io.Writer {
	if c, ok := w.(interface{ Raw() io.Writer }); ok {
		return c.Raw()
	}
	return w
}

// Raw returns the writer that is wrapped.
func (c *cleanWriter) Raw() io.Writer { return Raw(c.w) }

// CutPaint cuts a sequence written by Paint off the front of a text and returns its parameters, "0"
// for the sequence that ends a style. ok is false if the text does not begin with one.
func CutPaint(s string) (code, rest string, ok bool) {
	sequence, ok := strings.CutPrefix(s, escapePrefix())
	rest = strings.TrimLeft(sequence, "0123456789;")
	if !ok || !strings.HasPrefix(rest, "m") {
		return "", s, false
	}
	return sequence[:len(sequence)-len(rest)], rest[1:], true
}

// ASCII returns a writer that replaces all characters that are not ASCII. Each call must write
// whole characters.
func ASCII(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ w io.Writer }

// spelling has the ASCII spellings of the characters in our texts.
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

// InASCII returns a text in ASCII characters. A character without a spelling becomes "?".
func InASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 126 {
			return '?'
		}
		return r
	}, spelling.Replace(s))
}
