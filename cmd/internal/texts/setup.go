package texts

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
)

// Setup tells what a character does in setup, in the words of its card; it is empty for nothing. Of those with one of
// whom the card lets it exchange, only those are named that can be there. Where nobody can, that is said.
func (t *Texts) Setup(lib *chapters.Library, who *characters.Character, here func(*characters.Character) bool) string {
	text := who.SetupText.In(t.lang)
	for _, a := range who.Setup {
		var all, can []string
		for _, id := range a.With.IDs {
			other := lib.Characters[id]
			if a.With.But || other == nil || slices.Contains(all, t.ShortName(other)) {
				continue
			}
			all = append(all, t.ShortName(other))
			if here(other) {
				can = append(can, t.ShortName(other))
			}
		}
		named := t.Names(all)
		switch {
		case len(can) > 0:
			text = strings.Replace(text, named, t.Names(can), 1)
		case len(all) > 0:
			text = strings.Replace(text, named, t.T("setup.nobody", named), 1)
		}
	}
	return text
}

// SetupHere is [Texts.Setup] in a round: with the characters that are taken, and those that others can still take.
func (t *Texts) SetupHere(v *chapters.View, who *characters.Character) string {
	var cast []*characters.Character
	free := 0
	for _, at := range v.Seats {
		cast = append(cast, at.Character)
		if at.Character == nil {
			free++
		}
	}
	inChapter := InChapter(v.Chapter)
	return t.Setup(v.Library, who, func(other *characters.Character) bool {
		return free > 1 && inChapter(other) || slices.ContainsFunc(cast, func(c *characters.Character) bool { return c != nil && c != who && c.Is(other.ID) })
	})
}

// InChapter reports of a character whether it can be in a chapter, or in one of its events and groups.
func InChapter(c *chapters.Chapter) func(*characters.Character) bool {
	return func(who *characters.Character) bool {
		if c == nil {
			return false
		}
		roster := slices.Clone(c.Roster)
		for _, v := range c.Variants() {
			roster = append(roster, v.Chapter.Roster...)
		}
		return slices.ContainsFunc(roster, func(e chapters.RosterEntry) bool { return e.Character.Is(who.ID) })
	}
}
