package texts

import (
	"io"
	"strings"
)

// ASCII returns a writer that spells everything in ASCII characters. Each
// call must write whole characters.
func ASCII(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ w io.Writer }

var spelling = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss",
	"á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "û", "u", "â", "a", "ê", "e", "î", "i", "ô", "o", "ë", "e",
	"–", "-", "—", "-", "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "…", "...", "·", "-", "■", "#", "□", "_",
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
