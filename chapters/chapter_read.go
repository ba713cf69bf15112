package chapters

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

var (
	// variantKeys lists the keys of an event or a group.
	variantKeys = sync.OnceValue(func() []string {
		return slices.Concat(strictyaml.Keys(Variant{}), strictyaml.Keys(Rules{}))
	})
	// entryKeys lists the keys of a character that is written as a mapping.
	entryKeys = sync.OnceValue(func() []string {
		return slices.Concat(strictyaml.Keys(RosterEntry{}), characters.OverrideKeys)
	})
	// pointKeys lists the keys that the path of a point can have.
	pointKeys = sync.OnceValue(func() []string {
		return slices.Concat(
			strictyaml.Keys(Chapter{}),
			variantKeys(),
			entryKeys(),
			strictyaml.Keys(SideDeck{}),
			strictyaml.Keys(Pool{}),
			strictyaml.Keys(PoolRedraw{}),
		)
	})
)

// parseChapter reads one chapter's file. The error holds all mistakes of the file, each with file,
// line and column.
func (l *Library) parseChapter(file *strictyaml.File) (*Chapter, error) {
	src, root := file.Parse()
	c := &Chapter{Rules: Rules{Lost: PerPlayers{0, 1, 1, 1, 1}, Trump: tricks.NoSuit}, file: file.Name, source: file.Data}
	readers := l.chapterReaders(c)
	var variantFields []strictyaml.Fields
	for _, kind := range []string{"event", "group"} {
		readers[kind] = func(v strictyaml.Value) Variant {
			variant, fields := l.readVariant(c, v, kind == "event")
			variantFields = append(variantFields, fields)
			return variant
		}
	}
	f := root.Decode(c, readers)
	f.Need("characters")
	switch {
	case f.HasKey("events") && f.HasKey("groups"):
		f.Key("groups").Errorf("a round is played with an event or with a group, not with both (C14, C18)")
	case f.HasKey("pool") && len(variantFields) > 0:
		f.Key("pool").Errorf("a chapter with events or groups cannot draw its characters, too")
	}
	c.checkThreats(f.Get("threats"))
	if src.Err() == nil {
		c.check(f, variantFields)
	}
	if src.Err() == nil {
		c.checkCompletable(f)
		l.checkRiders(c, f, variantFields)
	}
	return c, src.Err()
}

// chapterReaders returns the readers that the tags of a chapter name. Some of them look at the part of
// the chapter that was read before.
func (l *Library) chapterReaders(c *Chapter) strictyaml.Readers {
	readers := characters.Readers()
	readers["number"] = readChapterNumber
	readers["length"] = func(v strictyaml.Value) bool { return v.OneOf("length", Words("length")...) == "long" }
	readers["Point"] = func(v strictyaml.Value) Point { return readPoint(v, readers) }
	readers["roster"] = func(v strictyaml.Value, f *strictyaml.Field) []RosterEntry {
		for _, v := range v.AtMost(f.Items).List() {
			l.readRosterEntry(c, v)
		}
		return c.Roster
	}
	readers["trump"] = func(v strictyaml.Value) tricks.Suit {
		// No suit but Rivers is ever trump (T7, T8, C17).
		if v.OneOf("suit", tricks.Rivers.String()) == "" {
			return tricks.NoSuit
		}
		return tricks.Rivers
	}
	readers["SideDeck"] = readSideDeck
	readers["PerPlayers"] = readPerPlayers
	readers["leads"] = rosterIDReader(c)
	readers["Pool"] = func(v strictyaml.Value) Pool { return l.readPool(c, v) }
	return readers
}

// rosterIDReader returns a reader of the id of a character that is in the chapter.
func rosterIDReader(c *Chapter) func(v strictyaml.Value) string {
	return func(v strictyaml.Value) string {
		id := v.Str()
		if id != "" && c.Entry(id) == nil {
			v.Errorf("%s is not a character of this chapter", id)
		}
		return id
	}
}

// readChapterNumber reads the id of a chapter: its number, or road.
func readChapterNumber(v strictyaml.Value) string {
	if v.Text() == Road {
		return Road
	}
	if n := v.Int(1, 99); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// readPerPlayers reads one number for every number of players, or a mapping with a number for each.
func readPerPlayers(v strictyaml.Value, field *strictyaml.Field) PerPlayers {
	var p PerPlayers
	least, most := field.Least, field.Top
	if v.IsMap() {
		f := v.Map("1", "2", "3", "4")
		for n := 1; n <= 4; n++ {
			p[n] = f.Need(strconv.Itoa(n)).Int(least, most)
		}
		return p
	}
	n := v.Int(least, most)
	return PerPlayers{0, n, n, n, n}
}

// readPool reads what the characters of the Road are drawn from (L5).
func (l *Library) readPool(c *Chapter, v strictyaml.Value) (p Pool) {
	f := v.Decode(&p, strictyaml.Readers{
		"PerPlayers": readPerPlayers,
		"inside":     rosterIDReader(c),
		"rider":      func(v strictyaml.Value) string { return readID(v, "rider", l.Riders) },
		"gift":       func(v strictyaml.Value) string { return readID(v, "gift", l.Gifts) },
		"unless": func(v strictyaml.Value) string {
			id := v.Str()
			if v.Present() && c.Entry(id) == nil && l.Gifts[id] == nil {
				v.Errorf("%s is neither a character of this chapter nor a gift", id)
			}
			return id
		},
	})
	for _, key := range []string{"gold", "black", "riders", "gifts"} {
		list := f.Get(key)
		for _, item := range list.List() {
			switch id := item.Str(); {
			case key == "black" && slices.Contains(p.Gold, id):
				item.Errorf("%s is among the gold cards already", id)
			case c.Entry(id) != nil && c.Entry(id).Character.Burdened:
				item.Errorf("%s is a burdened side: name the front of the card (L5)", id)
			case key == "gifts" && l.Gifts[id] != nil:
				for _, e := range c.Roster {
					checkGift(l.Gifts[id], e.Character, item)
				}
			}
		}
	}
	return p
}

// readPoint reads a point that was filled in. Its key is a path of keys of the file, joined by dots.
func readPoint(v strictyaml.Value, readers strictyaml.Readers) (p Point) {
	f := v.Decode(&p, readers)
	if p.Key == "" {
		return p
	}
	known := pointKeys()
	for key := range strings.SplitSeq(p.Key, ".") {
		if !slices.Contains(known, key) {
			f.Get("key").OneOf("key", known...)
			break
		}
	}
	return p
}
