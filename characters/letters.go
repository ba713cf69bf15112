package characters

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// printedLetters has the letters of the characters that come with the program: one letter for the best known one
// of those whose names begin with it, two for the others. Two characters share letters only if they never sit at
// one table, as the two sides of a gold card do. R alone is the suit of the Rings, so nobody has it. H, M, F and S
// are also suits, in German H, B, W and S: a suit stands on a card or beside a rank, a character on a shield.
var printedLetters = map[string]Text{
	"aragorn":           {"en": "A", "de": "A"},
	"aragorn-arathorn":  {"en": "A", "de": "A"},
	"arwen":             {"en": "Ar", "de": "Ar"},
	"barliman":          {"en": "Ba", "de": "Ge"},
	"bilbo":             {"en": "B", "de": "B"},
	"bilbo-baggins":     {"en": "B", "de": "B"},
	"bill":              {"en": "Bi", "de": "Lu"},
	"boromir":           {"en": "Bo", "de": "Bo"},
	"boromir-denethor":  {"en": "Bo", "de": "Bo"},
	"celeborn":          {"en": "C", "de": "C"},
	"elrond":            {"en": "E", "de": "E"},
	"fatty":             {"en": "Fa", "de": "D"},
	"frodo":             {"en": "F", "de": "F"},
	"galadriel":         {"en": "Ga", "de": "Ga"},
	"gandalf":           {"en": "G", "de": "G"},
	"gandalf-servant":   {"en": "G", "de": "G"},
	"gildor":            {"en": "Gd", "de": "Gd"},
	"gimli":             {"en": "Gm", "de": "Gm"},
	"gimli-gloin":       {"en": "Gm", "de": "Gm"},
	"gloin":             {"en": "Gn", "de": "Gn"},
	"glorfindel":        {"en": "Gf", "de": "Gf"},
	"goldberry":         {"en": "Go", "de": "Go"},
	"gwaihir":           {"en": "Gw", "de": "Gw"},
	"haldir":            {"en": "H", "de": "H"},
	"legolas":           {"en": "L", "de": "L"},
	"legolas-greenleaf": {"en": "L", "de": "L"},
	"maggot":            {"en": "Ma", "de": "Ma"},
	"meriadoc":          {"en": "M", "de": "M"},
	"merry":             {"en": "M", "de": "M"},
	"orophin-rumil":     {"en": "O", "de": "O"},
	"peregrin":          {"en": "P", "de": "P"},
	"pippin":            {"en": "P", "de": "P"},
	"radagast":          {"en": "Ra", "de": "Ra"},
	"sam":               {"en": "S", "de": "S"},
	"samwise":           {"en": "S", "de": "S"},
	"shadowfax":         {"en": "Sh", "de": "Sc"},
	"strider":           {"en": "St", "de": "St"},
	"tom":               {"en": "T", "de": "T"},
	"underhill":         {"en": "U", "de": "U"},
}

// setLetters gives letters to the characters of the box that have none yet. A character that does not come with
// the program gets two signs that nobody else in the box has, in the order of the ids.
func (b *Box) setLetters() {
	taken := map[string]map[string]bool{}
	for _, lang := range Languages {
		taken[lang] = map[string]bool{}
		for _, letters := range printedLetters {
			taken[lang][letters.In(lang)] = true
		}
		for _, c := range b.Characters {
			taken[lang][c.Letters[lang]] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.Characters)) {
		c := b.Characters[id]
		if c.Letters != nil {
			continue
		}
		c.Letters = printedLetters[id]
		if c.Letters != nil {
			continue
		}
		c.Letters = Text{}
		for _, lang := range Languages {
			c.Letters[lang] = c.freeLetters(lang, taken[lang])
			taken[lang][c.Letters[lang]] = true
		}
	}
}

// freeLetters returns two signs for a character that are not taken yet: the first letter of its name and a later
// letter of the name, or else a digit, or else any other signs. Only the letters from a to z count, because every
// terminal shows them in one cell. A name without them counts as the id.
func (c *Character) freeLetters(lang string, taken map[string]bool) string {
	const alphabet = "abcdefghijklmnopqrstuvwxyz"
	name := cmp.Or(plainLetters(c.ShortName.In(lang)), plainLetters(c.Name.In(lang)), plainLetters(c.ID), alphabet)
	for _, first := range name[:1] + alphabet {
		for _, second := range name[1:] + "123456789" + alphabet {
			if letters := string(unicode.ToUpper(first)) + string(second); !taken[letters] {
				return letters
			}
		}
	}
	return "??" // All signs are taken, which needs some nine hundred characters.
}

// plainLetters returns the letters from a to z of a text, in small letters.
func plainLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.ToLower(text))
}
