// Package cells measures, cuts and breaks texts for terminals. Terminals differ in how wide they
// draw signs of several characters: some draw them as one, others give each of their characters
// cells of its own. All here counts the larger of the two, so that no line gets longer than its
// window in either.
package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
)

// Width returns how many cells a text takes. Sequences for the terminal take none.
func Width(s string) (n int) {
	for state := byte(0); s != ""; {
		var w int
		_, w, s, state = next(s, state)
		n += w
	}
	return n
}

// First returns the first sign or sequence of a text, and how many cells it takes.
func First(s string) (sign string, w int) {
	sign, w, _, _ = next(s, 0)
	return sign, w
}

// next takes the first sign or sequence off a text.
func next(s string, state byte) (sign string, w int, rest string, after byte) {
	if r, size := utf8.DecodeRuneInString(s); state == 0 && simple(r) {
		if after, _ := utf8.DecodeRuneInString(s[size:]); size == len(s) || after < ' ' || simple(after) {
			return s[:size], 1, s[size:], 0
		}
	}
	sign, w, size, after := ansi.GraphemeWidth.DecodeSequenceInString(s, state, nil)
	if r, _ := utf8.DecodeRuneInString(sign); r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
		return sign, w, s[size:], after
	}
	apart := 0
	for _, r := range sign {
		apart += alone(r)
	}
	return sign, max(w, apart), s[size:], after
}

// Apart reports whether terminals differ in how wide they draw a sign.
func Apart(sign string) bool { return len(sign) > 1 && Width(sign) != ansi.StringWidth(sign) }

// simple reports whether a character takes one cell everywhere, unless a mark follows it: most of
// a screen, which need not be looked at closely.
func simple(r rune) bool {
	return ' ' <= r && r < 0x7f || '\u00c0' <= r && r < '\u0300' || '\u2010' <= r && r <= '\u2026' || '\u2500' <= r && r <= '\u259f'
}

// wc are the widths of characters for those terminals that draw each of them by itself.
var wc = runewidth.Condition{StrictEmojiNeutral: true}

// alone returns how many cells a character takes that is drawn by itself.
func alone(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(unicode.Mc, r):
		return 1
	case '\u3248' <= r && r <= '\u324f': // circled numbers on black squares
		return 2
	}
	return wc.RuneWidth(r)
}

// Cut shortens a text that is wider than n cells so that it fits, with the tail where it was cut.
// Sequences for the terminal stay.
func Cut(s string, n int, tail string) string {
	if Width(s) <= n {
		return s
	}
	if n -= Width(tail); n < 0 {
		return ""
	}
	var b strings.Builder
	cut := false
	for state := byte(0); s != ""; {
		var sign string
		var w int
		sign, w, s, state = next(s, state)
		n -= w
		switch {
		case n >= 0 && !cut, strings.HasPrefix(sign, "\x1b"):
			b.WriteString(sign)
		case !cut:
			cut = true
			b.WriteString(tail)
		}
	}
	return b.String()
}

// Pad fills a text up to n cells.
func Pad(s string, n int) string { return s + strings.Repeat(" ", max(n-Width(s), 0)) }

// Wrap breaks a text into lines of at most n cells, a word only where it is longer than a line.
func Wrap(s string, n int) []string { return wrap(s, n, false) }

// Wordwrap is Wrap that leaves words whole, longer than a line or not.
func Wordwrap(s string, n int) []string { return wrap(s, n, true) }

// wrap breaks lines at spaces, which go, and behind hyphens, but those at the beginning of a word: a flag
// stays whole.
func wrap(s string, limit int, whole bool) (lines []string) {
	limit = max(limit, 1)
	var line, space, word strings.Builder
	lineWide, spaceWide, wordWide := 0, 0, 0
	begun := false // a word, with a letter or a digit
	dropSpace := func() {
		space.Reset()
		spaceWide = 0
	}
	addSpace := func() {
		if wordWide > 0 || lineWide+spaceWide <= limit {
			line.WriteString(space.String())
			lineWide += spaceWide
		} else {
			lineWide = limit // what follows goes below
		}
		dropSpace()
	}
	addWord := func() {
		if word.Len() > 0 {
			addSpace()
			line.WriteString(word.String())
			lineWide += wordWide
			word.Reset()
			wordWide, begun = 0, false
		}
	}
	behind := func() bool { return begun || wordWide == 0 && spaceWide == 0 && lineWide > 0 }
	end := func() {
		lines = append(lines, line.String())
		line.Reset()
		lineWide = 0
		dropSpace()
	}
	for state := byte(0); s != ""; {
		var sign string
		var w int
		sign, w, s, state = next(s, state)
		r, _ := utf8.DecodeRuneInString(sign)
		switch {
		case sign == "\n":
			addWord()
			addSpace()
			end()
		case unicode.IsSpace(r) && r != '\u00a0':
			addWord()
			space.WriteString(sign)
			spaceWide += max(w, 1)
		case r == '-' && behind() && lineWide+spaceWide+wordWide < limit:
			addWord()
			addSpace()
			line.WriteString(sign)
			lineWide++
		default:
			if !whole && wordWide+w > limit {
				addWord()
			}
			word.WriteString(sign)
			wordWide, begun = wordWide+w, begun || w > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r))
			if w > 0 && lineWide+spaceWide+wordWide > limit && (!whole || wordWide < limit) {
				if lineWide > 0 {
					end()
				}
				dropSpace()
			}
			if !whole && wordWide == limit {
				addWord()
			}
		}
	}
	addWord()
	addSpace()
	end()
	return lines
}
