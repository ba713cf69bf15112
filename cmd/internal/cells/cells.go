// Package cells measures, cuts and breaks texts for terminals. Terminals differ in how wide they
// draw signs of several characters: some draw them as one, others give each of their characters
// cells of its own. All here counts the larger of the two, so that no line gets longer than its
// window in either.
package cells

import (
	"iter"
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
func next(s string, state byte) (sign string, w int, rest string, nextState byte) {
	if r, size := utf8.DecodeRuneInString(s); state == 0 && simple(r) {
		if following, _ := utf8.DecodeRuneInString(s[size:]); size == len(s) || following < ' ' || simple(following) {
			return s[:size], 1, s[size:], 0
		}
	}
	sign, w, size, nextState := ansi.GraphemeWidth.DecodeSequenceInString(s, state, nil)
	if r, _ := utf8.DecodeRuneInString(sign); r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
		return sign, w, s[size:], nextState
	}
	separateWidth := 0
	for _, r := range sign {
		separateWidth += runeWidth(r)
	}
	return sign, max(w, separateWidth), s[size:], nextState
}

// VariesInWidth reports whether terminals differ in how wide they draw a sign.
func VariesInWidth(sign string) bool { return len(sign) > 1 && Width(sign) != ansi.StringWidth(sign) }

// simple reports whether a character takes one cell everywhere, unless a mark follows it: most of
// a screen, which need not be looked at closely.
func simple(r rune) bool {
	return ' ' <= r && r < 0x7f || '\u00c0' <= r && r < '\u0300' || '\u2010' <= r && r <= '\u2026' ||
		'\u2500' <= r && r <= '\u259f'
}

// wc are the widths of characters for those terminals that draw each of them by itself.
var wc = runewidth.Condition{StrictEmojiNeutral: true}

// runeWidth returns how many cells a character takes that is drawn by itself.
func runeWidth(r rune) int {
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
	n -= Width(tail)
	if n < 0 {
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

// wrap breaks lines at spaces, which go, and between words.
func wrap(s string, limit int, wholeWords bool) (lines []string) {
	limit = max(limit, 1)
	for paragraph := range strings.SplitSeq(s, "\n") {
		line := ""
		width := 0
		for space, word := range words(paragraph) {
			n := Width(word)
			if gap := Width(space); width+gap+n <= limit {
				n += gap
			} else {
				space = ""
				if width > 0 && n > 0 {
					lines = append(lines, line)
					line = ""
					width = 0
				}
			}
			line, width = line+space+word, width+n
			for !wholeWords && width > limit {
				size := prefixSize(line, limit)
				if size == len(line) {
					break
				}
				lines, line = append(lines, line[:size]), line[size:]
				width = Width(line)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// prefixSize is how many bytes of a text fit into so many cells, at least the bytes of its first sign.
func prefixSize(s string, n int) (size int) {
	for size < len(s) {
		sign, w := First(s[size:])
		n -= w
		if n < 0 && size > 0 {
			break
		}
		size += len(sign)
	}
	return size
}

// words yields the words of a line, each behind the spaces before it. A word ends behind a hyphen, too, but
// for those at its beginning: a flag stays whole.
func words(s string) iter.Seq2[string, string] {
	return func(yield func(spaces, word string) bool) {
		spaceStart, word := 0, 0 // where the spaces begin, and the word
		begun := false           // with a letter or a digit
		offset := 0
		state := byte(0)
		for offset < len(s) {
			sign, n, _, nextState := next(s[offset:], state)
			end := offset + len(sign)
			switch r, _ := utf8.DecodeRuneInString(sign); {
			case unicode.IsSpace(r) && r != '\u00a0':
				if word < offset {
					if !yield(s[spaceStart:word], s[word:offset]) {
						return
					}
					spaceStart = offset
				}
				word = end
				begun = false
			case r == '-' && begun:
				if !yield(s[spaceStart:word], s[word:end]) {
					return
				}
				spaceStart = end
				word = end
			default:
				begun = begun || n > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r))
			}
			offset = end
			state = nextState
		}
		if spaceStart < offset {
			yield(s[spaceStart:word], s[word:])
		}
	}
}
