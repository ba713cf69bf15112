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
var printedLetters = []struct{ id, en, de string }{
	{"aragorn", "A", "A"},
	{"aragorn-arathorn", "A", "A"},
	{"arwen", "Ar", "Ar"},
	{"barliman", "Ba", "Ge"},
	{"bilbo", "B", "B"},
	{"bilbo-baggins", "B", "B"},
	{"bill", "Bi", "Lu"},
	{"boromir", "Bo", "Bo"},
	{"boromir-denethor", "Bo", "Bo"},
	{"celeborn", "C", "C"},
	{"elrond", "E", "E"},
	{"fatty", "Fa", "D"},
	{"frodo", "F", "F"},
	{"galadriel", "Ga", "Ga"},
	{"gandalf", "G", "G"},
	{"gandalf-servant", "G", "G"},
	{"gildor", "Gd", "Gd"},
	{"gimli", "Gm", "Gm"},
	{"gimli-gloin", "Gm", "Gm"},
	{"gloin", "Gn", "Gn"},
	{"glorfindel", "Gf", "Gf"},
	{"goldberry", "Go", "Go"},
	{"gwaihir", "Gw", "Gw"},
	{"haldir", "H", "H"},
	{"legolas", "L", "L"},
	{"legolas-greenleaf", "L", "L"},
	{"maggot", "Ma", "Ma"},
	{"meriadoc", "M", "M"},
	{"merry", "M", "M"},
	{"orophin-rumil", "O", "O"},
	{"peregrin", "P", "P"},
	{"pippin", "P", "P"},
	{"radagast", "Ra", "Ra"},
	{"sam", "S", "S"},
	{"samwise", "S", "S"},
	{"shadowfax", "Sh", "Sc"},
	{"strider", "St", "St"},
	{"tom", "T", "T"},
	{"underhill", "U", "U"},
}

// setLetters gives letters to the characters of the box that have none yet. A character that does not come with
// the program gets two signs that nobody else in the box has, in the order of the ids.
func (b *Box) setLetters() {
	printed := map[string]Text{}
	for _, letters := range printedLetters {
		printed[letters.id] = Text{{"en", letters.en}, {"de", letters.de}}
	}
	taken := map[string]map[string]bool{}
	for _, lang := range Languages {
		taken[lang] = map[string]bool{}
		for _, letters := range printed {
			taken[lang][letters.In(lang)] = true
		}
		for _, c := range b.Characters {
			taken[lang][c.Letters.In(lang)] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.Characters)) {
		c := b.Characters[id]
		if c.Letters != nil {
			continue
		}
		c.Letters = printed[id]
		if c.Letters != nil {
			continue
		}
		for _, lang := range Languages {
			letters := c.freeLetters(lang, taken[lang])
			c.Letters = append(c.Letters, Translation{lang, letters})
			taken[lang][letters] = true
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
