// Package cells measures, cuts and wraps texts for terminals. Terminals differ in the width of characters that
// consist of several code points: some draw them as one, others draw each code point in cells of its own. This
// package always counts the greater width, so a line fits into the window of either.
package cells

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
)

// emojiStyle follows a character that is drawn as an emoji.
const emojiStyle = "\ufe0f"

// Width returns how many cells a text takes. Escape sequences take none.
func Width(s string) (n int) {
	for state := byte(0); s != ""; {
		var w int
		_, w, s, state = next(s, state)
		n += w
	}
	return n
}

// First returns the first character or escape sequence of a text, and how many cells it takes.
func First(s string) (sign string, w int) {
	sign, w, _, _ = next(s, 0)
	return sign, w
}

// next splits the first character or escape sequence off a text. The state is the decoder's, 0 at the beginning.
func next(s string, state byte) (sign string, w int, rest string, nextState byte) {
	if r, size := utf8.DecodeRuneInString(s); state == 0 && simple(r) {
		if following, _ := utf8.DecodeRuneInString(s[size:]); size == len(s) || following < ' ' || simple(following) {
			return s[:size], 1, s[size:], 0
		}
	}
	sign, w, size, nextState := ansi.GraphemeWidth.DecodeSequenceInString(s, state, nil)
	if sign >= " " && strings.HasPrefix(s[size:], emojiStyle) { // The decoder takes ASCII alone, as the 1 of a keycap.
		sign, w = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		size = len(sign)
	}
	if r, _ := utf8.DecodeRuneInString(sign); r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
		return sign, w, s[size:], nextState
	}
	separateWidth := 0
	for _, r := range sign {
		separateWidth += runeWidth(r)
	}
	return sign, max(w, separateWidth), s[size:], nextState
}

// VariesInWidth reports whether terminals draw a character with different widths.
func VariesInWidth(sign string) bool { return len(sign) > 1 && Width(sign) != ansi.StringWidth(sign) }

// simple reports whether a code point takes one cell on every terminal unless a combining mark follows it. Most
// texts consist of such code points, which need no further decoding.
func simple(r rune) bool {
	return ' ' <= r && r < 0x7f || '\u00c0' <= r && r < '\u0300' || '\u2010' <= r && r <= '\u2026' ||
		'\u2500' <= r && r <= '\u259f'
}

// wc has the widths of code points for terminals that draw each of them separately.
var wc = runewidth.Condition{StrictEmojiNeutral: true}

// runeWidth returns how many cells a code point takes if it is drawn separately.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(unicode.Mc, r):
		return max(1, wc.RuneWidth(r))
	case '\u3248' <= r && r <= '\u324f': // Circled numbers on black squares.
		return 2
	}
	return wc.RuneWidth(r)
}

// Cut shortens a text to n cells, with tail in place of the rest. Escape sequences are kept.
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

// Pad appends spaces to a text up to n cells.
func Pad(s string, n int) string { return s + strings.Repeat(" ", max(n-Width(s), 0)) }

// Wrap breaks a text into lines of at most n cells. It breaks a word only if the word is longer than a line.
func Wrap(s string, n int) []string { return wrap(s, n, false) }

// Wordwrap is like [Wrap] but never breaks words, so lines can be longer than n cells.
func Wordwrap(s string, n int) []string { return wrap(s, n, true) }

// wrap breaks a text between words. The spaces at a break are dropped.
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
			line += space + word
			width += n
			for !wholeWords && width > limit {
				size := prefixSize(line, limit)
				if size == len(line) {
					break
				}
				lines = append(lines, line[:size])
				line = line[size:]
				width = Width(line)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// prefixSize returns the length in bytes of the longest prefix of a text that fits into n cells, at least one
// character.
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

// words yields the words of a line, each with the spaces before it. A hyphen ends a word, too, except at the
// beginning of a word, which keeps the flags of commands whole.
func words(s string) iter.Seq2[string, string] {
	return func(yield func(spaces, word string) bool) {
		spaceStart := 0
		word := 0      // The offset of the word after the spaces.
		begun := false // Whether the word has a letter or a digit yet.
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
