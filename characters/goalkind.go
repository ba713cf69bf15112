package characters

import (
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// GoalForm is what stands behind the word of a goal.
type GoalForm uint8

// The forms of goals.
const (
	// GoalList is a list of goals, GoalInside another goal.
	GoalList GoalForm = iota
	GoalInside
	// Tricks is one of the Comparisons, or limits of a number of tricks.
	Tricks
	// SomeTricks is a number of tricks.
	SomeTricks
	// WhichCards says which cards, HowMany how many, and CountedCards both.
	WhichCards
	HowMany
	CountedCards
	// Ranks is a suit and a number of ranks.
	Ranks
)

// GoalKind is one word that a goal can begin with.
type GoalKind struct {
	Word string
	Form GoalForm
	// About says in a sentence what the goal is, for the schema.
	About string
	// goal returns the goal with what stands behind the word. The form Tricks has none.
	goal func(a goalArgs) Goal
}

// goalArgs is what stands behind the word of a goal. Which of it is there is told by the
// form.
type goalArgs struct {
	goals  []Goal
	inside Goal
	number int
	of     Cards
	Limits
}

// MostTricks is the largest number of SomeTricks.
const MostTricks = 14

// GoalKinds are the words a goal can begin with.
var GoalKinds = []GoalKind{
	{"all", GoalList, "Every part is met.", func(a goalArgs) Goal { return AllOf(a.goals) }},
	{"any", GoalList, "At least one part is met.", func(a goalArgs) Goal { return AnyOf(a.goals) }},
	{"tricks", Tricks, "How many tricks are won: a comparison, or limits.", nil},
	{"wins_one_of_last", SomeTricks, "Wins at least one of the last so many tricks.", func(a goalArgs) Goal { return WinsOneOfLast{a.number} }},
	{"tricks_in_a_row", SomeTricks, "Wins exactly so many tricks, one right after the other.", func(a goalArgs) Goal { return TricksInARow{a.number} }},
	{"cards", CountedCards, "How many such cards are won.", func(a goalArgs) Goal { return CardsGoal{a.of, a.Limits} }},
	{"tricks_with", CountedCards, "How many tricks with such a card in them are won.", func(a goalArgs) Goal {
		return TricksWithGoal{Of: a.of, Limits: a.Limits}
	}},
	{"tricks_without", CountedCards, "How many tricks without any such card in them are won.", func(a goalArgs) Goal {
		return TricksWithGoal{Of: a.of, Without: true, Limits: a.Limits}
	}},
	{"leads", CountedCards, "How many tricks are led with such a card.", func(a goalArgs) Goal { return LeadsGoal{a.of, a.Limits} }},
	{"most_cards", WhichCards, "Wins strictly more such cards than everyone else.", func(a goalArgs) Goal { return MostCardsGoal{a.of} }},
	{"plays_last", WhichCards, "Plays such a card into the last trick, whoever wins it.", func(a goalArgs) Goal { return PlaysLastGoal{a.of} }},
	{"one_rank", HowMany, "The limits hold for the won cards of at least one rank.", func(a goalArgs) Goal { return OneRank{a.Limits} }},
	{"each_rank", HowMany, "The limits hold for the won cards of every rank, 1 to 8.", func(a goalArgs) Goal { return EachRank{a.Limits} }},
	{"rank_run", Ranks, "Wins cards of a suit in so many consecutive ranks.", func(a goalArgs) Goal { return RankRun{a.of.Suit, a.number} }},
	{"left_suit", HowMany, "The limits hold for the won cards of the suit of a card that is left in hand.", func(a goalArgs) Goal { return LeftSuit{a.Limits} }},
	{"everyone", GoalInside, "The goal holds for every character at the table.", func(a goalArgs) Goal { return Everyone{a.inside} }},
	{"others", GoalInside, "The goal holds for every other character.", func(a goalArgs) Goal { return Others{a.inside} }},
}

// Comparison is a word that may stand behind "tricks:".
type Comparison struct {
	Word string
	Goal Goal
}

// Comparisons are the words that may stand behind "tricks:".
var Comparisons = []Comparison{
	{"fewest", FewestTricks{}},
	{"between", BetweenTricks{}},
	{"exactly_threat", ExactThreat{}},
	{"than_threat", ThanThreat{}},
}

// GoalWords returns the words of the GoalKinds.
func GoalWords() []string { return words(GoalKinds, func(k GoalKind) string { return k.Word }) }

// ComparisonWords returns the words of the Comparisons.
func ComparisonWords() []string {
	return words(Comparisons, func(c Comparison) string { return c.Word })
}

// words returns the word of each row.
func words[Row any](rows []Row, word func(Row) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = word(r)
	}
	return out
}

// goal reads a goal, nil if there is none.
func (g grammar) goal(v strictyaml.Value) Goal {
	if !v.Present() {
		return nil
	}
	word, arg := v.Single(GoalWords()...)
	i := slices.IndexFunc(GoalKinds, func(k GoalKind) bool { return k.Word == word })
	if i < 0 {
		return nil
	}
	arg = needed(v, arg, word)
	var a goalArgs
	switch GoalKinds[i].Form {
	case Tricks:
		return trickGoal(arg)
	case GoalList:
		a.goals = g.goals(arg)
	case GoalInside:
		if a.inside = g.goal(arg); a.inside == nil {
			return nil
		}
	case SomeTricks:
		a.number = arg.Int(1, MostTricks)
	case WhichCards:
		a.of = cards(arg.Map(CardKeys...))
	case HowMany:
		a.Limits = limits(arg.Map(LimitKeys...))
	case CountedCards:
		f := arg.Map(slices.Concat(CardKeys, LimitKeys)...)
		a.of, a.Limits = cards(f), limits(f)
	case Ranks:
		f := arg.Map("suit", "length")
		a.of.Suit, a.number = ReadSuit(f.Need("suit")), f.Need("length").Int(2, 8)
		if suit := a.of.Suit; suit != tricks.NoSuit && a.number > suit.Ranks() {
			f.Get("length").Errorf("can never be met: %s have %d ranks", suit, suit.Ranks())
		}
	}
	return GoalKinds[i].goal(a)
}

// trickGoal reads what may follow "tricks:": a comparison with the other seats as a word,
// or limits.
func trickGoal(v strictyaml.Value) Goal {
	if !v.IsScalar() {
		return TricksGoal{limits(v.Map("at_least", "at_most", "exactly"))}
	}
	word := v.OneOf("comparison", ComparisonWords()...)
	for _, c := range Comparisons {
		if c.Word == word {
			return c.Goal
		}
	}
	return nil
}
