package realtable

import (
	"regexp"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// heading has what the first line of a note says: the chapter, its event or group, and the number of players.
type heading struct {
	lib *chapters.Library
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

// headLine matches the first line of a note, and no first line of a document.
var headLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(road|-|\d{1,4})\s+[^:{]*$`) })

// readHeading reads the first line. rest are its words behind the number of players.
func readHeading(lib *chapters.Library, text string) (h heading, rest []string, err error) {
	h = heading{lib: lib}
	words := strings.Fields(strings.ToLower(text))
	whole, err := findChapter(lib, words[0])
	if err != nil {
		return h, nil, err
	}
	if whole != nil {
		h.chapterID = whole.ID
	}
	words = words[1:]
	if whole != nil && len(words) > 1 && h.readVariant(whole, words[0], words[1]) {
		words = words[1:]
	}
	players := 0
	if len(words) > 0 {
		players = playerCount(words[0])
	}
	switch {
	case players == 0 && whole != nil && whole.VariantKind() != "":
		return h, nil, say.Errorf("%s: the first line is chapter, %s, players: %s (S1)", quoted(text),
			say.Word(whole.VariantKind()), strings.Join(chapters.VariantIDs(whole.Variants()), ", "))
	case players == 0:
		return h, nil, say.Errorf("%s: the first line is chapter and players, such as 2 4, "+
			"with the lost card if you like: 2 4 lost f8 (S1)", quoted(text))
	}
	h.players = players
	h.seatCount = tricks.SeatsFor(players)
	h.setChapter(whole)
	return h, words[1:], nil
}

// findChapter finds the chapter with an id, which may begin with zeros. It returns nil for "-".
func findChapter(lib *chapters.Library, id string) (*chapters.Chapter, error) {
	if short := strings.TrimLeft(id, "0"); short != "" {
		id = short
	}
	if id == "-" {
		return nil, nil
	}
	return lib.Chapter(id)
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
