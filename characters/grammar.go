package characters

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// grammar reads characters, goals and setup actions. Each method reads one construct of the language
// and reports mistakes at their positions.
type grammar struct {
	// ids lists the ids of all characters.
	ids []string
	// id is the id that the file must state.
	id string
	// rider reports whether the file lies in the folder of riders.
	rider bool
	// cache keeps the tallies of compiled goals; it may be nil.
	cache *Cache
}

var (
	// riderOnly lists the keys that only a rider's file may have.
	riderOnly = []string{"no_exchange", "hides_threat"}
	// characterOnly lists the keys that a rider's file may not have, because the character that
	// carries the rider settles them.
	characterOnly = []string{
		"setup", "setup_text", "may_not_pass", "counts_for", "need_not_follow", "leads", "names_leader", "redraws",
		"takes_r1", "solo_full", "counts_as", "burdened",
	}
	// limitKeys lists the keys that say how many.
	limitKeys = []string{"at_least", "at_most", "exactly", "every"}
	// cardKeys lists the keys that say which cards.
	cardKeys = []string{"suit", "rank", "card"}
)

// Words returns the words of a kind that a file may use:
//
//   - card: the keys that say which cards
//   - limit: the keys that say how many
//   - goal: the words that a goal can begin with
//   - action: the words that a setup action can begin with
//   - comparison: the words that can stand behind "tricks:"
//   - effect: the effects of gifts, in the order of [Effect]
//   - fidelity: the levels of [Fidelity]
func Words(kind string) []string {
	switch kind {
	case "card":
		return cardKeys
	case "limit":
		return limitKeys
	case "goal":
		return words(goalKinds)
	case "action":
		return words(actionKinds)
	case "comparison":
		return words(comparisons)
	case "effect":
		return []string{"choose_range", "announce_suits", "waive_goal", "exchange_in_play", "free_first_trick"}
	case "fidelity":
		return []string{"rulebook", "confirmed", "single-source", "reconstructed"}
	}
	panic("nothing is called " + kind)
}

func words(rows []Word) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.Word
	}
	return out
}

// Readers returns the readers for the types and names in the tags of characters, riders, gifts and
// chapters: see [strictyaml.Field].
func Readers() strictyaml.Readers {
	return strictyaml.Readers{
		"id":       strictyaml.Value.Str, // checkID has more to say
		"Text":     func(v strictyaml.Value, f *strictyaml.Field) Text { return readText(v, f.Length) },
		"note":     readNote,
		"fidelity": func(v strictyaml.Value) string { return v.OneOf("fidelity", Words("fidelity")...) },
		"Suit":     readSuit,
		"Set":      cardSet,
		"range":    readRange,
	}
}

// character reads a character or a rider.
func (g grammar) character(v strictyaml.Value) *Character {
	c := &Character{}
	readers := Readers()
	readers["goal"] = g.limitedGoal
	readers["action"] = g.setup
	readers["character"] = g.otherCharacter
	f := v.Decode(c, readers)
	checkID(f, c.ID, g.id)
	c.Playable = f.HasKey("setup")
	if len(c.Setup) > 0 {
		f.Need("setup_text")
	}
	g.check(c, f)
	switch {
	case c.MayNotPass.Len() > 1:
		f.Get("may_not_pass").Errorf("name only one card, so that there is always another to pass on")
	case c.MayNotPass != 0 && c.HasAction(GiveEach):
		f.Key("may_not_pass").Errorf("a character that gives a card to everyone may have no other left to pass on")
	}
	return c
}

const mostID = 40

// checkID reports an id that records cannot write, or that differs from the name of its file.
func checkID(f strictyaml.Fields, id, name string) {
	const letters = "abcdefghijklmnopqrstuvwxyz-"
	switch {
	case strings.Trim(id, letters) != "":
		f.Get("id").Errorf(
			"an id is made of the letters a to z and hyphens, and names its file: records can write no others")
	case len(id) > mostID:
		f.Get("id").Errorf("an id has at most %d letters", mostID)
	case id == "" || id == name:
	case strings.Trim(name, letters) != "":
		f.Get("id").Errorf("the file has to be named after the id: %s.yaml, not %s.yaml", id, name)
	default:
		f.Get("id").Errorf("the file is named %s.yaml, so the id must be %s", name, name)
	}
}

// otherCharacter reads the id of a character other than the one in the file.
func (g grammar) otherCharacter(v strictyaml.Value) string {
	id := v.OneOf("character", g.ids...)
	if id == g.id && id != "" {
		v.Errorf("name another character than %s", id)
	}
	return id
}

const mostActions = 20

const mostExchanges = 8

// setup reads a list of setup actions. Only a plain exchange can be done more than once.
func (g grammar) setup(v strictyaml.Value) []Action {
	var out []Action
	exchanges := 0
	for _, v := range v.AtMost(mostActions).List() {
		a, ok := g.action(v)
		exchange := a.Kind == Exchange
		plain := !a.Each && !a.Lost
		if ok && exchange {
			exchanges++
		}
		switch {
		case !ok:
		case exchange && exchanges > 1 && !plain:
			v.Errorf("only a plain exchange can be done more than once")
		case exchange && exchanges > mostExchanges:
			v.Errorf("a character can exchange %d times at most (S6)", mostExchanges)
		case !exchange && slices.ContainsFunc(out, func(b Action) bool {
			return b.Kind == a.Kind && b.Chosen == a.Chosen
		}):
			v.Errorf("only an exchange can be done more than once")
		default:
			out = append(out, a)
		}
	}
	return out
}

// check reports a goal that the character's setup or the memory cannot support, and a rider with the
// keys of a character.
func (g grammar) check(c *Character, f strictyaml.Fields) {
	rider := g.rider || slices.ContainsFunc(riderOnly, f.HasKey)
	for _, key := range characterOnly {
		if rider && f.HasKey(key) {
			f.Key(key).Errorf("a rider has no %s: that is up to the character that carries it", key)
		}
	}
	if c.Goal == nil {
		return
	}
	errorKey := f.Key("goal")
	if !f.HasKey("goal") {
		errorKey = f.Key("setup")
	}
	switch {
	case rider && (c.Goal.NeedsThreat() || c.Goal.NeedsDeclaration()):
		errorKey.Errorf("a rider's goal cannot refer to a threat number: its carrier may have none")
	case !rider && c.Playable && c.Goal.NeedsThreat() && !c.HasAction(Threat):
		errorKey.Errorf("the goal needs a threat number, but no setup action draws one")
	}
	if !rider && c.Playable && c.Goal.NeedsDeclaration() && !c.HasAction(Declare) {
		errorKey.Errorf("the goal needs a declaration, more or fewer, but no setup action makes one")
	}
	if (rider || c.Playable) && f.HasKey("goal") && checkRoom(c.Goal, g.cache) != nil {
		errorKey.Errorf(noRoom)
	}
}

const noRoom = "the goal is too much to keep count of in a round: make it simpler"

// OverrideKeys lists the keys with which a chapter changes a character.
var OverrideKeys = []string{"goal", "goal_text", "setup", "setup_text"}

// Override returns the character as a chapter changes it: the chapter's fields replace the fields of
// the character's own file (C12, C14). ids lists all characters; cache may be nil.
func (c *Character) Override(f strictyaml.Fields, ids []string, cache *Cache) *Character {
	g := grammar{ids: ids, id: c.ID, cache: cache}
	o := *c
	if f.HasKey("goal") {
		o.Goal = g.limitedGoal(f.Get("goal"))
		o.GoalText = readText(f.Need("goal_text"), textLength)
	}
	if f.HasKey("setup") {
		o.Setup = g.setup(f.Get("setup"))
		if len(o.Setup) > 0 {
			f.Need("setup_text")
		}
		o.SetupText = readText(f.Get("setup_text"), textLength)
	}
	if f.HasKey("goal") || f.HasKey("setup") {
		g.check(&o, f)
	}
	return &o
}

// Languages lists the languages of the program. A text that is missing in one of them is shown in English.
var Languages = []string{"en", "de"}

// required lists the languages that a file has to have each text in.
var required = Languages[:2]

const textLength = 500

// readText reads a text in the languages of the program. A text of more than most characters is a mistake.
func readText(v strictyaml.Value, most int) Text {
	if !v.Present() {
		return nil
	}
	f := v.Map(Languages...)
	t := Text{}
	for _, lang := range Languages {
		if !f.HasKey(lang) && !slices.Contains(required, lang) {
			continue
		}
		text := f.Need(lang)
		said := text.Short(most).Str()
		if said == "" {
			text.Errorf("the text is empty")
		}
		t = append(t, Translation{lang, said})
	}
	return t
}

// readNote reads a text in the languages of the program, or a plain text, which is used for all languages.
func readNote(v strictyaml.Value, f *strictyaml.Field) Text {
	if v.IsMap() {
		return readText(v, f.Length)
	}
	return Text{{Languages[0], v.Short(f.Length).Str()}}
}

// action reads a setup action: a word, or a mapping with one key.
func (g grammar) action(v strictyaml.Value) (a Action, ok bool) {
	word, arg := v.Single(Words("action")...)
	k := pick(actionKinds, word)
	if k == nil {
		return a, false
	}
	a = k.action
	switch {
	case k.ArgDescription == "" && arg.Present():
		arg.Errorf("%s stands alone: write just the word", word)
	case k.Description != "" && !arg.Present():
		a.Cards = boolToInt(k.ArgDescription != "")
	case k.Least > 0:
		a.Cards = requireArg(v, arg, word).Int(k.Least, k.Most)
	default:
		a.Partners = g.partners(requireArg(v, arg, word))
	}
	return a, true
}

// partners reads which characters an exchange may be made with: the word anyone, a list of characters, or
// {anyone_but: a list}.
func (g grammar) partners(v strictyaml.Value) Partners {
	switch {
	case v.IsScalar() && v.Text() == "anyone":
		return Partners{AllExcept: true}
	case v.IsScalar():
		v.Errorf("expected a list of characters, such as [frodo, sam], the word anyone, or {anyone_but: [frodo]}")
		return Partners{}
	case v.IsMap():
		return Partners{IDs: g.partnerIDs(v.Map("anyone_but").Need("anyone_but")), AllExcept: true}
	}
	return Partners{IDs: g.partnerIDs(v)}
}

const mostPartners = 40

func (g grammar) partnerIDs(list strictyaml.Value) []string {
	var out []string
	if list.IsList() && len(list.List()) == 0 {
		list.Errorf("an exchange needs somebody to exchange with")
	}
	for _, w := range list.AtMost(mostPartners).List() {
		id := w.OneOf("character", g.ids...)
		switch {
		case id == "":
		case id == g.id:
			w.Errorf("%s cannot exchange with itself", id)
		case slices.Contains(out, id):
			w.Errorf("%s is named twice", id)
		default:
			out = append(out, id)
		}
	}
	return out
}

// requireArg returns the value behind a word, and reports a mistake if the word stands alone.
func requireArg(v, arg strictyaml.Value, kind string) strictyaml.Value {
	if !arg.Present() {
		v.Errorf("%s needs more: write it as a mapping, {%s: …}", kind, kind)
	}
	return arg
}

// readLimits reads the limits of a number, and reports limits that can never be met.
func readLimits(f strictyaml.Fields) *Limits {
	l := &Limits{}
	if f.HasKey("at_least") {
		l.AtLeast = readNumber(f.Get("at_least"), 37)
	}
	if f.HasKey("at_most") {
		l.AtMost = readNumber(f.Get("at_most"), 37)
	}
	if f.HasKey("exactly") {
		l.AtLeast = readNumber(f.Get("exactly"), 37)
		l.AtMost = l.AtLeast
	}
	l.Every = f.Get("every").Bool()
	switch {
	case !hasAnyKey(f, limitKeys):
		f.Errorf("this needs one of %s", strings.Join(limitKeys, ", "))
	case f.HasKey("exactly") && (f.HasKey("at_least") || f.HasKey("at_most")):
		f.Key("exactly").Errorf("exactly stands alone, without other limits")
	case l.Every && (l.AtLeast != nil || l.AtMost != nil):
		f.Key("every").Errorf("every stands alone, without other limits")
	case f.Get("every").Present() && !l.Every:
		f.Get("every").Errorf("every can only be true: leave it out")
	}
	for players := 1; players <= 4; players++ {
		b := Binding{Players: players}
		if lo, hi := l.bounds(&b, 0); lo > hi && !l.refersToThreat() {
			f.Errorf("can never be met: at least %d, but at most %d", lo, hi)
			break
		}
	}
	return l
}

// hasAnyKey reports whether the mapping has one of the keys. A misspelt key counts as well, because that
// mistake has been reported already.
func hasAnyKey(f strictyaml.Fields, keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool {
		line, _ := f.Get(k).Pos()
		return f.HasKey(k) || line == 0
	})
}

// readNumber reads a number from 0 to most, a mapping of the numbers of players to such numbers, or the word
// threat.
func readNumber(v strictyaml.Value, most int) *Number {
	switch {
	case v.IsMap():
		n := &Number{ByPlayers: make([]int, 5)}
		f := v.Map("1", "2", "3", "4")
		for players := 1; players <= 4; players++ {
			n.ByPlayers[players] = f.Need(fmt.Sprint(players)).Int(0, most)
		}
		return n
	case v.IsScalar() && v.Text() == "threat":
		return &Number{IsThreat: true}
	}
	return &Number{Fixed: v.Int(0, most)}
}

func readCards(f strictyaml.Fields) *CardFilter {
	c := &CardFilter{Suit: readSuit(f.Get("suit")), Listed: cardSet(f.Get("card"))}
	if f.HasKey("rank") {
		c.Rank = readNumber(f.Get("rank"), 8)
	}
	if !hasAnyKey(f, cardKeys) {
		f.Errorf("this needs one of suit, rank, card")
	}
	return c
}

func readSuit(v strictyaml.Value) tricks.Suit {
	names := make([]string, tricks.Suits)
	for s := range names {
		names[s] = tricks.Suit(s).String()
	}
	if name := v.OneOf("suit", names...); name != "" {
		return tricks.Suit(slices.Index(names, name))
	}
	return tricks.NoSuit
}

func cardSet(v strictyaml.Value) tricks.Set {
	set, err := tricks.ParseSet(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return set
}
