package characters

import (
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Word is one word that a goal or a setup action can begin with.
type Word struct {
	Word string
	// Form says which value stands behind the word of a goal:
	//
	//   - list: a list of goals
	//   - goal: another goal
	//   - tricks: a comparison, or limits of a number of tricks
	//   - number: a number of tricks
	//   - cards: which cards
	//   - limits: how many cards
	//   - counted: which cards and how many
	//   - ranks: a suit and a number of ranks
	Form string
	// Description explains a goal in a sentence, or an action whose word stands alone. It is empty if the
	// word of an action cannot stand alone.
	Description string
	// ArgDescription explains an action whose word has a value behind it. It is empty if the word cannot
	// have a value.
	ArgDescription string
	// Least is the smallest number of cards of an action, 0 if the action names partners.
	Least int
	// Most is the limit of the value: how many goals or partners a list may have, or how large a number may be.
	Most int
	// action is the setup action, without the value behind the word.
	action Action
}

// Grammar returns the words that goals and setup actions can begin with. It is for programs that describe
// the files, such as the generator of their JSON schemas.
func Grammar() (goals, actions []Word) { return goalKinds, actionKinds }

// compared is the form of a word that stands behind "tricks:". No goal begins with such a word.
const compared = "compared"

const mostTricks = 14

// goalKinds lists the words that a goal can begin with, and comparisons lists the words that can stand
// behind "tricks:". The word of a goal with a single condition comes from conditionKinds.
var goalKinds, comparisons = func() (list, comparisonList []Word) {
	list = []Word{
		{
			Word:        "all",
			Form:        "list",
			Description: "Every part is met.",
			Most:        mostConditions,
		},
		{
			Word:        "any",
			Form:        "list",
			Description: "At least one part is met.",
			Most:        mostConditions,
		},
	}
	for k := range conditionKinds {
		switch row := conditionKinds[k].goal; {
		case row.Form == compared:
			comparisonList = append(comparisonList, row)
		case row.Form != "":
			list = append(list, row)
		}
	}
	list = append(
		list,
		Word{
			Word:        "one_rank",
			Form:        "limits",
			Description: "The limits hold for the won cards of at least one rank.",
		},
		Word{
			Word:        "each_rank",
			Form:        "limits",
			Description: "The limits hold for the won cards of every rank, 1 to 8.",
		},
		Word{
			Word:        "rank_run",
			Form:        "ranks",
			Description: "Wins cards of a suit in so many consecutive ranks.",
		},
		Word{
			Word:        "left_suit",
			Form:        "limits",
			Description: "The limits hold for the won cards of the suit of a card that is left in hand.",
		},
		Word{
			Word:        "everyone",
			Form:        "goal",
			Description: "The goal holds for every character at the table.",
		},
		Word{
			Word:        "others",
			Form:        "goal",
			Description: "The goal holds for every other character.",
		},
	)
	comparisonList = append(
		comparisonList,
		Word{Word: "exactly_threat"},
		Word{Word: "than_threat"},
	)
	return list, comparisonList
}()

// pick returns the entry for a word, or nil if the list has none.
func pick(list []Word, word string) *Word {
	if i := slices.IndexFunc(list, func(k Word) bool { return k.Word == word }); i >= 0 {
		return &list[i]
	}
	return nil
}

// limitedGoal reads the whole goal of a character. It returns nil if there is none, or if the goal has too
// many conditions.
func (g grammar) limitedGoal(v strictyaml.Value) *Goal {
	goal := g.goal(v)
	if goal != nil && goal.isTooLarge() {
		v.Errorf(noRoom)
		return nil
	}
	return goal
}

func (g *Goal) isTooLarge() bool {
	return g.Formula(Binding{Seats: tricks.MaxSeats, Players: 4, Rivers: true}).size() > mostConditions
}

// endless returns a goal that replaces a part with too many conditions, so that the goal around it has too many as well.
func endless() *Goal {
	return &Goal{Word: "all", Goals: slices.Repeat([]*Goal{{Word: "all"}}, mostConditions)}
}

// goal reads a goal or a part of a goal. It returns nil if there is none.
func (g grammar) goal(v strictyaml.Value) *Goal {
	if !v.Present() {
		return nil
	}
	word, arg := v.Single(Words("goal")...)
	kind := pick(goalKinds, word)
	if kind == nil {
		return nil
	}
	arg = requireArg(v, arg, word)
	goal := &Goal{}
	switch kind.Form {
	case "tricks":
		if !arg.IsScalar() {
			goal.Limits = readLimits(arg.Map("at_least", "at_most", "exactly"))
		} else if kind = pick(comparisons, arg.OneOf("comparison", Words("comparison")...)); kind == nil {
			return nil
		}
	case "list":
		goal.Goals = g.goals(arg)
	case "goal":
		inside := g.goal(arg)
		if inside == nil {
			return nil
		}
		goal.Goals = []*Goal{inside}
	case "number":
		goal.Number = arg.Int(1, mostTricks)
	case "cards":
		goal.Cards = readCards(arg.Map(cardKeys...))
	case "limits":
		goal.Limits = readLimits(arg.Map(limitKeys...))
	case "counted":
		f := arg.Map(slices.Concat(cardKeys, limitKeys)...)
		goal.Cards = readCards(f)
		goal.Limits = readLimits(f)
	case "ranks":
		f := arg.Map("suit", "length")
		goal.Cards = &CardFilter{Suit: readSuit(f.Need("suit"))}
		goal.Number = f.Need("length").Int(2, 8)
		if suit := goal.Cards.Suit; suit != tricks.NoSuit && goal.Number > suit.Ranks() {
			f.Get("length").Errorf("can never be met: %s have %d ranks", suit, suit.Ranks())
		}
	}
	goal.Word = kind.Word
	if goal.isTooLarge() {
		return endless()
	}
	return goal
}

func (g grammar) goals(v strictyaml.Value) []*Goal {
	var out []*Goal
	for _, item := range v.AtMost(mostConditions).List() {
		if goal := g.goal(item); goal != nil {
			out = append(out, goal)
		}
	}
	return out
}
