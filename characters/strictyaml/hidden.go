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

// Hidden reports whether a terminal would obey or swallow a character instead of showing it:
// control characters, line and paragraph separators, characters that turn the direction of writing
// or have no width, and code points that are no characters. U+200D, which joins several characters
// to one emoji, and U+200C, which some scripts keep letters apart with, are not hidden.
func Hidden(r rune) bool {
	if r < 0x7f { // most of them, at once
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

// Visible returns a text for people, whatever it holds: on one line, with the replacement character
// in the place of every hidden one and of every byte that is no character.
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

// CheckJSON reports a hidden character in a text or key of JSON values. It is for those who
// do not read them with Parse. They have to tell mistakes in the syntax themselves.
func CheckJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return nil //nolint:nilerr // at the end, or at a mistake that the caller tells
		}
		if text, ok := token.(string); ok {
			if problem := hiddenIn(text); problem != nil {
				return problem
			}
		}
	}
}

// hiddenIn returns an error for a text that holds a hidden character, and nil for others.
func hiddenIn(text string) error {
	for _, r := range text {
		if Hidden(r) {
			return fmt.Errorf("the character %U is not allowed in a text: a terminal would obey it or hide it", r)
		}
	}
	return nil
}

// EscapeJSON returns a piece of JSON with escapes for the hidden characters that
// Go's encoder leaves as they are.
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

// oneLine makes one line of a text: outside of double quotes a line break and a
// tab stand for a space.
func oneLine(n *yaml.Node) {
	if n.Style&yaml.DoubleQuotedStyle == 0 {
		n.Value = whiteSpace.Replace(strings.TrimRight(n.Value, "\n"))
	}
}

var whiteSpace = strings.NewReplacer("\n", " ", "\t", " ")
