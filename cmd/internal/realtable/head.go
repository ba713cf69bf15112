package realtable

import (
	"regexp"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// headLine is a first line: it tells a note from a document.
var headLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(road|-|\d{1,4})\s+[^:{]*$`) })

// head reads the first line: chapter, event or group, players, lost cards.
func (n *note) head(text string) error {
	words := strings.Fields(strings.ToLower(text))
	id := words[0]
	if short := strings.TrimLeft(id, "0"); short != "" {
		id = short
	}
	var whole *chapters.Chapter
	if id != "-" {
		c, err := n.lib.Chapter(id)
		if err != nil {
			return err
		}
		whole, n.pos.Chapter = c, c.ID
	}
	words = words[1:]
	if len(words) > 1 && whole != nil {
		name := words[0]
		if whole.Variant(name) == nil && len(name) > 1 {
			name = strings.TrimRight(name, "g")
		}
		if v := whole.Variant(name); v != nil && players(words[1]) > 0 {
			if whole.VariantKind() == "event" {
				n.pos.Event = v.ID
			} else {
				n.pos.Group = v.ID
			}
			words = words[1:]
		}
	}
	if len(words) > 0 {
		n.pos.Players = players(words[0])
	}
	switch {
	case n.pos.Players == 0 && whole != nil && whole.VariantKind() != "":
		return say.Errorf("%s: the first line is chapter, %s, players: %s (S1)", shown(text), say.Word(whole.VariantKind()), strings.Join(chapters.VariantIDs(whole.Variants()), ", "))
	case n.pos.Players == 0:
		return say.Errorf("%s: the first line is chapter and players, such as 2 4, with the lost card if you like: 2 4 lost f8 (S1)", shown(text))
	}
	n.layout = chapters.Layout{Deck: tricks.Deck, Lost: 1}
	if whole != nil {
		n.chapter = whole
		if part, err := whole.For(n.pos.Terms, n.pos.Players); err == nil {
			n.chapter = part
		}
		if l, err := n.chapter.Layout(n.pos.Players); err == nil {
			n.layout, n.known = l, true
		}
	}
	n.n = tricks.SeatsFor(n.pos.Players)
	if rest := words[1:]; len(rest) > 0 {
		if word(rest[0]) != "lost" {
			return say.Errorf("%s: behind the players only the lost cards can stand, as in 2 4 lost f8", shown(rest[0]))
		}
		return n.statement(strings.Join(rest, " "))
	}
	return nil
}

// Head reads a first line: which chapter is played, as it is in this round, and by how many. Ok is false where it says
// no chapter.
func Head(lib *chapters.Library, line string) (c *chapters.Chapter, players int, ok bool) {
	n := &note{lib: lib}
	if err := n.head(line); err != nil || n.chapter == nil {
		return nil, 0, false
	}
	return n.chapter, n.pos.Players, true
}

// players reads a number of players, such as 4 or 4p, 0 for none.
func players(w string) int {
	if w = strings.TrimSuffix(w, "p"); len(w) == 1 && w[0] >= '1' && w[0] <= '4' {
		return int(w[0] - '0')
	}
	return 0
}
