package chapters

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
	"fellowship/tricks/say"
)

// The words of a chapter's file, which the schema for editors is made of as well.
var (
	// RuleKeys are the keys that say how a chapter is played; an event or a
	// group can change each of them.
	RuleKeys = slices.Concat([]string{"characters", "trump", "side_deck", "leads"}, plainWords())
	// ChapterKeys are the keys of the file.
	ChapterKeys = slices.Concat(
		[]string{"chapter", "title", "length"}, RuleKeys,
		[]string{"threats", "events", "groups", "pool", "notes", "filled_in", "fidelity", "note"})
	// VariantKeys are the keys of an event or a group.
	VariantKeys = slices.Concat([]string{"id", "title", "repeatable", "last", "without", "notes"}, RuleKeys)
	// EntryKeys are the keys of a character in a chapter's list, where it is
	// more than a name.
	EntryKeys = slices.Concat(
		[]string{"character", "players", "exempt", "not_pyramid", "blindfold", "rider", "gift"}, characters.OverrideKeys)
	// SideKeys, PoolKeys and RedrawKeys are those of side_deck, pool and redraw.
	SideKeys   = []string{"name", "title", "effect", "cards", "size", "turn_up", "waivable"}
	PoolKeys   = []string{"gold", "black", "gold_drawn", "black_drawn", "riders", "gifts", "redraw"}
	RedrawKeys = []string{"with", "players", "unless"}
	// PointKeys are those of a point that was filled in.
	PointKeys = []string{"text", "key"}
	// Lengths are the lengths a chapter can have.
	Lengths = []string{"short", "long"}
)

// ParseChapter reads one chapter's file. Errors carry file, line and column and
// come all in one pass.
func (l *Library) ParseChapter(file string, data []byte) (*Chapter, error) {
	src, root := strictyaml.Parse(file, data)
	f := root.Map(ChapterKeys...)
	c := &Chapter{
		Title: characters.ReadText(f.Need("title"), characters.NameLength), Fidelity: characters.ReadFidelity(f),
		Lost: PerPlayers{0, 1, 1, 1, 1}, Trump: tricks.NoSuit, Source: data,
	}
	if v := f.Need("chapter"); v.Text() == Road {
		c.ID = Road
	} else if n := v.Int(1, 99); n > 0 {
		c.ID = strconv.Itoa(n)
	}
	c.Long = f.Need("length").OneOf("length", Lengths...) == "long"
	f.Need("characters")
	l.rules(c, f)
	threats := c.readThreats(f.Get("threats"))
	c.Notes = characters.ReadText(f.Get("notes"), characters.NoteLength)
	var variants []strictyaml.Fields
	for _, v := range f.Get("events").AtMost(MostVariants).List() {
		event, at := l.variant(c, v, true)
		c.Events, variants = append(c.Events, event), append(variants, at)
	}
	for _, v := range f.Get("groups").AtMost(MostVariants).List() {
		group, at := l.variant(c, v, false)
		c.Groups, variants = append(c.Groups, group), append(variants, at)
	}
	if f.Has("events") && f.Has("groups") {
		f.Key("groups").Errorf("a round is played with an event or with a group, not with both (C14, C18)")
	}
	if f.Has("pool") && len(variants) > 0 {
		f.Key("pool").Errorf("a chapter with events or groups cannot draw its characters, too")
	}
	if f.Has("pool") {
		c.Pool = l.pool(c, f.Get("pool"))
	}
	for _, v := range f.Get("filled_in").AtMost(MostPoints).List() {
		c.FilledIn = append(c.FilledIn, point(v))
	}
	c.checkThreats(threats)
	if src.Err() == nil {
		c.check(f, variants)
	}
	return c, src.Err()
}

// rules reads how the chapter is played, over what it says already.
func (l *Library) rules(c *Chapter, f strictyaml.Fields) {
	for _, v := range f.Get("characters").AtMost(MostListed).List() {
		l.rosterEntry(c, v)
	}
	for i := range PlainRules {
		if r := &PlainRules[i]; f.Has(r.Word) {
			r.read(c, f.Get(r.Word))
		}
	}
	if f.Has("trump") {
		v := f.Get("trump")
		switch c.Trump = characters.ReadSuit(v); c.Trump {
		case tricks.Rivers, tricks.NoSuit:
		case tricks.Rings:
			v.Errorf("Rings are never trump (T7)")
		default:
			v.Errorf("%s are never trump: only Rivers are (T8, C17)", c.Trump)
		}
	}
	if f.Has("side_deck") {
		c.Side = readSideDeck(f.Get("side_deck"), knownDecks)
	}
	if f.Has("leads") {
		v := f.Get("leads")
		if c.Leads = v.Str(); c.Leads != "" && c.Entry(c.Leads) == nil {
			v.Errorf("%s is not a character of this chapter", c.Leads)
		}
	}
}

// perPlayers reads a number, or one for each number of players.
func perPlayers(v strictyaml.Value, least, most int) PerPlayers {
	var p PerPlayers
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

// numbersOfPlayers reads a list of numbers of players.
func numbersOfPlayers(v strictyaml.Value) []int {
	return once(v.AtMost(4).List(), func(n strictyaml.Value) (int, bool) { return n.Int(1, 4), n.Present() })
}

// rosterEntry reads an id, with * behind it if the character must be taken, or a mapping that
// says more. In an event or a group it takes the place of an entry with the same id.
func (l *Library) rosterEntry(c *Chapter, v strictyaml.Value) {
	name, f, more := v, strictyaml.Fields{}, v.IsMap()
	if more {
		f = v.Map(EntryKeys...)
		name = f.Need("character")
	}
	id, starred := strings.CutSuffix(name.Str(), "*")
	if id == "" {
		return
	}
	e := RosterEntry{Character: l.Characters[id], Starred: starred}
	switch {
	case e.Character == nil:
		name.Errorf("unknown character %q%s", id, didYouMean(id, l.Characters))
		return
	case !e.Character.Playable:
		name.Errorf("%s has no setup in its file yet, so it cannot be taken in a chapter", id)
		return
	case c.Entry(id) != nil && c.Event+c.Group == "":
		v.Errorf("%s is listed twice", id)
		return
	}
	if more {
		e.Exempt, e.NotPyramid, e.Blindfold = f.Get("exempt").Bool(), f.Get("not_pyramid").Bool(), f.Get("blindfold").Bool()
		e.Players = numbersOfPlayers(f.Get("players"))
		e.Rider = l.Riders[f.Get("rider").OneOf("rider", slices.Sorted(maps.Keys(l.Riders))...)]
		e.Gift = l.Gifts[f.Get("gift").OneOf("gift", slices.Sorted(maps.Keys(l.Gifts))...)]
		if f.Has("goal") {
			if c.changed++; c.changed > mostGoals {
				f.Key("goal").Errorf("a chapter can change the goals of %d characters at most, its events and groups together", mostGoals)
				return
			}
		}
		e.Character = e.Character.Override(f, slices.Sorted(maps.Keys(l.Characters)), &l.Cache)
		if f.Has("goal") || f.Has("setup") {
			e.Character.Fidelity = c.Fidelity // it is the chapter that says so
		}
		switch {
		case e.Gift == nil:
		case !e.Character.Is(e.Gift.Character):
			f.Get("gift").Errorf("%s is for %s, not for %s", e.Gift.ID, e.Gift.Character, id)
		case !e.Gift.Suits(e.Character):
			f.Get("gift").Errorf("%s takes the place of a threat number, but the goal of %s cannot do without one", e.Gift.ID, id)
		}
	}
	if e.Character.TakesR1 {
		for _, r := range c.Roster {
			if r.Character.TakesR1 && r.Character.ID != id {
				v.Errorf("only one character can be the one that the holder of R1 takes (S3), and %s is", r.Character.ID)
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

// didYouMean is the end of an error about an id: it names the known one that was meant.
func didYouMean[V any](id string, known map[string]V) say.Text {
	if near := strictyaml.Suggest(id, slices.Sorted(maps.Keys(known))); near != "" {
		return say.Sprintf("; did you mean %q?", near)
	}
	return say.Text{}
}

// variant reads an event or a group, and returns its fields, too.
func (l *Library) variant(c *Chapter, v strictyaml.Value, event bool) (Variant, strictyaml.Fields) {
	f := v.Map(VariantKeys...)
	copied := *c
	copied.Roster = slices.Clone(c.Roster)
	copied.Events, copied.Groups = nil, nil
	out := Variant{
		ID: f.Need("id").Text(), Title: characters.ReadText(f.Need("title"), characters.NameLength), Chapter: &copied,
		Repeatable: f.Get("repeatable").Bool(), Last: f.Get("last").Bool(),
	}
	switch {
	case !f.Has("id"):
		out.ID = "?"
	case out.ID == "" || strings.Trim(out.ID, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" || out.ID[0] == '-':
		f.Get("id").Errorf("an id is made of the letters a to z, digits and hyphens, with no hyphen before them")
		out.ID = "?"
	}
	for _, other := range slices.Concat(c.Events, c.Groups) {
		if other.Letter() == out.Letter() && out.ID != "?" {
			f.Get("id").Errorf("%s and %s begin alike, but the first letter stands in the names of deals", out.ID, other.ID)
		}
	}
	copied.Part = out.Title
	if event {
		copied.Event = out.ID
	} else {
		copied.Group = out.ID
		for _, key := range []string{"repeatable", "last"} {
			if f.Has(key) {
				f.Key(key).Errorf("%s is for events: each group is played just once (C18)", key)
			}
		}
	}
	if out.Last && slices.ContainsFunc(c.Events, func(v Variant) bool { return v.Last }) {
		f.Get("last").Errorf("only one event can be the last one (C14)")
	}
	for _, w := range f.Get("without").AtMost(MostListed).Strs() {
		n := len(copied.Roster)
		copied.Roster = slices.DeleteFunc(copied.Roster, func(e RosterEntry) bool { return e.Character.ID == w })
		if len(copied.Roster) == n {
			f.Get("without").Errorf("%s is not a character of this chapter", w)
		}
	}
	if f.Has("notes") {
		copied.Notes = characters.ReadText(f.Get("notes"), characters.NoteLength)
	}
	l.rules(&copied, f)
	c.changed = copied.changed
	return out, f
}

// pool reads what the Road is drawn from.
func (l *Library) pool(c *Chapter, v strictyaml.Value) *Pool {
	f := v.Map(PoolKeys...)
	ids := func(key string, known func(string) bool, what say.Word) []string {
		out := once(f.Need(key).AtMost(MostListed).List(), func(w strictyaml.Value) (string, bool) {
			id := w.Str()
			if id != "" && !known(id) {
				w.Errorf("%s is not %s", id, what)
			}
			return id, known(id)
		})
		if v := f.Get(key); v.IsList() && len(v.List()) == 0 {
			v.Errorf("%s is empty, so nothing can be drawn", key)
		}
		return out
	}
	inRoster := func(id string) bool { return c.Entry(id) != nil }
	p := &Pool{
		Gold:       ids("gold", inRoster, "a character of this chapter"),
		Black:      ids("black", inRoster, "a character of this chapter"),
		GoldDrawn:  perPlayers(f.Need("gold_drawn"), 0, 7),
		BlackDrawn: perPlayers(f.Need("black_drawn"), 0, 20),
		Riders:     ids("riders", func(id string) bool { return l.Riders[id] != nil }, "a rider"),
		Gifts:      ids("gifts", func(id string) bool { return l.Gifts[id] != nil }, "a gift"),
	}
	for _, key := range []string{"gold", "black"} {
		for _, w := range f.Get(key).List() {
			switch id := w.Str(); {
			case key == "black" && slices.Contains(p.Gold, id):
				w.Errorf("%s is among the gold cards already", id)
			case c.Entry(id) != nil && c.Entry(id).Character.Burdened:
				w.Errorf("%s is a burdened side: name the front of the card (L5)", id)
			}
		}
	}
	for _, w := range f.Get("redraw").AtMost(MostRedraws).List() {
		r := w.Map(RedrawKeys...)
		again := PoolRedraw{With: r.Need("with").Str()}
		if again.With != "" && !inRoster(again.With) {
			r.Get("with").Errorf("%s is not a character of this chapter", again.With)
		}
		again.Unless = once(r.Get("unless").AtMost(MostListed).List(), func(u strictyaml.Value) (string, bool) {
			id := u.Str()
			known := inRoster(id) || l.Gifts[id] != nil
			if id != "" && !known {
				u.Errorf("%s is neither a character of this chapter nor a gift", id)
			}
			return id, known
		})
		again.Players = numbersOfPlayers(r.Need("players"))
		p.Redraw = append(p.Redraw, again)
	}
	for _, w := range f.Get("gifts").List() {
		gift := l.Gifts[w.Str()]
		for _, e := range c.Roster {
			if gift != nil && e.Character.Is(gift.Character) && !gift.Suits(e.Character) {
				w.Errorf("%s takes the place of a threat number, but the goal of %s cannot do without one", gift.ID, e.Character.ID)
			}
		}
	}
	return p
}

// point reads a point that was filled in. Its key is a path of keys of the file.
func point(v strictyaml.Value) Point {
	f := v.Map(PointKeys...)
	p := Point{Text: characters.ReadText(f.Need("text"), characters.NoteLength), Key: f.Get("key").Str()}
	if p.Key == "" {
		return p
	}
	known := slices.Concat(ChapterKeys, VariantKeys, EntryKeys, SideKeys, PoolKeys, RedrawKeys)
	for key := range strings.SplitSeq(p.Key, ".") {
		if !slices.Contains(known, key) {
			f.Get("key").OneOf("key", known...)
			break
		}
	}
	return p
}

// readThreats reads the threat deck, and returns where each number stands.
func (c *Chapter) readThreats(list strictyaml.Value) map[int]strictyaml.Value {
	at := map[int]strictyaml.Value{}
	for _, v := range list.AtMost(MostThreats).List() {
		n := v.Int(1, 99)
		switch {
		case n == 0:
			continue
		case slices.Contains(c.Threats, n):
			v.Errorf("threat %d is listed twice", n)
			continue
		}
		c.Threats = append(c.Threats, n)
		at[n] = v
	}
	return at
}

// once reads a list in which nothing stands twice. If an item is not ok, read has complained
// about it.
func once[T comparable](list []strictyaml.Value, read func(strictyaml.Value) (item T, ok bool)) []T {
	var out []T
	seen := map[T]bool{}
	for _, v := range list {
		item, ok := read(v)
		switch {
		case ok && seen[item]:
			v.Errorf("%s is listed twice", v.Text())
		case ok:
			seen[item] = true
			out = append(out, item)
		}
	}
	return out
}
