package terminal

import "unicode/utf8"

const (
	// escape begins a key that sends several bytes, and is also the key Escape itself.
	escape = 0x1b
	// longestKey is the number of bytes of a key. What is longer is no key.
	longestKey = 32
)

// wholeKeys returns the number of bytes at the beginning of a text that are whole keys. What follows is the beginning
// of a key: of a character of several bytes, or of a sequence that begins with escape.
func wholeKeys(text []byte) (length int) {
	for length < len(text) {
		size := keyLength(text[length:])
		if size == 0 && len(text)-length < longestKey {
			break
		}
		length += max(size, 1)
	}
	return length
}

// keyLength returns the number of bytes of the first key of a text, 0 if its end is missing.
func keyLength(text []byte) int {
	switch {
	case text[0] != escape:
		return characterLength(text)
	case len(text) == 1:
		return 0
	case text[1] != escape:
		return sequenceLength(text)
	case len(text) == 2:
		return 0
	case text[2] == '[' || text[2] == 'O': // a key with Alt, as some terminals send it
		if length := sequenceLength(text[1:]); length > 0 {
			return 1 + length
		}
		return 0
	}
	return 2
}

// characterLength returns the number of bytes of the first character of a text, 0 if its end is missing.
func characterLength(text []byte) int {
	if !utf8.FullRune(text) {
		return 0
	}
	_, size := utf8.DecodeRune(text)
	return size
}

// sequenceLength returns the number of bytes of a sequence that begins with escape and another byte, 0 if its end is
// missing. A sequence is a control sequence (ECMA-48, 5.4), a key of one byte behind SS3, or a character with Alt.
func sequenceLength(text []byte) int {
	switch text[1] {
	case '[':
		return controlLength(text)
	case 'O':
		return lengthWithin(text, 3)
	}
	if length := characterLength(text[1:]); length > 0 {
		return 1 + length
	}
	return 0
}

// controlLength returns the number of bytes of a control sequence: parameters and a final byte. A click of the mouse in
// the old form has three bytes more, and a function key of the Linux console one. The result is 0 if the end is
// missing.
func controlLength(text []byte) int {
	for i, b := range text[2:] {
		length := 2 + i
		switch {
		case b >= 0x20 && b < 0x40: // a parameter
		case b == 'M' && i == 0:
			return lengthWithin(text, length+4)
		case b == '[' && i == 0:
			return lengthWithin(text, length+2)
		case b >= 0x40 && b < 0x7f: // the final byte
			return length + 1
		default: // no control sequence: the byte is a key of its own
			return length
		}
	}
	return 0
}

// lengthWithin returns a length, 0 if a text is shorter.
func lengthWithin(text []byte, length int) int {
	if len(text) < length {
		return 0
	}
	return length
}
