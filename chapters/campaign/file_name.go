package campaign

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName is the largest number of characters in the name of a saved game. The names that the program
// makes are shorter.
const longestName = 100

// IsSaveName reports whether a saved game may have a name. The name is also the name of a file, on any
// system, and is shown and typed in commands. It is made of letters, digits, hyphens, underscores,
// dots and spaces, does not begin or end with a dot or a space, and does not begin with a hyphen.
func IsSaveName(name string) bool {
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= longestName &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_. ", r)
		}) &&
		strings.Trim(name, ". ") == name && name[0] != '-' && !IsReservedName(name)
}

// IsReservedName reports whether Windows does not allow a name for a file, with or without an extension.
func IsReservedName(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	port, isCom := strings.CutPrefix(stem, "COM")
	if !isCom {
		port, isCom = strings.CutPrefix(stem, "LPT")
	}
	return isCom && len(port) == 1 && port[0] >= '0' && port[0] <= '9'
}
