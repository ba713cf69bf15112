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
	// Tricks is a comparison, or limits of a number of tricks. Compared is a word that says
	// which comparison.
	Tricks
	Compared
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
	// formula makes the goal's formula.
	formula formula
}

// MostTricks is the largest number of SomeTricks.
const MostTricks = 14

// GoalKinds are the words a goal can begin with, comparisons those that can stand behind
// "tricks:". A goal of a single condition has its word in the row of the condition's kind.
var GoalKinds, comparisons = func() (list, compared []GoalKind) {
	list = []GoalKind{
		{"all", GoalList, "Every part is met.", together(All)},
		{"any", GoalList, "At least one part is met.", together(Any)},
	}
	for k := range kinds {
		switch row := kinds[k].goal; {
		case row.Form == Compared:
			row.formula = condition(AtomKind(k))
			compared = append(compared, row)
		case row.Word != "":
			row.formula = condition(AtomKind(k))
			list = append(list, row)
		}
	}
	return append(
			list,
			GoalKind{"one_rank", HowMany, "The limits hold for the won cards of at least one rank.", ofRanks(Any)},
			GoalKind{"each_rank", HowMany, "The limits hold for the won cards of every rank, 1 to 8.", ofRanks(All)},
			GoalKind{"rank_run", Ranks, "Wins cards of a suit in so many consecutive ranks.", rankRun},
			GoalKind{"left_suit", HowMany, "The limits hold for the won cards of the suit of a card that is left in hand.", leftSuit},
			GoalKind{"everyone", GoalInside, "The goal holds for every character at the table.", atSeats(false)},
			GoalKind{"others", GoalInside, "The goal holds for every other character.", atSeats(true)},
		), append(
			compared,
			GoalKind{Word: "exactly_threat", formula: exactThreat},
			GoalKind{Word: "than_threat", formula: thanThreat},
		)
}()

// GoalWords returns the words of the GoalKinds.
func GoalWords() []string { return words(GoalKinds, func(k GoalKind) string { return k.Word }) }

// ComparisonWords returns the words that may stand behind "tricks:".
func ComparisonWords() []string { return words(comparisons, func(k GoalKind) string { return k.Word }) }

// words returns the word of each row.
func words[Row any](rows []Row, word func(Row) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = word(r)
	}
	return out
}

// pick returns the kind of a word, nil if there is none.
func pick(list []GoalKind, word string) *GoalKind {
	if i := slices.IndexFunc(list, func(k GoalKind) bool { return k.Word == word }); i >= 0 {
		return &list[i]
	}
	return nil
}

// whole reads the whole goal of a character, nil if there is none or if it has too many
// conditions.
func (g grammar) whole(v strictyaml.Value) Goal {
	goal := g.goal(v)
	if goal != nil && goal.tooMany() {
		v.Errorf(noRoom)
		return nil
	}
	return goal
}

// tooMany reports whether a goal has too many conditions at the largest table.
func (g Goal) tooMany() bool {
	return g(Binding{Seats: tricks.MaxSeats, Players: 4, Rivers: true}).size() > MostConditions
}

// endless stands for a goal with too many conditions, so that what it is part of has too many.
func endless(Binding) Formula { return Formula{Parts: make([]Formula, MostConditions)} }

// goal reads a goal or a part of one, nil if there is none.
func (g grammar) goal(v strictyaml.Value) Goal {
	if !v.Present() {
		return nil
	}
	word, arg := v.Single(GoalWords()...)
	kind := pick(GoalKinds, word)
	if kind == nil {
		return nil
	}
	arg = needed(v, arg, word)
	a := &goalArgs{}
	switch kind.Form {
	case Tricks:
		if !arg.IsScalar() {
			a.limits = readLimits(arg.Map("at_least", "at_most", "exactly"))
		} else if kind = pick(comparisons, arg.OneOf("comparison", ComparisonWords()...)); kind == nil {
			return nil
		}
	case GoalList:
		a.goals = g.goals(arg)
	case GoalInside:
		inside := g.goal(arg)
		if inside == nil {
			return nil
		}
		a.goals = []Goal{inside}
	case SomeTricks:
		a.number = arg.Int(1, MostTricks)
	case WhichCards:
		a.of = readCards(arg.Map(CardKeys...))
	case HowMany:
		a.limits = readLimits(arg.Map(LimitKeys...))
	case CountedCards:
		f := arg.Map(slices.Concat(CardKeys, LimitKeys)...)
		a.of, a.limits = readCards(f), readLimits(f)
	case Ranks:
		f := arg.Map("suit", "length")
		a.of, a.number = &cards{suit: ReadSuit(f.Need("suit"))}, f.Need("length").Int(2, 8)
		if suit := a.of.suit; suit != tricks.NoSuit && a.number > suit.Ranks() {
			f.Get("length").Errorf("can never be met: %s have %d ranks", suit, suit.Ranks())
		}
	case Compared: // no goal begins with it
	}
	if goal := Goal(func(b Binding) Formula { return kind.formula(a, &b) }); !goal.tooMany() {
		return goal
	}
	return endless
}

// goals reads the parts of a goal.
func (g grammar) goals(v strictyaml.Value) []Goal {
	var out []Goal
	for _, item := range v.AtMost(MostConditions).List() {
		if goal := g.goal(item); goal != nil {
			out = append(out, goal)
		}
	}
	return out
}
