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
	read  func(g grammar, v strictyaml.Value) Goal
}

// MostTricks is the largest number of SomeTricks.
const MostTricks = 14

// GoalKinds are the words a goal can begin with.
var GoalKinds []GoalKind

// The rows name methods that look at the rows, so they are set here.
func init() {
	GoalKinds = []GoalKind{
		{"all", GoalList, "Every part is met.", func(g grammar, v strictyaml.Value) Goal { return AllOf(g.goals(v)) }},
		{"any", GoalList, "At least one part is met.", func(g grammar, v strictyaml.Value) Goal { return AnyOf(g.goals(v)) }},
		{"tricks", Tricks, "How many tricks are won: a comparison, or limits.", func(_ grammar, v strictyaml.Value) Goal { return trickGoal(v) }},
		{"wins_one_of_last", SomeTricks, "Wins at least one of the last so many tricks.", func(_ grammar, v strictyaml.Value) Goal {
			return WinsOneOfLast{v.Int(1, MostTricks)}
		}},
		{"tricks_in_a_row", SomeTricks, "Wins exactly so many tricks, one right after the other.", func(_ grammar, v strictyaml.Value) Goal {
			return TricksInARow{v.Int(1, MostTricks)}
		}},
		{"cards", CountedCards, "How many such cards are won.", func(_ grammar, v strictyaml.Value) Goal {
			of, l := cardsAndLimits(v)
			return CardsGoal{of, l}
		}},
		{"tricks_with", CountedCards, "How many tricks with such a card in them are won.", func(_ grammar, v strictyaml.Value) Goal {
			of, l := cardsAndLimits(v)
			return TricksWithGoal{Of: of, Limits: l}
		}},
		{"tricks_without", CountedCards, "How many tricks without any such card in them are won.", func(_ grammar, v strictyaml.Value) Goal {
			of, l := cardsAndLimits(v)
			return TricksWithGoal{Of: of, Without: true, Limits: l}
		}},
		{"leads", CountedCards, "How many tricks are led with such a card.", func(_ grammar, v strictyaml.Value) Goal {
			of, l := cardsAndLimits(v)
			return LeadsGoal{of, l}
		}},
		{"most_cards", WhichCards, "Wins strictly more such cards than everyone else.", func(_ grammar, v strictyaml.Value) Goal {
			return MostCardsGoal{cards(v)}
		}},
		{"plays_last", WhichCards, "Plays such a card into the last trick, whoever wins it.", func(_ grammar, v strictyaml.Value) Goal {
			return PlaysLastGoal{cards(v)}
		}},
		{"one_rank", HowMany, "The limits hold for the won cards of at least one rank.", func(_ grammar, v strictyaml.Value) Goal {
			return OneRank{limits(v.Map(LimitKeys...))}
		}},
		{"each_rank", HowMany, "The limits hold for the won cards of every rank, 1 to 8.", func(_ grammar, v strictyaml.Value) Goal {
			return EachRank{limits(v.Map(LimitKeys...))}
		}},
		{"rank_run", Ranks, "Wins cards of a suit in so many consecutive ranks.", func(_ grammar, v strictyaml.Value) Goal {
			f := v.Map("suit", "length")
			run := RankRun{ReadSuit(f.Need("suit")), f.Need("length").Int(2, 8)}
			if run.Suit != tricks.NoSuit && run.Length > run.Suit.Ranks() {
				f.Get("length").Errorf("can never be met: %s have %d ranks", run.Suit, run.Suit.Ranks())
			}
			return run
		}},
		{"left_suit", HowMany, "The limits hold for the won cards of the suit of a card that is left in hand.", func(_ grammar, v strictyaml.Value) Goal {
			return LeftSuit{limits(v.Map(LimitKeys...))}
		}},
		{"everyone", GoalInside, "The goal holds for every character at the table.", func(g grammar, v strictyaml.Value) Goal {
			if inner := g.goal(v); inner != nil {
				return Everyone{inner}
			}
			return nil
		}},
		{"others", GoalInside, "The goal holds for every other character.", func(g grammar, v strictyaml.Value) Goal {
			if inner := g.goal(v); inner != nil {
				return Others{inner}
			}
			return nil
		}},
	}
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
func GoalWords() (words []string) {
	for i := range GoalKinds {
		words = append(words, GoalKinds[i].Word)
	}
	return words
}

// ComparisonWords returns the words of the Comparisons.
func ComparisonWords() (words []string) {
	for _, c := range Comparisons {
		words = append(words, c.Word)
	}
	return words
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
	return GoalKinds[i].read(g, needed(v, arg, word))
}

// trickGoal reads what may follow "tricks:": a comparison with the other seats
// as a word, or limits.
func trickGoal(v strictyaml.Value) Goal {
	if !v.IsScalar() {
		return TricksGoal{limits(v.Map("at_least", "at_most", "exactly"))}
	}
	word := v.OneOf("comparison", ComparisonWords()...)
	i := slices.IndexFunc(Comparisons, func(c Comparison) bool { return c.Word == word })
	if i < 0 {
		return nil
	}
	return Comparisons[i].Goal
}
