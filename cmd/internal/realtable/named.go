package realtable

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// nameOf splits the name off the beginning of a line: words of letters, up to a word of the notation
// or something else.
func nameOf(text string) (name, rest string) {
	for rest = text; ; {
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’&", r)
		})
		if end < 0 {
			end = len(rest)
		}
		w := rest[:end]
		if w == "" || name != "" && (len([]rune(w)) < 2 && w != "&" || word(w) != "" || strings.HasPrefix(rest[end:], "=")) {
			return strings.TrimSpace(name), rest
		}
		name += " " + w
		trimmed := strings.TrimLeft(rest[end:], " \t")
		if trimmed == "" || len(trimmed) == len(rest[end:]) {
			return strings.TrimSpace(name), rest[end:]
		}
		rest = trimmed
	}
}

// character finds a character by the beginning of the name: one of the chapter, else any.
func (n *note) character(name string) (*characters.Character, error) {
	var inChapter []*characters.Character
	if n.chapter != nil {
		for i := range n.chapter.Roster {
			inChapter = append(inChapter, n.chapter.Roster[i].Character)
		}
	}
	found := begins(inChapter, name)
	if len(found) == 0 {
		found = begins(slices.SortedFunc(maps.Values(n.lib.Characters), func(a, b *characters.Character) int { return strings.Compare(a.ID, b.ID) }), name)
	}
	switch {
	case len(found) == 0:
		return nil, say.Errorf("nobody is called %s (S4)", shown(name))
	case len(found) > 1:
		var names []characters.Text
		for _, c := range found[:min(len(found), 4)] {
			names = append(names, c.Name)
		}
		return nil, say.Errorf("%s: who is meant, %s?", shown(name), say.Fold("%s or %s", names))
	}
	return found[0], nil
}

// seatOf is the seat of a character, -1 for none.
func (n *note) seatOf(c *characters.Character) tricks.Seat {
	return tricks.Seat(slices.IndexFunc(n.seats, func(s seat) bool { return s.char == c && c != nil }))
}

// seated finds the seat that a name means, among those who sit there.
func (n *note) seated(name string) (tricks.Seat, error) {
	var here []*characters.Character
	for i := range n.seats {
		if n.seats[i].char != nil {
			here = append(here, n.seats[i].char)
		}
	}
	if found := begins(here, name); len(found) == 1 {
		return n.seatOf(found[0]), nil
	}
	c, err := n.character(name)
	if err != nil {
		return unsaid, err
	}
	if s := n.seatOf(c); s >= 0 {
		return s, nil
	}
	return unsaid, say.Errorf("%s sits at none of the seats above (S4)", c.Name)
}

// drawn reads the name of a rider or a gift.
func (n *note) drawn(w, name string, rider, gift *string) error {
	id := strings.ToLower(name)
	switch {
	case w == "gift" && n.lib.Gifts[id] == nil:
		return say.Errorf("there is no gift %s (K)", shown(name))
	case w == "gift":
		*gift = id
	case n.lib.Riders[id] == nil:
		return say.Errorf("there is no rider %s (K)", shown(name))
	default:
		*rider = id
	}
	return nil
}

// longestName is how many words a name has at the most, of those that have blanks between them.
const longestName = 6

// listed reads names: the characters that were drawn for a Road, or are completed (L2, L5).
func (n *note) listed(w, text string) error {
	var ids []string
	for words := strings.FieldsFunc(text, isBlank); len(words) > 0; {
		c, err := n.character(words[0])
		used := 1
		for k := 2; k <= min(len(words), longestName); k++ { // a name may have several words
			if whole, not := n.character(strings.Join(words[:k], " ")); not == nil {
				c, err, used = whole, nil, k
			}
		}
		if err != nil {
			return err
		}
		ids, words = append(ids, c.ID), words[used:]
	}
	if w == "completed" {
		n.pos.Completed = ids
		return nil
	}
	if n.chapter == nil || n.chapter.Pool == nil {
		return say.Errorf("only for the Road characters are drawn (L5)")
	}
	at := func(id string) int {
		return slices.IndexFunc(n.chapter.Roster, func(e chapters.RosterEntry) bool { return e.Character.ID == id })
	}
	slices.SortFunc(ids, func(a, b string) int { return at(a) - at(b) })
	n.pos.Pool = ids
	return nil
}
