package characters

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// grammar reads characters, goals and setup actions. Each function is one rule
// of the grammar and reports what is wrong where it stands.
type grammar struct {
	ids []string // every character there is
	id  string   // the id this file must have
}

// The words of the grammar, which the schema for editors is made of as well.
var (
	// CharacterKeys are the keys of a character's or rider's file.
	CharacterKeys = []string{
		"id", "name", "goal", "goal_text", "setup", "setup_text", "may_not_pass", "counts_for", "need_not_follow", "leads", "names_leader", "takes_r1", "solo_full", "fidelity", "note",
	}
	// ActionKinds are the words a setup action can begin with, in the order of action.go.
	ActionKinds = []string{"draw_threat", "take_lost", "exchange", "give_each"}
	// GoalKinds are the words a goal can begin with, in the order of goal.go.
	GoalKinds = []string{
		"all", "any", "tricks", "wins_one_of_last", "tricks_in_a_row", "cards", "tricks_with", "tricks_without",
		"leads", "most_cards", "plays_last", "one_rank", "each_rank", "rank_run", "left_suit", "everyone", "others",
	}
	// Comparisons are the words that may stand behind "tricks:".
	Comparisons = []string{"fewest", "between", "exactly_threat", "than_threat"}
	// LimitKeys say how many.
	LimitKeys = []string{"at_least", "at_most", "exactly", "every"}
	// CardKeys say which cards.
	CardKeys = []string{"suit", "rank", "card"}
)

func (g grammar) character(v strictyaml.Value) *Character {
	f := v.Map(CharacterKeys...)
	c := &Character{
		ID:       f.Need("id").Str(),
		Name:     ReadText(f.Need("name")),
		Goal:     g.goal(f.Need("goal")),
		GoalText: ReadText(f.Need("goal_text")),
		Leads:    f.Get("leads").Bool(),
		TakesR1:  f.Get("takes_r1").Bool(),
		Fidelity: ReadFidelity(f),

		NamesLeader:   f.Get("names_leader").Bool(),
		NeedNotFollow: f.Get("need_not_follow").Bool(),
	}
	if f.Has("counts_for") {
		to := f.Get("counts_for").Map("character", "suit")
		c.CountsFor = &CountsFor{
			Character: to.Need("character").OneOf("character", g.ids...),
			Suit:      suit(to.Need("suit")),
		}
	}
	if c.ID != "" && c.ID != g.id {
		f.Get("id").Errorf("the file is named %s.yaml, so the id must be %s", g.id, g.id)
	} else if strings.Trim(c.ID, "abcdefghijklmnopqrstuvwxyz-") != "" {
		f.Get("id").Errorf("an id is made of the letters a to z and hyphens, as records can write no other")
	}
	if f.Has("setup") {
		c.Playable = true
		for _, a := range f.Get("setup").List() {
			action := g.action(a)
			_, again := action.(Exchange) // Gwaihir's twice
			if action != nil && !again && slices.Contains(c.Setup, action) {
				a.Errorf("only an exchange can be done more than once")
				continue
			}
			if action != nil {
				c.Setup = append(c.Setup, action)
			}
		}
		if len(c.Setup) > 0 {
			c.SetupText = ReadText(f.Need("setup_text"))
		}
		if c.Goal != nil && NeedsThreat(c.Goal) && !Has[DrawThreat](c) {
			f.Key("goal").Errorf("the goal needs a threat number, but no setup action draws one")
		}
		if c.Goal != nil && NeedsDeclaration(c.Goal) {
			f.Key("goal").Errorf("the goal needs a declaration, more or fewer, but no setup action makes one in this version")
		}
		if c.Goal != nil && checkRoom(c.Goal) != nil {
			f.Key("goal").Errorf("the goal is too much to keep count of in a round: make it simpler")
		}
	}
	if f.Has("may_not_pass") {
		c.MayNotPass = cardSet(f.Get("may_not_pass"))
		switch {
		case c.MayNotPass.Len() > 1:
			f.Get("may_not_pass").Errorf("name only one card, so that there is always another to pass on")
		case Has[GiveEach](c):
			f.Key("may_not_pass").Errorf("who gives a card to everyone may have no other left to pass on")
		}
	}
	if f.Has("solo_full") {
		c.SoloFull = f.Get("solo_full").Int(1, 37)
	}
	return c
}

// Languages are the languages every text must be there in.
var Languages = []string{"en", "de"}

// ReadText reads a text in every language.
func ReadText(v strictyaml.Value) Text {
	if !v.Present() {
		return nil
	}
	f := v.Map(Languages...)
	t := Text{}
	for _, lang := range Languages {
		text := f.Need(lang)
		if t[lang] = text.Str(); t[lang] == "" {
			text.Errorf("the text is empty")
		}
	}
	return t
}

// ReadFidelity reads the keys fidelity and note.
func ReadFidelity(f strictyaml.Fields) Fidelity {
	return Fidelity{
		Level: f.Need("fidelity").OneOf("fidelity", FidelityLevels...),
		Note:  f.Need("note").Str(),
	}
}

func (g grammar) action(v strictyaml.Value) Action {
	kind, arg := v.Single(ActionKinds...)
	if kind != "exchange" && arg.Present() {
		arg.Errorf("%s stands alone: write just the word", kind)
	}
	switch kind {
	case "draw_threat":
		return DrawThreat{}
	case "take_lost":
		return TakeLost{}
	case "exchange":
		return g.exchange(needed(v, arg, "exchange"))
	case "give_each":
		return GiveEach{}
	}
	return nil
}

func (g grammar) exchange(list strictyaml.Value) Exchange {
	var e Exchange
	if list.IsList() && len(list.List()) == 0 {
		list.Errorf("an exchange needs somebody to exchange with")
	}
	for _, w := range list.List() {
		id := w.OneOf("character", g.ids...)
		switch {
		case id == "":
		case id == g.id:
			w.Errorf("%s cannot exchange with himself", id)
		case slices.Contains(e.With, id):
			w.Errorf("%s is named twice", id)
		default:
			e.With = append(e.With, id)
		}
	}
	return e
}

// needed complains about a kind that stands there as a bare word although it
// has something to say.
func needed(v, arg strictyaml.Value, kind string) strictyaml.Value {
	if !arg.Present() {
		v.Errorf("%s needs more: write it as a mapping, {%s: …}", kind, kind)
	}
	return arg
}

func (g grammar) goals(v strictyaml.Value) []Goal {
	var out []Goal
	for _, item := range v.List() {
		if goal := g.goal(item); goal != nil {
			out = append(out, goal)
		}
	}
	return out
}

func (g grammar) goal(v strictyaml.Value) Goal {
	if !v.Present() {
		return nil
	}
	kind, arg := v.Single(GoalKinds...)
	if kind == "" {
		return nil
	}
	arg = needed(v, arg, kind)
	switch kind {
	case "all":
		return AllOf(g.goals(arg))
	case "any":
		return AnyOf(g.goals(arg))
	case "tricks":
		return trickGoal(arg)
	case "wins_one_of_last":
		return WinsOneOfLast{arg.Int(1, 14)}
	case "tricks_in_a_row":
		return TricksInARow{arg.Int(1, 14)}
	case "cards":
		of, l := cardsAndLimits(arg)
		return CardsGoal{of, l}
	case "tricks_with":
		of, l := cardsAndLimits(arg)
		return TricksWithGoal{Of: of, Limits: l}
	case "tricks_without":
		of, l := cardsAndLimits(arg)
		return TricksWithGoal{Of: of, Without: true, Limits: l}
	case "leads":
		of, l := cardsAndLimits(arg)
		return LeadsGoal{of, l}
	case "most_cards":
		return MostCardsGoal{cards(arg)}
	case "plays_last":
		return PlaysLastGoal{cards(arg)}
	case "one_rank":
		return OneRank{limits(arg.Map(LimitKeys...))}
	case "each_rank":
		return EachRank{limits(arg.Map(LimitKeys...))}
	case "rank_run":
		f := arg.Map("suit", "length")
		run := RankRun{suit(f.Need("suit")), f.Need("length").Int(2, 8)}
		if run.Suit != tricks.NoSuit && run.Length > run.Suit.Ranks() {
			f.Get("length").Errorf("can never be met: %s have %d ranks", run.Suit, run.Suit.Ranks())
		}
		return run
	case "left_suit":
		return LeftSuit{limits(arg.Map(LimitKeys...))}
	case "everyone":
		if inner := g.goal(arg); inner != nil {
			return Everyone{inner}
		}
	case "others":
		if inner := g.goal(arg); inner != nil {
			return Others{inner}
		}
	}
	return nil
}

// trickGoal reads what may follow "tricks:": a comparison with the other seats
// as a word, or limits.
func trickGoal(v strictyaml.Value) Goal {
	if v.IsScalar() {
		switch v.OneOf("comparison", Comparisons...) {
		case "fewest":
			return FewestTricks{}
		case "between":
			return BetweenTricks{}
		case "exactly_threat":
			return ExactThreat{}
		case "than_threat":
			return ThanThreat{}
		}
		return nil
	}
	return TricksGoal{limits(v.Map("at_least", "at_most", "exactly"))}
}

func limits(f strictyaml.Fields) Limits {
	var l Limits
	if f.Has("at_least") {
		l.AtLeast = number(f.Get("at_least"), 37)
	}
	if f.Has("at_most") {
		l.AtMost = number(f.Get("at_most"), 37)
	}
	if f.Has("exactly") {
		l.AtLeast = number(f.Get("exactly"), 37)
		l.AtMost = l.AtLeast
	}
	l.Every = f.Get("every").Bool()
	switch {
	case !given(f, LimitKeys):
		f.Errorf("this needs one of %s", strings.Join(LimitKeys, ", "))
	case f.Has("exactly") && (f.Has("at_least") || f.Has("at_most")):
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

// given reports whether one of the keys is there, or meant by a misspelt one,
// which was complained about before.
func given(f strictyaml.Fields, keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool {
		line, _ := f.Get(k).Pos()
		return f.Has(k) || line == 0
	})
}

// number reads a whole number, the word threat, or numbers by players.
func number(v strictyaml.Value, most int) *Number {
	switch {
	case v.IsMap():
		n := &Number{ByPlayers: map[int]int{}}
		f := v.Map("1", "2", "3", "4")
		for players := 1; players <= 4; players++ {
			n.ByPlayers[players] = f.Need(fmt.Sprint(players)).Int(0, most)
		}
		return n
	case v.IsScalar() && v.Text() == "threat":
		return &Number{Threat: true}
	}
	return &Number{Fixed: v.Int(0, most)}
}

func cardsAndLimits(v strictyaml.Value) (Cards, Limits) {
	f := v.Map(slices.Concat(CardKeys, LimitKeys)...)
	return cardsOf(f), limits(f)
}

func cards(v strictyaml.Value) Cards { return cardsOf(v.Map(CardKeys...)) }

func cardsOf(f strictyaml.Fields) Cards {
	c := Cards{Suit: tricks.NoSuit}
	if f.Has("suit") {
		c.Suit = suit(f.Get("suit"))
	}
	if f.Has("rank") {
		c.Rank = number(f.Get("rank"), 8)
	}
	if f.Has("card") {
		c.Listed = cardSet(f.Get("card"))
	}
	if !given(f, CardKeys) {
		f.Errorf("this needs one of suit, rank, card")
	}
	return c
}

func suit(v strictyaml.Value) tricks.Suit {
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
