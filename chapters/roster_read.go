package chapters

import (
	"maps"
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// rosterEntry reads an id, with * behind it if the character must be taken, or a mapping that
// says more. In an event or a group it takes the place of an entry with the same id.
func (l *Library) rosterEntry(c *Chapter, v strictyaml.Value) {
	name := v
	f := strictyaml.Fields{}
	more := v.IsMap()
	if more {
		f = v.Map(entryKeys()...)
		name = f.Need("character")
	}
	id, starred := strings.CutSuffix(name.Str(), "*")
	if id == "" {
		return
	}
	e := RosterEntry{Character: l.Characters[id], Starred: starred}
	switch {
	case e.Character == nil:
		known := slices.Sorted(maps.Keys(l.Characters))
		for i := range known {
			known[i] += name.Str()[len(id):] // a star, if there is one
		}
		name.OneOf("character", known...)
		return
	case !e.Character.Playable:
		name.Errorf("%s has no setup in its file yet, so it cannot be taken in a chapter", id)
		return
	case c.Entry(id) != nil && c.Event+c.Group == "":
		v.Errorf("%s is listed twice", id)
		return
	}
	if more {
		f.Decode(&e, strictyaml.Readers{
			"rider":   func(v strictyaml.Value) *characters.Character { return l.Riders[idOf(v, "rider", l.Riders)] },
			"gift":    func(v strictyaml.Value) *characters.Gift { return l.Gifts[idOf(v, "gift", l.Gifts)] },
			"starred": func(strictyaml.Value) *characters.Character { return e.Character },
		})
		if f.HasKey("goal") {
			c.changed++
			if c.changed > mostGoals {
				f.Key("goal").Errorf("a chapter can change the goals of %d characters at most, its events and groups together", mostGoals)
				return
			}
		}
		e.Character = e.Character.Override(f, slices.Sorted(maps.Keys(l.Characters)), &l.Cache)
		if f.HasKey("goal") || f.HasKey("setup") {
			e.Character.Fidelity = c.Fidelity // it is the chapter that says so
		}
		if e.Gift != nil && !e.Character.Matches(e.Gift.Character) {
			f.Get("gift").Errorf("%s is for %s, not for %s", e.Gift.ID, e.Gift.Character, id)
		}
		checkGift(e.Gift, e.Character, f.Get("gift"))
	}
	if e.Character.TakesR1 {
		for _, r := range c.Roster {
			if r.Character.TakesR1 && r.Character.ID != id {
				v.Errorf("only one character can be the one that the holder of R1 takes (S3), and %s is",
					r.Character.ID)
				return
			}
		}
	}
	if old := c.Entry(id); old != nil {
		*old = e
		return
	}
	c.Roster = append(c.Roster, e)
}

// checkGift holds a gift to the goal of the character that can have it.
func checkGift(gift *characters.Gift, c *characters.Character, value strictyaml.Value) {
	if gift != nil && c.Matches(gift.Character) && !gift.Fits(c) {
		value.Errorf("%s takes the place of a threat number, but the goal of %s cannot do without one", gift.ID, c.ID)
	}
}
