package realtable

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"

	"golang.org/x/text/unicode/norm"
)

// mostNamed is the maximum number of characters that a message lists. Only the Road has more.
const mostNamed = 12

// matchByPrefix returns the characters whose names in any language begin with a text. If the text is the
// whole name of a character, it returns only that character.
func matchByPrefix(all []*characters.Character, name string) (out []*characters.Character) {
	want := normalizeName(name)
	for _, c := range all {
		names := []string{normalizeName(c.ID)}
		for _, lang := range characters.Languages {
			names = append(names, normalizeName(c.Name.In(lang)))
		}
		if want != "" && slices.Contains(names, want) {
			return []*characters.Character{c}
		}
		if want != "" && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, want) }) {
			out = append(out, c)
		}
	}
	return out
}

// normalizeName returns a name in lower case without accents, blanks and punctuation, which people leave
// out when they type.
func normalizeName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) || strings.ContainsRune(" -.,&()'’", r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
}

// cutName cuts the name off the beginning of a line. A name consists of words of letters; it ends before a
// word of the notation, before an empty place of a pyramid (-) and before anything else.
func cutName(text string) (name, rest string) {
	for rest = text; ; {
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’&", r)
		})
		if end < 0 {
			end = len(rest)
		}
		w := rest[:end]
		endsName := len([]rune(w)) < 2 && w != "&" || word(w) != "" || strings.HasPrefix(w, "-") ||
			strings.HasPrefix(rest[end:], "=")
		if w == "" || name != "" && endsName {
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

// character finds a character by the beginning of its name, in the chapter first and then among all.
func (h *heading) character(name string) (*characters.Character, error) {
	var inChapter []*characters.Character
	if h.chapter != nil {
		for i := range h.chapter.Roster {
			inChapter = append(inChapter, h.chapter.Roster[i].Character)
		}
	}
	found := matchByPrefix(inChapter, name)
	if len(found) == 0 {
		found = matchByPrefix(slices.SortedFunc(maps.Values(h.lib.Characters), func(a, b *characters.Character) int {
			return strings.Compare(a.ID, b.ID)
		}), name)
	}
	switch {
	case len(found) == 0 && len(inChapter) > 0 && len(inChapter) <= mostNamed:
		return nil, say.Errorf("nobody is called %s: write one of %s (S4)", quoted(name), namesOf(inChapter))
	case len(found) == 0:
		return nil, say.Errorf("nobody is called %s: write the name of a character, such as frodo (S4)", quoted(name))
	case len(found) > 1:
		var names []characters.Text
		for _, c := range found[:min(len(found), 4)] {
			names = append(names, c.Name)
		}
		return nil, say.Errorf("%s: who is meant, %s?", quoted(name), say.Fold("%s or %s", names))
	}
	return found[0], nil
}

// findSeat finds the seat of the character with a name, or with the beginning of one.
func (n *note) findSeat(name string) (tricks.Seat, error) {
	var present []*characters.Character
	for i := range n.seats {
		if n.seats[i].char != nil {
			present = append(present, n.seats[i].char)
		}
	}
	if found := matchByPrefix(present, name); len(found) == 1 {
		return n.seatOf(found[0]), nil
	}
	if name == "" && len(present) > 0 {
		return unnamed, say.Errorf("who is meant, %s? Write the name first (S4)", namesOf(present))
	}
	c, err := n.head.character(name)
	if err != nil {
		return unnamed, err
	}
	if s := n.seatOf(c); s >= 0 {
		return s, nil
	}
	if len(present) == 0 {
		return unnamed, say.Errorf("no seat is written above: first comes a line for each seat (S4)")
	}
	return unnamed, say.Errorf(
		"%s sits at none of the seats above: write one of %s, or a line for the seat (S4)",
		c.Name,
		namesOf(present),
	)
}

// namesOf lists the names of characters.
func namesOf(all []*characters.Character) say.Text {
	var names []characters.Text
	for _, c := range all {
		names = append(names, c.Name)
	}
	return say.Fold("%s, %s", names)
}

// longestName is the maximum number of words in a character's name.
const longestName = 6

// characters reads the ids of characters, whose names may have several words.
func (r *reader) characters(words []string) (ids []string, err error) {
	for len(words) > 0 {
		c, err := r.note.head.character(words[0])
		used := 1
		for k := 2; k <= min(len(words), longestName); k++ { // the longest name that fits counts
			if whole, nameErr := r.note.head.character(strings.Join(words[:k], " ")); nameErr == nil {
				c = whole
				err = nil
				used = k
			}
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, c.ID)
		words = words[used:]
	}
	return ids, nil
}
