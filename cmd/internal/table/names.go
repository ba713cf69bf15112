package table

import (
	"slices"
	"strings"
	"unicode"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/round"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// Person is somebody who enters a table.
type Person struct {
	// ID identifies the person. The caller chooses its form, such as the fingerprint of a key. Other
	// people never see it.
	ID string
	// Name is a name that [CleanName] has returned.
	Name string
	// Network is the network address from which the person comes; empty if the limits per address do
	// not apply to them.
	Network string
}

const (
	// nameCells is the maximum width of a name on a screen.
	nameCells = 20
	// nameRunes is the maximum length of a name, since some characters have no width.
	nameRunes = 40
	// textCells is the maximum width of a text that a person says.
	textCells = 200
)

// CleanName returns a typed name in the form a table accepts. It removes characters that a terminal
// does not show and superfluous spaces, and replaces compatibility characters such as ligatures by
// plain letters (NFKC), because terminals draw them in different widths. The error is [ErrName] unless
// the result is a name of 1 to 20 cells without invisible characters, and [ErrOwnWord] for a name that looks like a
// word of the program's own, such as Computer or host.
func CleanName(typed string) (string, error) {
	name := clean(norm.NFKC.String(clean(typed)))
	hasLetter := strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	tooLong := cells.Width(name) > nameCells || len([]rune(name)) > nameRunes
	if !hasLetter || tooLong || strings.ContainsFunc(name, forbiddenInName) || strings.HasPrefix(name, "-") {
		return "", ErrName
	}
	if isOwnWord(name) {
		return "", ErrOwnWord
	}
	return name, nil
}

// forbiddenInName reports whether a name may not contain a character.
func forbiddenInName(r rune) bool {
	if unicode.In(r, unfit...) {
		return true
	}
	return !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) && !strings.ContainsRune(" -_.'", r)
}

// unfit are letters and marks that are not accepted in names. Most of them are invisible: the letters
// and marks among Unicode's Default_Ignorable_Code_Point, and blank hieroglyphs. Some cuneiform signs
// are as wide as many letters.
var unfit = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cuneiform,
	{R32: []unicode.Range32{{Lo: 0x13441, Hi: 0x13442, Stride: 1}}},
}

// clean returns a typed line without characters that a terminal would not show, with single spaces, and
// with at most two marks or joiners in a row on a letter. A very long line is cut.
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
		} else {
			marks++
			if marks > mostMarks {
				return -1
			}
		}
		return r
	}, norm.NFC.String(round.CleanName(spaced))))
}

// similar replaces letters by the plain letters they look like in many fonts. It has only letters that
// Unicode's table of confusables keeps apart, in lower case, see [skeleton].
var similar = strings.NewReplacer(
	// Cyrillic, Greek, Coptic and runes.
	"г", "r", "χ", "x", "ꞓ", "e", "τ", "t", "γ", "y", "ⲁ", "a", "ͼ", "c", "ω", "w", "ϖ", "w", "ᛒ", "b", "ᚱ", "r",
	// Latin letters and small capitals.
	"ß", "b", "đ", "d", "ł", "l", "ø", "o", "ĸ", "k", "ʍ", "m", "ⱥ", "a", "ǝ", "e", "ə", "e",
	"ᴀ", "a", "ʙ", "b", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ᴊ", "j", "ʟ", "l",
	"ɴ", "n", "ᴘ", "p", "ꞯ", "q", "ʀ", "r", "ᴛ", "t",
	// Old Italic.
	"𐌀", "a", "𐌃", "d", "𐌄", "e", "𐌅", "f", "𐌆", "z", "𐌊", "k", "𐌋", "l", "𐌌", "m",
	"𐌍", "n", "𐌏", "o", "𐌐", "p", "𐌓", "r", "𐌔", "s", "𐌖", "v",
	// Digits and signs.
	"0", "o", "1", "l", "5", "s", "i", "l", "|", "l",
	" ", "", "-", "", "_", "", ".", "", "'", "", "\u200c", "", "\u200d", "",
)

// skeleton returns the same string for names that look alike as they are written. It is the skeleton of
// Unicode's UTS 39 in lower case, without the marks that letters of all scripts can have.
func skeleton(name string) string {
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Inherited, r) {
				return -1
			}
			return r
		}, s)
	}
	s := similar.Replace(strings.ToLower(bare(confusable.Skeleton(bare(norm.NFKD.String(name))))))
	return strings.NewReplacer("rn", "m", "vv", "w").Replace(s)
}

// alike reports whether two names look alike in any case: a letter may look like another one only in
// upper or only in lower case.
func alike(a, b string) bool {
	bSkeletons := skeletons(b)
	return slices.ContainsFunc(skeletons(a), func(s string) bool { return slices.Contains(bSkeletons, s) })
}

// skeletons returns the skeletons of a name as it is written, in lower case and in upper case.
func skeletons(name string) []string {
	return []string{skeleton(name), skeleton(strings.ToLower(name)), skeleton(strings.ToUpper(name))}
}
