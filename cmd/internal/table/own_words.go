package table

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// ownWords are what the program calls players, people and seats, in every language, and what people take for the
// program's own voice. Nobody at a server can have such a name, since a list of players or the talk would not tell
// who is meant. The names of characters are no such words: the program writes them for seats, and Sam, Tom and Bill
// are people's names, too.
var ownWords = []string{
	// Computer players.
	"computer", "a computer", "ein computer", "computer player", "computerspieler", "computer-mitspieler",
	"bot", "robot", "roboter",
	"random", "greedy", "fair", "strong", "zufällig", "eigennützig", "stark",
	// People without a name.
	"human", "person", "a person", "player", "mensch", "ein mensch", "spieler", "spielerin",
	// The person that reads.
	"you", "yourself", "me", "myself", "du", "dich", "dir", "ich", "ihr", "euch", "sie",
	// People at a table, a seat without one, and nobody.
	"host", "gastgeber", "gastgeberin", "watcher", "onlooker", "zuschauer", "zuschauerin",
	"seat", "platz", "free", "frei",
	"everybody", "everyone", "nobody", "no one", "niemand", "somebody", "someone", "jemand",
	// The program itself.
	"fellowship", "program", "programm", "system", "server", "admin", "administrator", "moderator",
}

// ownSkeletons has what ownWords look like, see [skeletons].
var ownSkeletons = sync.OnceValue(func() map[string]bool {
	found := map[string]bool{}
	for _, word := range ownWords {
		for _, s := range skeletons(word) {
			found[s] = true
		}
	}
	return found
})

// isOwnWord reports whether a name looks like a word of the program, in any case and with any number behind it, such
// as Computer 2.
func isOwnWord(name string) bool {
	withoutNumber := strings.TrimRightFunc(
		name,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) },
	)
	return slices.ContainsFunc(slices.Concat(skeletons(name), skeletons(withoutNumber)), func(s string) bool {
		return ownSkeletons()[s]
	})
}
