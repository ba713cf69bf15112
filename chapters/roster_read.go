package chapters

import (
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// readRosterEntry reads a character that can be taken into the roster of a chapter. It is written as
// an id, followed by * if the character must be taken, or as a mapping that says more. An entry of an
// event or a group replaces the chapter's entry with the same id.
func (l *Library) readRosterEntry(c *Chapter, v strictyaml.Value) {
	name := v
	f := strictyaml.Fields{}
	isMapping := v.IsMap()
	if isMapping {
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
		known := l.characterIDs()
		star := name.Str()[len(id):]
		for i := range known {
			known[i] += star
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
	if isMapping && !l.readEntryFields(c, f, &e) {
		return
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

// readEntryFields reads the fields of a roster entry that is a mapping, and what the chapter changes of
// its character. It returns false if the chapter changes too many goals.
func (l *Library) readEntryFields(c *Chapter, f strictyaml.Fields, e *RosterEntry) bool {
	f.Decode(e, strictyaml.Readers{
		"rider":   func(v strictyaml.Value) *characters.Character { return l.Riders[readID(v, "rider", l.Riders)] },
		"gift":    func(v strictyaml.Value) *characters.Gift { return l.Gifts[readID(v, "gift", l.Gifts)] },
		"starred": func(strictyaml.Value) *characters.Character { return e.Character },
	})
	if f.HasKey("goal") {
		c.changedGoals++
		if c.changedGoals > mostGoals {
			f.Key("goal").Errorf(
				"a chapter can change the goals of %d characters at most, its events and groups together", mostGoals)
			return false
		}
	}
	id := e.Character.ID
	e.Character = e.Character.Override(f, l.characterIDs(), &l.Cache)
	if f.HasKey("goal") || f.HasKey("setup") {
		e.Character.Fidelity = c.Fidelity // the change comes from the chapter's sources
	}
	if e.Gift != nil && !e.Character.Matches(e.Gift.Character) {
		f.Get("gift").Errorf("%s is for %s, not for %s", e.Gift.ID, e.Gift.Character, id)
	}
	checkGift(e.Gift, e.Character, f.Get("gift"))
	return true
}

// checkGift reports a gift that the goal of its character cannot be combined with.
func checkGift(gift *characters.Gift, c *characters.Character, value strictyaml.Value) {
	if gift != nil && c.Matches(gift.Character) && !gift.Fits(c) {
		value.Errorf("%s takes the place of a threat number, but the goal of %s cannot do without one", gift.ID, c.ID)
	}
}
