package characters

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// grammar reads characters, goals and setup actions. Each function is one rule of the
// grammar. It reports what is wrong where it stands.
type grammar struct {
	ids   []string // every character there is
	id    string   // the id this file must have
	rider bool     // it lies in the folder of riders
	cache *Cache   // of compiled goals; may be nil
}

// The words of the grammar, which the schema for editors is made of as well.
var (
	// CharacterKeys are the keys of a character's or rider's file.
	CharacterKeys = []string{
		"id", "name", "goal", "goal_text", "setup", "setup_text", "may_not_pass", "counts_for", "need_not_follow", "leads", "names_leader", "redraws", "takes_r1", "solo_full", "counts_as", "burdened", "no_exchange", "hides_threat", "fidelity", "note",
	}
	// RiderKeys are the keys that only a rider's file may have. CharacterOnly are those
	// that it may not have, because a rider goes with the character that carries it.
	RiderKeys     = []string{"no_exchange", "hides_threat"}
	characterOnly = []string{
		"setup", "setup_text", "may_not_pass", "counts_for", "need_not_follow", "leads", "names_leader", "redraws", "takes_r1", "solo_full", "counts_as", "burdened",
	}
	// LimitKeys say how many.
	LimitKeys = []string{"at_least", "at_most", "exactly", "every"}
	// CardKeys say which cards.
	CardKeys = []string{"suit", "rank", "card"}
)

func (g grammar) character(v strictyaml.Value) *Character {
	f := v.Map(CharacterKeys...)
	c := &Character{
		ID:       f.Need("id").Str(),
		Name:     ReadText(f.Need("name"), NameLength),
		Goal:     g.whole(f.Need("goal")),
		GoalText: ReadText(f.Need("goal_text"), TextLength),
		Leads:    f.Get("leads").Bool(),
		TakesR1:  f.Get("takes_r1").Bool(),
		Fidelity: ReadFidelity(f),

		CountsAs:      g.other(f.Get("counts_as")),
		Burdened:      f.Get("burdened").Bool(),
		Redraws:       f.Get("redraws").Bool(),
		SoloFull:      f.Get("solo_full").Bool(),
		NoExchange:    f.Get("no_exchange").Bool(),
		HidesThreat:   f.Get("hides_threat").Bool(),
		NamesLeader:   f.Get("names_leader").Bool(),
		NeedNotFollow: f.Get("need_not_follow").Bool(),
	}
	if f.Has("counts_for") {
		to := f.Get("counts_for").Map("character", "suit")
		c.CountsFor = &CountsFor{
			Character: g.other(to.Need("character")),
			Suit:      ReadSuit(to.Need("suit")),
		}
	}
	checkID(f, c.ID, g.id)
	if f.Has("setup") {
		c.Playable = true
		c.Setup = g.setup(f.Get("setup"))
		c.SetupText = setupText(f, c.Setup)
	}
	g.check(c, f)
	if f.Has("may_not_pass") {
		c.MayNotPass = cardSet(f.Get("may_not_pass"))
		switch {
		case c.MayNotPass.Len() > 1:
			f.Get("may_not_pass").Errorf("name only one card, so that there is always another to pass on")
		case Has[GiveEach](c):
			f.Key("may_not_pass").Errorf("who gives a card to everyone may have no other left to pass on")
		}
	}
	return c
}

// MostID is how many letters an id may have.
const MostID = 40

// checkID holds a file's id to its name.
func checkID(f strictyaml.Fields, id, name string) {
	if id != "" && id != name {
		f.Get("id").Errorf("the file is named %s.yaml, so the id must be %s", name, name)
	} else if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz-") != "" {
		f.Get("id").Errorf("an id is made of the letters a to z and hyphens, as records can write no other")
	} else if len(id) > MostID {
		f.Get("id").Errorf("an id has at most %d letters", MostID)
	}
}

// other reads the id of another character.
func (g grammar) other(v strictyaml.Value) string {
	id := v.OneOf("character", g.ids...)
	if id == g.id && id != "" {
		v.Errorf("name another character than %s", id)
	}
	return id
}

// MostActions is how many setup actions a character may have.
const MostActions = 20

// mostExchanges is how many of them may be exchanges.
const mostExchanges = 8

// setup reads a list of setup actions.
func (g grammar) setup(v strictyaml.Value) []Action {
	var out []Action
	exchanges := 0
	for _, a := range v.AtMost(MostActions).List() {
		switch action := g.action(a).(type) {
		case nil:
		case Exchange, ExchangeEach, ExchangeLost:
			_, plain := action.(Exchange)
			switch exchanges++; {
			case exchanges > 1 && !plain:
				a.Errorf("only a plain exchange can be done more than once")
				continue
			case exchanges > mostExchanges:
				a.Errorf("a character can exchange %d times at most (S6)", mostExchanges)
				continue
			}
			out = append(out, action)
		default:
			if slices.ContainsFunc(out, func(b Action) bool { return fmt.Sprintf("%T", b) == fmt.Sprintf("%T", action) }) {
				a.Errorf("only an exchange can be done more than once")
				continue
			}
			out = append(out, action)
		}
	}
	return out
}

// check holds a character's goal against its setup, and a rider to what a rider
// can have.
func (g grammar) check(c *Character, f strictyaml.Fields) {
	rider := g.rider || slices.ContainsFunc(RiderKeys, f.Has)
	for _, key := range characterOnly {
		if rider && f.Has(key) {
			f.Key(key).Errorf("a rider has no %s: that is up to the character that carries it", key)
		}
	}
	if c.Goal == nil {
		return
	}
	blame := f.Key("goal")
	if !f.Has("goal") {
		blame = f.Key("setup")
	}
	switch {
	case rider && (NeedsThreat(c.Goal) || NeedsDeclaration(c.Goal)):
		blame.Errorf("a rider's goal cannot speak of a threat number: who carries it may have none")
	case !rider && c.Playable && NeedsThreat(c.Goal) && !c.UsesThreat():
		blame.Errorf("the goal needs a threat number, but no setup action draws one")
	}
	if !rider && c.Playable && NeedsDeclaration(c.Goal) && !Has[Declare](c) {
		blame.Errorf("the goal needs a declaration, more or fewer, but no setup action makes one")
	}
	if (rider || c.Playable) && f.Has("goal") && checkRoom(c.Goal, g.cache) != nil {
		blame.Errorf(noRoom)
	}
}

// noRoom is said of a goal that needs more memory than there is.
const noRoom = "the goal is too much to keep count of in a round: make it simpler"

// OverrideKeys are the keys with which a chapter changes a character.
var OverrideKeys = []string{"goal", "goal_text", "setup", "setup_text"}

// Override returns the character as a chapter changes it: what the fields state
// takes the place of what its own file does (C12, C14). The ids are those of all
// characters; the cache may be nil.
func (c *Character) Override(f strictyaml.Fields, ids []string, cache *Cache) *Character {
	g := grammar{ids: ids, id: c.ID, cache: cache}
	o := *c
	if f.Has("goal") {
		o.Goal, o.GoalText = g.whole(f.Get("goal")), ReadText(f.Need("goal_text"), TextLength)
	}
	if f.Has("setup") {
		o.Setup = g.setup(f.Get("setup"))
		o.SetupText = setupText(f, o.Setup)
	}
	if f.Has("goal") || f.Has("setup") {
		g.check(&o, f)
	}
	return &o
}

// setupText reads what a setup is called. Without any it may still say what else
// there is to know, such as who leads.
func setupText(f strictyaml.Fields, setup []Action) Text {
	if len(setup) > 0 {
		return ReadText(f.Need("setup_text"), TextLength)
	}
	return ReadText(f.Get("setup_text"), TextLength)
}

// Languages are the languages every text must be there in.
var Languages = []string{"en", "de"}

// How many characters the texts of a file may have: names and titles, what a
// goal, a setup or a gift says, and notes.
const (
	NameLength = 60
	TextLength = 500
	NoteLength = 2000
)

// ReadText reads a text in every language, of so many characters at most.
func ReadText(v strictyaml.Value, most int) Text {
	if !v.Present() {
		return nil
	}
	f := v.Map(Languages...)
	t := Text{}
	for _, lang := range Languages {
		text := f.Need(lang)
		if t[lang] = text.Short(most).Str(); t[lang] == "" {
			text.Errorf("the text is empty")
		}
	}
	return t
}

// ReadFidelity reads the keys fidelity and note. A note may be in one language
// only, which then stands for all.
func ReadFidelity(f strictyaml.Fields) Fidelity {
	read := Fidelity{Level: f.Need("fidelity").OneOf("fidelity", FidelityLevels...)}
	if note := f.Need("note"); note.IsMap() {
		read.Note = ReadText(note, NoteLength)
	} else {
		read.Note = Text{Languages[0]: note.Short(NoteLength).Str()}
	}
	return read
}

// action reads a setup action: a word, or a mapping with one key.
func (g grammar) action(v strictyaml.Value) Action {
	word, arg := v.Single(ActionWords()...)
	i := slices.IndexFunc(ActionKinds, func(k ActionKind) bool { return k.Word == word })
	if i < 0 {
		return nil
	}
	switch k := &ActionKinds[i]; {
	case k.action != nil && !arg.Present():
		return k.action
	case k.partnered != nil:
		return k.partnered(g.partners(needed(v, arg, word)))
	case k.numbered != nil:
		return k.numbered(needed(v, arg, word).Int(k.Least, k.Most))
	default:
		arg.Errorf("%s stands alone: write just the word", word)
		return k.action
	}
}

// partners reads who one may exchange with: the word anyone, a list of
// characters, or {anyone_but: a list}.
func (g grammar) partners(v strictyaml.Value) Partners {
	switch {
	case v.IsScalar() && v.Text() == "anyone":
		return Partners{But: true}
	case v.IsScalar():
		v.Errorf("expected a list of characters, such as [frodo, sam], the word anyone, or {anyone_but: [frodo]}")
		return Partners{}
	case v.IsMap():
		return Partners{IDs: g.others(v.Map("anyone_but").Need("anyone_but")), But: true}
	}
	return Partners{IDs: g.others(v)}
}

// MostPartners is how many characters an exchange may name.
const MostPartners = 40

// others reads a list of other characters.
func (g grammar) others(list strictyaml.Value) []string {
	var out []string
	if list.IsList() && len(list.List()) == 0 {
		list.Errorf("an exchange needs somebody to exchange with")
	}
	for _, w := range list.AtMost(MostPartners).List() {
		id := w.OneOf("character", g.ids...)
		switch {
		case id == "":
		case id == g.id:
			w.Errorf("%s cannot exchange with himself", id)
		case slices.Contains(out, id):
			w.Errorf("%s is named twice", id)
		default:
			out = append(out, id)
		}
	}
	return out
}

// needed complains about a kind that stands there as a bare word although something has to
// stand behind it.
func needed(v, arg strictyaml.Value, kind string) strictyaml.Value {
	if !arg.Present() {
		v.Errorf("%s needs more: write it as a mapping, {%s: …}", kind, kind)
	}
	return arg
}

// readLimits reads how many.
func readLimits(f strictyaml.Fields) *limits {
	l := &limits{}
	if f.Has("at_least") {
		l.atLeast = readNumber(f.Get("at_least"), 37)
	}
	if f.Has("at_most") {
		l.atMost = readNumber(f.Get("at_most"), 37)
	}
	if f.Has("exactly") {
		l.atLeast = readNumber(f.Get("exactly"), 37)
		l.atMost = l.atLeast
	}
	l.every = f.Get("every").Bool()
	switch {
	case !given(f, LimitKeys):
		f.Errorf("this needs one of %s", strings.Join(LimitKeys, ", "))
	case f.Has("exactly") && (f.Has("at_least") || f.Has("at_most")):
		f.Key("exactly").Errorf("exactly stands alone, without other limits")
	case l.every && (l.atLeast != nil || l.atMost != nil):
		f.Key("every").Errorf("every stands alone, without other limits")
	case f.Get("every").Present() && !l.every:
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

// given reports whether one of the keys is there. A misspelt one counts: the mistake was
// told before.
func given(f strictyaml.Fields, keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool {
		line, _ := f.Get(k).Pos()
		return f.Has(k) || line == 0
	})
}

// readNumber reads a whole number, the word threat, or numbers by players.
func readNumber(v strictyaml.Value, most int) *number {
	switch {
	case v.IsMap():
		n := &number{byPlayers: map[int]int{}}
		f := v.Map("1", "2", "3", "4")
		for players := 1; players <= 4; players++ {
			n.byPlayers[players] = f.Need(fmt.Sprint(players)).Int(0, most)
		}
		return n
	case v.IsScalar() && v.Text() == "threat":
		return &number{threat: true}
	}
	return &number{fixed: v.Int(0, most)}
}

// readCards reads which cards count.
func readCards(f strictyaml.Fields) *cards {
	c := &cards{suit: ReadSuit(f.Get("suit")), listed: cardSet(f.Get("card"))}
	if f.Has("rank") {
		c.rank = readNumber(f.Get("rank"), 8)
	}
	if !given(f, CardKeys) {
		f.Errorf("this needs one of suit, rank, card")
	}
	return c
}

// ReadSuit reads the name of a suit.
func ReadSuit(v strictyaml.Value) tricks.Suit {
	names := make([]string, tricks.Suits)
	for s := range names {
		names[s] = tricks.Suit(s).String()
	}
	if name := v.OneOf("suit", names...); name != "" {
		return tricks.Suit(slices.Index(names, name))
	}
	return tricks.NoSuit
}

// cardSet reads cards in the notation of T2, in any order.
func cardSet(v strictyaml.Value) tricks.Set {
	set, err := tricks.ParseSet(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return set
}
