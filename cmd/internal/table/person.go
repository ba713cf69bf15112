package table

import (
	"strings"
	"unicode"

	"fellowship/cmd/internal/session"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Person is somebody who comes to a table. The ID says who it is, in words of the
// caller's, such as the fingerprint of a key; nobody else is shown it. The name is one
// that [CleanName] has returned.
type Person struct{ ID, Name string }

const (
	// nameCells is how wide a name may be on a screen.
	nameCells = 20
	// nameRunes bounds what has no width.
	nameRunes = 40
	// textCells is how wide may be what somebody says at a time.
	textCells = 200
)

// CleanName returns a name as a table takes it: without what a terminal would not
// show, spaces at its ends or several in a row. The error is ErrName where that is not
// a name of at most 20 cells.
func CleanName(typed string) (string, error) {
	name := clean(typed)
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.'", r)
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) ||
		strings.ContainsFunc(name, bad) || ansi.StringWidth(name) > nameCells || len([]rune(name)) > nameRunes ||
		strings.HasPrefix(name, "-") {
		return "", ErrName
	}
	return name, nil
}

// clean returns what somebody typed on one line without what a terminal would not
// show, and without heaps of marks on one letter.
func clean(typed string) string {
	const mostTyped, mostMarks = 4 * textCells, 2
	if len(typed) > mostTyped {
		typed = typed[:mostTyped]
	}
	spaced := strings.Join(strings.FieldsFunc(typed, unicode.IsSpace), " ")
	marks := 0
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsMark(r) && r != '\u200d' && r != '\u200c' {
			marks = 0
		} else if marks++; marks > mostMarks {
			return -1
		}
		return r
	}, norm.NFC.String(session.CleanName(spaced))))
}

// alike are letters that look like others in many fonts. They are lower case, as
// [skeleton] has them.
var alike = strings.NewReplacer(
	// Cyrillic and Greek
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "һ", "h", "і", "i", "ј", "j", "к", "k", "ӏ", "l", "м", "m", "н", "h",
	"о", "o", "р", "p", "ԛ", "q", "г", "r", "ѕ", "s", "т", "t", "у", "y", "ѵ", "v", "ԝ", "w", "х", "x",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x", "γ", "y",
	// Latin
	"ı", "i", "ɑ", "a", "ɡ", "g", "ß", "b", "đ", "d", "ł", "l", "ø", "o",
	// digits and signs
	"0", "o", "1", "l", "5", "s", "i", "l", "|", "l",
	" ", "", "-", "", "_", "", ".", "", "'", "", "\u200c", "", "\u200d", "",
)

// skeleton is the same for names that look alike.
func skeleton(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	// What replaces may have to be replaced: the dotless i is an l, too.
	s := alike.Replace(alike.Replace(bare))
	return strings.NewReplacer("rn", "m", "vv", "w").Replace(s)
}
