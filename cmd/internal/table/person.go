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

// Person is somebody who comes to a table. The ID says who it is, in words of the
// caller's, such as the fingerprint of a key; nobody else is shown it. The name is one
// that [CleanName] has returned. From is the network from which the person comes, empty for
// one without limits.
type Person struct{ ID, Name, Network string }

const (
	// nameCells is how wide a name may be on a screen.
	nameCells = 20
	// nameRunes bounds what has no width.
	nameRunes = 40
	// textCells is how wide may be what somebody says at a time.
	textCells = 200
)

// CleanName returns a name as a table takes it: without what a terminal would not
// show, spaces at its ends or several in a row, and with letters that are one sign of
// several taken apart, as terminals differ in how wide they draw them. The error is
// ErrName where that is not a name of at most 20 cells that all show something.
func CleanName(typed string) (string, error) {
	name := clean(norm.NFKC.String(clean(typed)))
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) &&
			!strings.ContainsRune(" -_.'", r) || unicode.In(r, unfit...)
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) ||
		strings.ContainsFunc(name, bad) || cells.Width(name) > nameCells || len([]rune(name)) > nameRunes ||
		strings.HasPrefix(name, "-") {
		return "", ErrName
	}
	return name, nil
}

// unfit are letters and marks that show nothing: those of Unicode's
// Default_Ignorable_Code_Point, whose other ones are no letters, and the blanks among the
// hieroglyphs; and cuneiform, of which some signs are as wide as many letters.
var unfit = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cuneiform,
	{R32: []unicode.Range32{{Lo: 0x13441, Hi: 0x13442, Stride: 1}}},
}

// clean returns a typed line without characters that a terminal would not show, and without many
// marks on one letter.
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

// similar are letters that look like others in many fonts, and that Unicode's table of
// confusables leaves apart. They are lower case, as [skeleton] has them.
var similar = strings.NewReplacer(
	// Cyrillic, Greek, Coptic and runes
	"г", "r", "χ", "x", "ꞓ", "e", "τ", "t", "γ", "y", "ⲁ", "a", "ͼ", "c", "ω", "w", "ϖ", "w", "ᛒ", "b", "ᚱ", "r",
	// Latin, small capitals among them
	"ß", "b", "đ", "d", "ł", "l", "ø", "o", "ĸ", "k", "ʍ", "m", "ⱥ", "a", "ǝ", "e", "ə", "e", "ᴀ", "a", "ʙ", "b", "ᴅ",
	"d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g",
	"ʜ", "h", "ᴊ", "j", "ʟ", "l", "ɴ", "n", "ᴘ", "p", "ꞯ", "q", "ʀ", "r", "ᴛ", "t",
	// Old Italic
	"𐌀", "a", "𐌃", "d", "𐌄", "e", "𐌅", "f", "𐌆", "z", "𐌊", "k", "𐌋", "l", "𐌌", "m", "𐌍", "n", "𐌏", "o", "𐌐", "p", "𐌓",
	"r", "𐌔", "s", "𐌖", "v",
	// digits and signs
	"0", "o", "1", "l", "5", "s", "i", "l", "|", "l",
	" ", "", "-", "", "_", "", ".", "", "'", "", "\u200c", "", "\u200d", "",
)

// skeleton is the same for names that look alike as they are written: the skeleton of
// Unicode's UTS 39, in small letters, without the marks that letters of all scripts can have.
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

// alike reports whether two names look alike, also where one is written in capitals: a
// letter can look like another one in one of its cases only.
func alike(a, b string) bool {
	bSkeletons := skeletons(b)
	return slices.ContainsFunc(skeletons(a), func(s string) bool { return slices.Contains(bSkeletons, s) })
}

func skeletons(name string) []string {
	return []string{skeleton(name), skeleton(strings.ToLower(name)), skeleton(strings.ToUpper(name))}
}
