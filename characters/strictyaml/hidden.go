package strictyaml

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Hidden reports whether a terminal would obey or swallow a character instead of showing it. Hidden
// are control characters, line and paragraph separators, characters that change the writing direction
// or have no width, and code points that are no characters. Two characters without width are allowed:
// U+200D joins several characters to one emoji, and U+200C separates letters in some scripts.
func Hidden(r rune) bool {
	if r < 0x7f { // most characters are decided here
		return r < ' '
	}
	switch r {
	case '\u200C', '\u200D':
		return false
	case '\u2028', '\u2029':
		return true
	}
	noncharacter := r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF
	return noncharacter || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// Visible returns a text that is safe to show, on one line. The replacement character U+FFFD takes
// the place of every hidden character and of every byte that is not valid UTF-8.
func Visible(s string) string {
	clean := true
	for _, r := range s {
		if clean = r != utf8.RuneError && !Hidden(r); !clean {
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		if Hidden(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// CheckJSON returns an error if a text or key of JSON values holds a hidden character. It is for
// callers that do not read the values with [Parse]. It does not report mistakes in the syntax: the
// caller finds them anyway.
func CheckJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return nil //nolint:nilerr // at the end, or at a mistake that the caller reports
		}
		if text, ok := token.(string); ok {
			if problem := hiddenIn(text); problem != nil {
				return problem
			}
		}
	}
}

// hiddenIn returns an error if a text holds a hidden character.
func hiddenIn(text string) error {
	for _, r := range text {
		if Hidden(r) {
			return fmt.Errorf("the character %U is not allowed in a text: a terminal would obey it or hide it", r)
		}
	}
	return nil
}

// EscapeJSON returns a piece of JSON in which \u escapes replace the hidden characters that
// Go's encoder does not escape.
func EscapeJSON(line string) string {
	hidden := func(r rune) bool { return r >= 0x7f && Hidden(r) }
	if !strings.ContainsFunc(line, hidden) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if !hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// oneLine turns a text of several lines into one line: line breaks and tabs become spaces,
// except in double quotes, where they were escapes and are meant.
func oneLine(n *yaml.Node) {
	if n.Style&yaml.DoubleQuotedStyle == 0 {
		n.Value = whiteSpace.Replace(strings.TrimRight(n.Value, "\n"))
	}
}

var whiteSpace = strings.NewReplacer("\n", " ", "\t", " ")
