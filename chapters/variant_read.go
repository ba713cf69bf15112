package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// variant reads an event or a group, and returns its fields, too.
func (l *Library) variant(c *Chapter, v strictyaml.Value, event bool) (Variant, strictyaml.Fields) {
	f := v.Map(variantKeys()...)
	copied := *c
	copied.Roster = slices.Clone(c.Roster)
	copied.Events, copied.Groups = nil, nil
	out := Variant{Chapter: &copied}
	readers := characters.Readers()
	readers["variant"], readers["character"] = strictyaml.Value.Text, strictyaml.Value.Str
	f.Decode(&out, readers)
	switch {
	case !f.HasKey("id"):
		out.ID = "?"
	case out.ID == "" || strings.Trim(out.ID, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" || out.ID[0] == '-':
		f.Get("id").Errorf("an id is made of the letters a to z, digits and hyphens, with no hyphen before them")
		out.ID = "?"
	}
	for _, other := range slices.Concat(c.Events, c.Groups) {
		if other.Letter() == out.Letter() && out.ID != "?" {
			f.Get("id").Errorf("%s and %s begin alike, but the first letter stands in the names of deals", out.ID,
				other.ID)
		}
	}
	copied.Part = out.Title
	if event {
		copied.Event = out.ID
	} else {
		copied.Group = out.ID
		for _, key := range []string{"repeatable", "last"} {
			if f.HasKey(key) {
				f.Key(key).Errorf("%s is for events: each group is played just once (C18)", key)
			}
		}
	}
	if out.Last && slices.ContainsFunc(c.Events, func(v Variant) bool { return v.Last }) {
		f.Get("last").Errorf("only one event can be the last one (C14)")
	}
	for _, w := range out.Removed {
		n := len(copied.Roster)
		copied.Roster = slices.DeleteFunc(copied.Roster, func(e RosterEntry) bool { return e.Character.ID == w })
		if len(copied.Roster) == n {
			f.Get("without").Errorf("%s is not a character of this chapter", w)
		}
	}
	if f.HasKey("notes") {
		copied.Notes = out.Notes
	}
	f.Decode(&copied.Rules, l.chapterReaders(&copied))
	c.changed = copied.changed
	return out, f
}
