package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// unknownVariant replaces a missing or malformed id of an event or a group. Its other keys can then be read
// and checked.
const unknownVariant = "?"

// readVariant reads an event or a group of a chapter, and also returns its fields. The rules that it
// changes are read into a copy of the chapter.
func (l *Library) readVariant(c *Chapter, v strictyaml.Value, isEvent bool) (Variant, strictyaml.Fields) {
	f := v.Map(variantKeys()...)
	played := *c
	played.Roster = slices.Clone(c.Roster)
	played.Events = nil
	played.Groups = nil
	out := Variant{Chapter: &played}
	readers := characters.Readers()
	readers["variant"] = strictyaml.Value.Text
	readers["character"] = strictyaml.Value.Str
	f.Decode(&out, readers)
	out.checkID(c, f)
	played.Part = out.Title
	if isEvent {
		played.Event = out.ID
	} else {
		played.Group = out.ID
		for _, key := range []string{"repeatable", "last"} {
			if f.HasKey(key) {
				f.Key(key).Errorf("%s is for events: each group is played just once (C18)", key)
			}
		}
	}
	if out.Last && slices.ContainsFunc(c.Events, func(v Variant) bool { return v.Last }) {
		f.Get("last").Errorf("only one event can be the last one (C14)")
	}
	for _, id := range out.Removed {
		n := len(played.Roster)
		played.Roster = slices.DeleteFunc(played.Roster, func(e RosterEntry) bool { return e.Character.ID == id })
		if len(played.Roster) == n {
			f.Get("without").Errorf("%s is not a character of this chapter", id)
		}
	}
	if f.HasKey("notes") {
		played.Notes = out.Notes
	}
	f.Decode(&played.Rules, l.chapterReaders(&played))
	c.changedGoals = played.changedGoals
	return out, f
}

// checkID reports an id that is malformed, or that begins like the id of another variant of the
// chapter, whose deals would then have the same names.
func (v *Variant) checkID(c *Chapter, f strictyaml.Fields) {
	switch {
	case !f.HasKey("id"):
		v.ID = unknownVariant
	case v.ID == "" || strings.Trim(v.ID, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" || v.ID[0] == '-':
		f.Get("id").Errorf("an id is made of the letters a to z, digits and hyphens, with no hyphen before them")
		v.ID = unknownVariant
	}
	for _, other := range slices.Concat(c.Events, c.Groups) {
		if other.Letter() == v.Letter() && v.ID != unknownVariant {
			f.Get("id").Errorf("%s and %s begin with the same letter, but the names of deals contain only the first one", v.ID,
				other.ID)
		}
	}
}
