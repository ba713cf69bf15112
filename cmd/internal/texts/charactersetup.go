package texts

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
)

// Setup says what a character does in setup, in the words of its card; it is empty for nothing. If
// the card allows exchanges with certain characters, it names only those that can be in the round,
// or says that none of them can.
func (t *Texts) Setup(lib *chapters.Library, character *characters.Character,
	isAvailable func(*characters.Character) bool,
) string {
	text := character.SetupText.In(t.lang)
	for _, a := range character.Setup {
		var all, available []string
		for _, id := range a.Partners.IDs {
			other := lib.Characters[id]
			if a.Partners.AllExcept || other == nil || slices.Contains(all, t.ShortName(other)) {
				continue
			}
			all = append(all, t.ShortName(other))
			if isAvailable(other) {
				available = append(available, t.ShortName(other))
			}
		}
		named := t.Names(all)
		switch {
		case len(available) > 0:
			text = strings.Replace(text, named, t.Names(available), 1)
		case len(all) > 0:
			text = strings.Replace(text, named, t.T("setup.nobody", named), 1)
		}
	}
	return text
}

// SetupInRound is [Texts.Setup] for a round: the possible partners are the characters that are
// taken or can still be taken.
func (r Round) SetupInRound(character *characters.Character) string {
	var cast []*characters.Character
	free := 0
	for _, seat := range r.view.Seats {
		cast = append(cast, seat.Character)
		if seat.Character == nil {
			free++
		}
	}
	inChapter := InChapter(r.view.Chapter)
	return r.texts.Setup(r.view.Library, character, func(other *characters.Character) bool {
		return free > 1 && inChapter(other) || slices.ContainsFunc(cast, func(c *characters.Character) bool {
			return c != nil && c != character && c.Matches(other.ID)
		})
	})
}

// InChapter returns a function that reports whether a character can take part in a chapter, or in
// one of its events and groups.
func InChapter(c *chapters.Chapter) func(*characters.Character) bool {
	return func(character *characters.Character) bool {
		if c == nil {
			return false
		}
		roster := slices.Clone(c.Roster)
		for _, v := range c.Variants() {
			roster = append(roster, v.Chapter.Roster...)
		}
		return slices.ContainsFunc(roster, func(e chapters.RosterEntry) bool {
			return e.Character.Matches(character.ID)
		})
	}
}
