package table

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cells"
	"fellowship/solver/players"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mau.fi/util/confusable"
	"pgregory.net/rapid"
)

// TestCleanNames checks that CleanName returns only valid names, whatever is typed.
func TestCleanNames(t *testing.T) {
	for typed, want := range map[string]string{
		"Anna": "Anna", "Ben\t\u2003Bo\n": "Ben Bo", "O'Neil": "O'Neil", "Jean-Luc": "Jean-Luc", "Zoë": "Zoë",
		"Zoe\u0308": "Zoë",
		"李小龍":       "李小龍", "An\tna": "An na", "An\x00na": "Anna", "\u202eAnna": "Anna", "R2": "R2", "Con": "Con",
		"Ｂｅｎ": "Ben", "oﬃce": "office", "ﷲ": "الله",
	} {
		got, err := CleanName(typed)
		require.NoError(t, err, typed)
		assert.Equal(t, want, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		name, err := CleanName(rapid.String().Draw(t, "typed"))
		if err != nil {
			return
		}
		require.True(t, utf8.ValidString(name))
		require.Equal(t, name, strictyaml.Visible(name))
		require.Equal(t, name, ansi.Strip(name))
		require.LessOrEqual(t, cells.Width(name), nameCells)
		require.NotContains(t, name, ":")
		again, err := CleanName(name)
		require.NoError(t, err)
		require.Equal(t, name, again)
		require.True(t, alike(name, strings.ToUpper(name)), name)
	})
}

// TestOwnWords checks that nobody has a name that looks like a word of the program's own, however it is written, and
// that names of people and of characters are no such words.
func TestOwnWords(t *testing.T) {
	for _, name := range []string{
		"Computer", "COMPUTER", "computer 2", "Computer-3", "Соmрutеr", "Ｃｏｍｐｕｔｅｒ", "C0mputer", "Cömputer", "c.o.m.p.u.t.e.r",
		"you", "You", "YOU", "Yоu", "Du", "dU", "Ｄｕ", "Dυ", "Sie", "ich", "Host", "HOST", "hоst", "h0st", "Host 1",
		"Gastgeber", "Gastgeberin", "System", "Ѕystem", "5ystem", "Server", "Bot", "bot 12", "Fellowship", "Nobody",
		"No one", "Niemand", "strong", "Stark", "Eigennützig", "Seat 1", "Platz 3", "𝓗𝓸𝓼𝓽", "ʜᴏsᴛ",
	} {
		_, err := CleanName(name)
		require.ErrorIs(t, err, ErrOwnWord, name)
	}
	for _, name := range []string{
		"Anna", "Al", "Alie", "Botho", "Hosea", "Duncan", "Youssef", "Sam", "Tom", "Bill", "Frodo", "Merry", "Gandalf",
		"Tony Stark", "Du Yi", "Siegfried", "Mia", "Ian", "Jo", "Li", "李", "Ichiro", "Irma", "Fairuz", "Anna 2", "R2", "7",
	} {
		got, err := CleanName(name)
		require.NoError(t, err, name)
		assert.Equal(t, name, got)
	}
	for _, word := range ownWords {
		_, err := CleanName(word)
		require.ErrorIs(t, err, ErrOwnWord, word)
	}
	for _, name := range players.Names {
		_, err := CleanName(name)
		require.ErrorIs(t, err, ErrOwnWord, "a computer player")
	}
}

// TestBlankNames goes through all characters of Unicode's Default_Ignorable_Code_Point, which are invisible: no name
// consists of one or contains one.
func TestBlankNames(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		ignored := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf)
		if !ignored && r != 0x13441 {
			continue
		}
		_, err := CleanName(string(r))
		require.ErrorIs(t, err, ErrName, "%U", r)
		name, err := CleanName("An" + string(r) + "na")
		require.True(t, err != nil || name == "Anna", "%U", r)
	}
	for _, r := range "\u3164\u115f\u1160\uffa0\ufe0f\u034f\u17b4\U00012219" {
		_, err := CleanName("An" + string(r) + "na")
		require.ErrorIs(t, err, ErrName, "%U", r)
	}
}

func TestLookAlikes(t *testing.T) {
	for _, pair := range [][2]string{
		{"Anna", "аnnа"},
		{"Anna", "ANNA"},
		{"Anna", "Änna"},
		{"Bill", "BiII"},
		{"Bill", "B1ll"},
		{"Bob", "B0b"},
		{"Bob", "Воb"},   // a capital of Cyrillic
		{"Bob", "вов"},   // small letters of it
		{"Nina", "Νina"}, // a capital of Greek, whose small letter looks like another one
		{"Ben", "B-e.n"},
		{"Arno", "Amo"},
		{"Ｂｅｎ", "Ben"},
		{"Lisa", "ꓡꓲꓢꓮ"}, // Lisu
		{"Rita", "ᎡᎥᎢᎪ"}, // Cherokee
		{"Tom", "ⲦⲞⲘ"},   // Coptic
		{"Tom", "ⲧⲟⲙ"},
		{"Soho", "Տօհօ"}, // Armenian
		{"Anna", "ᴀɴɴᴀ"}, // small capitals
		{"Emil", "ᴇᴍɪʟ"},
		{"Tobi", "𐌕𐌏𐌁𐌉"}, // Old Italic
		{"Paul", "𝓟𝓪𝓾𝓵"},
		{"Bert", "ᛒeᚱt"}, // runes
		{"Emma", "ǝmma"},
	} {
		assert.True(t, alike(pair[0], pair[1]), pair)
	}
	for _, pair := range [][2]string{
		{"Anna", "Hanna"},
		{"Ben", "Ken"},
		{"Tom", "Tim"},
		{"Sam", "Pam"},
		{"李", "王"},
		{"Jörg", "Jürg"},
		{"Νίκος", "Μίκος"},
		{"Анна", "Инна"},
		{"राम", "रोम"},
	} {
		assert.False(t, alike(pair[0], pair[1]), pair)
	}
}

// TestConfusables goes through Unicode's table of confusables: each letter looks like its entry there.
func TestConfusables(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || confusable.Skeleton(string(r)) == string(r) {
			continue
		}
		name, err := CleanName("Ab" + string(r))
		if err != nil {
			continue
		}
		like := confusable.Skeleton(name)
		if same, err := CleanName(like); err == nil && same == like {
			assert.True(t, alike(name, like), "%U %c %s", r, r, like)
		}
	}
}
