package realtable

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// heading has what the first line of a note says: the chapter, its event or group, and the number of players.
type heading struct {
	lib *chapters.Library
	// line is the number of the first line.
	line int
	// chapterID is the chapter's id, "" for none.
	chapterID string
	// terms has the event or the group of the round.
	terms chapters.Terms
	// players is the number of players, 0 as long as no first line was read.
	players int
	// chapter is the chapter as it is played in this round, nil for none.
	chapter *chapters.Chapter
	// layout has the numbers of cards (N), and defaults if there is no chapter.
	layout chapters.Layout
	// known reports whether the layout is the chapter's.
	known bool
	// seatCount is the number of hands at the table.
	seatCount int
}

// documentLine matches the first line of a document: a key, or what begins JSON.
var documentLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\w+:|---|["'{\[%])`) })

// isHeading reports whether a line can only be meant as the first one of a note. A line that begins a document is none,
// unless the word before its colon is a character, as in a note that lacks its first line.
func isHeading(line string) bool {
	if !documentLine().MatchString(line) {
		return true
	}
	name, _, _ := strings.Cut(line, ":")
	return len(matchByPrefix(slices.Collect(maps.Values(chapters.Default().Characters)), name)) > 0
}

// readHeading reads the first line. rest are its words behind chapter and players.
func readHeading(lib *chapters.Library, text string) (h heading, rest []string, err error) {
	h = heading{lib: lib}
	words, rest := headWords(text)
	if len(words) == 0 {
		return h, nil, headErr(text)
	}
	if len(words) == 1 && playersOnly(words[0]) {
		return h, nil, say.Errorf(
			"%s: the chapter is missing; write it before the players, such as 2 4 (S1)",
			quoted(text),
		)
	}
	whole, words, err := findChapter(lib, words, text)
	if err != nil {
		return h, nil, err
	}
	if whole != nil {
		h.chapterID = whole.ID
	}
	if whole != nil && len(words) > 1 && h.readVariant(whole, words[0], words[1]) {
		words = words[1:]
	}
	players := 0
	if len(words) > 0 {
		players = playerCount(words[0])
	}
	switch {
	case players == 0 && len(words) > 0 && numberPattern().MatchString(strings.TrimSuffix(words[0], "p")):
		return h, nil, say.Errorf("%s: there are 1 to 4 players, such as 2 4 (S1)", quoted(text))
	case players == 0 && whole != nil && whole.VariantKind() != "":
		return h, nil, say.Errorf("%s: the first line is chapter, %s, players: %s (S1)", quoted(text),
			say.Word(whole.VariantKind()), strings.Join(chapters.VariantIDs(whole.Variants()), ", "))
	case players == 0 && whole != nil && len(words) == 0:
		return h, nil, say.Errorf("the number of players is missing: write it after the chapter, %s 4 (S1)", whole.ID)
	case players == 0:
		return h, nil, headErr(text)
	}
	h.players = players
	h.seatCount = tricks.SeatsFor(players)
	h.setChapter(whole)
	return h, append(words[1:], rest...), nil
}

// playersOnly reports whether a word of [headWords] says the number of players and nothing else, such as 4p.
func playersOnly(text string) bool { return strings.HasSuffix(text, "p") && playerCount(text) > 0 }

// headErr returns the error that a line is no first line of a note.
func headErr(text string) error {
	return say.Errorf("%s: the first line is chapter and players, such as 2 4, "+
		"with the lost card if you like: 2 4 lost f8 (S1)", quoted(text))
}

// headWords returns the words of the first line in one order, however they are written: chapter, event or group,
// players. "Chapter 2, 4 players" and "players 4, chapter 2" are "2 4p". rest are the words from the first one on that
// belongs to the cards.
func headWords(text string) (words, rest []string) {
	all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return isBlank(r) || r == ':' })
	chapter := ""
	players := ""
	for i := 0; i < len(all); i++ {
		next := ""
		if i+1 < len(all) {
			next = all[i+1]
		}
		isNumber := numberPattern().MatchString(all[i])
		switch {
		case word(all[i]) == "lost":
			rest = all[i:]
			i = len(all)
		case headWord(all[i]) == "chapter" && chapter == "" && next != "":
			chapter = next
			i++
		case isNumber && headWord(next) == "players" && players == "":
			players = all[i] + "p"
			i++
		case headWord(all[i]) == "players" && players == "" && numberPattern().MatchString(next):
			players = next + "p"
			i++
		case headWord(all[i]) != "":
		default:
			words = append(words, all[i])
		}
	}
	if chapter != "" {
		words = append([]string{chapter}, words...)
	}
	if players != "" {
		words = append(words, players)
	}
	return words, rest
}

// headVocabulary has the words that people write around the numbers of the first line, by their spellings in all
// languages: chapter, players and with.
var headVocabulary = sync.OnceValue(func() map[string]string { return spellings("real.head.", "chapter players with") })

// headWord returns the word of a first line for a typed word in any language, "" for none.
func headWord(typed string) string { return headVocabulary()[typed] }

// findChapter finds the chapter that the first words name: by its id, which may begin with zeros, or by words of its
// title in any language. It returns the words behind it, and nil for "-". text is the whole line for errors.
func findChapter(lib *chapters.Library, words []string, text string,
) (c *chapters.Chapter, rest []string, err error) {
	id := words[0]
	if id == "-" {
		return nil, words[1:], nil
	}
	if short := strings.TrimLeft(id, "0"); short != "" {
		id = short
	}
	c, err = lib.Chapter(id)
	if err == nil || id[0] <= '9' {
		return c, words[1:], err
	}
	for k := len(words); k > 0; k-- {
		title := strings.Join(words[:k], " ")
		found := matchTitle(lib, title)
		if len(found) > 1 {
			var names []say.Text
			for _, c := range found {
				names = append(names, say.Sprintf("%s", c.ID))
			}
			return nil, nil, say.Errorf("%s: which chapter is meant, %s? Write its number", quoted(title),
				say.Fold("%s or %s", names))
		}
		if len(found) == 1 {
			return found[0], words[k:], nil
		}
	}
	return nil, nil, headErr(text)
}

// matchTitle returns the chapters whose titles in any language contain a text.
func matchTitle(lib *chapters.Library, text string) (found []*chapters.Chapter) {
	want := normalizeName(text)
	const least = 3 // letters; fewer stand in many titles
	if len(want) < least {
		return nil
	}
	for _, c := range lib.Chapters {
		if slices.ContainsFunc(characters.Languages, func(lang string) bool {
			return strings.Contains(normalizeName(c.Title.In(lang)), want)
		}) {
			found = append(found, c)
		}
	}
	return found
}

// readVariant reads a word as the chapter's event or group, such as b or 2g. It reports false if the word is
// none, or if no number of players follows.
func (h *heading) readVariant(whole *chapters.Chapter, name, following string) bool {
	if whole.Variant(name) == nil && len(name) > 1 {
		name = strings.TrimRight(name, "g")
	}
	variant := whole.Variant(name)
	if variant == nil || playerCount(following) == 0 {
		return false
	}
	if whole.VariantKind() == "event" {
		h.terms.Event = variant.ID
	} else {
		h.terms.Group = variant.ID
	}
	return true
}

// setChapter sets the chapter as it is played with these terms and players, and its layout.
func (h *heading) setChapter(whole *chapters.Chapter) {
	h.layout = chapters.Layout{Deck: tricks.Deck, Lost: 1}
	if whole == nil {
		return
	}
	h.chapter = whole
	if part, err := whole.ForRound(h.terms, h.players); err == nil {
		h.chapter = part
	}
	if l, err := h.chapter.Layout(h.players); err == nil {
		h.layout = l
		h.known = true
	}
}

// Head reads the first line of a note. It returns the chapter as it is played in this round, and the number
// of players. ok is false if the line is wrong or names no chapter.
func Head(lib *chapters.Library, line string) (c *chapters.Chapter, players int, ok bool) {
	r := newReader(lib)
	if err := r.readHead(line); err != nil || r.note.head.chapter == nil {
		return nil, 0, false
	}
	return r.note.head.chapter, r.note.head.players, true
}

// playerCount reads a number of players, such as 4 or 4p. It returns 0 for anything else.
func playerCount(w string) int {
	w = strings.TrimSuffix(w, "p")
	if len(w) == 1 && w[0] >= '1' && w[0] <= '4' {
		return int(w[0] - '0')
	}
	return 0
}

// sideDeck is the chapter's side deck, nil without one.
func (h *heading) sideDeck() *chapters.SideDeck {
	if h.chapter == nil {
		return nil
	}
	return h.chapter.Side
}

// sideForm returns the form in which cards of the side deck are written.
func (h *heading) sideForm() form {
	if d := h.sideDeck(); d != nil && d.Cards.Contains(tricks.BalrogCard) {
		return balrogForm
	}
	return deckForm
}
