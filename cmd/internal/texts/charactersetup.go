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
	return r.texts.Setup(r.view.Library, character, func(other *characters.Character) bool {
		return r.CanMeet(character, other.ID)
	})
}

// CanMeet reports whether a character with an id can take part in the round beside another one: because it is taken, or
// can still be taken.
func (r Round) CanMeet(character *characters.Character, id string) bool {
	free := 0
	for _, seat := range r.view.Seats {
		switch other := seat.Character; {
		case other == nil:
			free++
		case other != character && other.Matches(id):
			return true
		}
	}
	other := r.view.Library.Characters[id]
	return free > 1 && other != nil && InChapter(r.view.Chapter)(other)
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
