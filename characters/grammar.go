package characters

import (
	"fmt"
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// grammar reads characters, goals and setup actions. Each function is one rule
// of the grammar and reports what is wrong where it stands.
type grammar struct {
	ids []string // every character there is
	id  string   // the id this file must have
}

func (g grammar) character(v strictyaml.Value) *Character {
	f := v.Map("id", "name", "goal", "goal_text", "setup", "setup_text", "may_not_pass", "leads",
		"takes_r1", "solo_full", "fidelity", "note")
	c := &Character{
		ID:       f.Need("id").Str(),
		Name:     ReadText(f.Need("name")),
		Goal:     g.goal(f.Need("goal")),
		GoalText: ReadText(f.Need("goal_text")),
		Leads:    f.Get("leads").Bool(),
		TakesR1:  f.Get("takes_r1").Bool(),
		Fidelity: ReadFidelity(f),
	}
	if c.ID != "" && c.ID != g.id {
		f.Get("id").Errorf("the file is named %s.yaml, so the id must be %s", g.id, g.id)
	}
	if f.Has("setup") {
		c.Playable = true
		for _, a := range f.Get("setup").List() {
			if action := g.action(a); action != nil {
				c.Setup = append(c.Setup, action)
			}
		}
		if len(c.Setup) > 0 {
			c.SetupText = ReadText(f.Need("setup_text"))
		}
		if c.Goal != nil && NeedsThreat(c.Goal) && !Has[DrawThreat](c) {
			f.Key("goal").Errorf("the goal needs a threat number, but no setup action draws one")
		}
	}
	if f.Has("may_not_pass") {
		c.MayNotPass = cardSet(f.Get("may_not_pass"))
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
		t[lang] = f.Need(lang).Str()
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
	kind, arg := v.Single("draw_threat", "take_lost", "exchange", "give_each")
	switch kind {
	case "draw_threat":
		return DrawThreat{}
	case "take_lost":
		return TakeLost{}
	case "exchange":
		var e Exchange
		for _, w := range needed(v, arg, "exchange").List() {
			if id := w.OneOf("character", g.ids...); id != "" {
				e.With = append(e.With, id)
			}
		}
		return e
	case "give_each":
		return GiveEach{}
	}
	return nil
}

// needed complains about a kind that stands there as a bare word although it
// has something to say.
func needed(v, arg strictyaml.Value, kind string) strictyaml.Value {
	if !arg.Present() {
		v.Errorf("%s needs more: write it as a mapping, {%s: …}", kind, kind)
	}
	return arg
}

// goalKinds are the words a goal can begin with, in the order of goal.go.
var goalKinds = []string{
	"all", "any", "tricks", "wins_one_of_last", "tricks_in_a_row", "cards", "tricks_with", "tricks_without",
	"leads", "most_cards", "plays_last", "one_rank", "each_rank", "rank_run", "left_suit", "everyone", "others",
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
	kind, arg := v.Single(goalKinds...)
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
		return OneRank{limits(arg.Map(limitKeys...))}
	case "each_rank":
		return EachRank{limits(arg.Map(limitKeys...))}
	case "rank_run":
		f := arg.Map("suit", "length")
		return RankRun{suit(f.Need("suit")), f.Need("length").Int(2, 8)}
	case "left_suit":
		return LeftSuit{limits(arg.Map(limitKeys...))}
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
		switch v.OneOf("comparison", "fewest", "between", "exactly_threat", "than_threat") {
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
	return TricksGoal{limits(v.Map(limitKeys...))}
}

var (
	limitKeys = []string{"at_least", "at_most", "exactly", "every"}
	cardKeys  = []string{"suit", "rank", "card"}
)

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
	if l.AtLeast == nil && l.AtMost == nil && !l.Every {
		f.Errorf("this needs one of at_least, at_most, exactly, every")
	}
	if l.AtLeast != nil && l.AtMost != nil && l.AtLeast.Fixed > l.AtMost.Fixed &&
		!l.AtLeast.Threat && !l.AtMost.Threat {
		f.Errorf("can never be met: at least %d, but at most %d", l.AtLeast.Fixed, l.AtMost.Fixed)
	}
	return l
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
	f := v.Map(slices.Concat(cardKeys, limitKeys)...)
	return cardsOf(f), limits(f)
}

func cards(v strictyaml.Value) Cards { return cardsOf(v.Map(cardKeys...)) }

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
	if c.Listed == 0 && c.Suit == tricks.NoSuit && c.Rank == nil {
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
