package web

import (
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/tricks"
)

// mark is one of the signs that draw a goal.
type mark struct {
	// Class is a class of the styles.
	Class string
	// Icon is a symbol; empty for none.
	Icon string
	// Text is a short text; empty for none.
	Text string
}

// icons are the symbols of conditions that a number of slips cannot show.
var icons = map[characters.ConditionKind]string{
	characters.Fewest:        "i-few",
	characters.BetweenOthers: "i-mid",
	characters.MostCards:     "i-crown",
	characters.PlaysLast:     "i-last",
	characters.WinsOneOfLast: "i-last",
	characters.TricksInARow:  "i-row",
}

// marksOf draws the goal of a seat. It returns nil for a goal that signs cannot draw.
func marksOf(g *characters.Standing, seat tricks.Seat) (all []mark) {
	const most = 3 // more parts than that are clearer in words
	if g.Op == characters.All && len(g.Parts) > most {
		return nil
	}
	if g.Op == characters.All {
		for i := range g.Parts {
			all = append(all, marksOf(&g.Parts[i], seat)...)
		}
		return all
	}
	condition := &g.Condition
	struck := ""
	hasSign := condition.Kind != characters.LeftOver && condition.Kind != characters.Leads
	if g.Op != characters.Leaf || condition.Seat != seat || !hasSign {
		return nil
	}
	if g.Most == 0 && condition.Kind != characters.TricksWithout {
		struck = " struck"
	}
	cardsMark, ok := markOfCards(condition.Cards, struck)
	if !ok {
		return nil
	}
	icon := icons[condition.Kind]
	switch {
	case icon != "" && condition.N > 1 && condition.Kind == characters.WinsOneOfLast:
		all = append(all, mark{Icon: icon + "3"})
	case icon != "":
		all = append(all, mark{Icon: icon})
	case condition.Cards.Len() == 1 || g.Most == 0 && condition.Cards != 0:
	case cardsMark.Icon == suits[tricks.Rings] && condition.Kind == characters.Cards:
		return slips(g, "rings", cardsMark.Icon)
	case condition.Kind == characters.TricksWith:
		return slips(g, "goal-count "+cardsMark.Icon, cardsMark.Icon)
	default:
		all = slips(g, "goal-count"+struck, "")
	}
	if cardsMark != (mark{}) {
		all = append(all, cardsMark)
	}
	return all
}

// withoutCounts returns the signs that count nothing. Words beside them state the number.
func withoutCounts(all []mark) (rest []mark) {
	for _, m := range all {
		if !strings.HasPrefix(m.Class, "goal-count") && (m.Icon != "" || m.Class != "") {
			rest = append(rest, m)
		}
	}
	return rest
}

// markOfCards draws the cards of a condition: one card, a suit, or cards of one rank. A condition without cards has an
// empty mark. The result ok is false for other cards, for which there is no sign. The parameter struck is the class of
// cards that must not be won, with a space before it; otherwise it is empty.
func markOfCards(cards tricks.Set, struck string) (drawn mark, ok bool) {
	if cards == 0 {
		return mark{}, true
	}
	first := cards.First()
	suit := suits[first.Suit()]
	if cards.Len() == 1 {
		return mark{"small-card " + suit + struck, suit, strconv.Itoa(first.Rank())}, true
	}
	if cards == cards.OfSuit(first.Suit()) {
		return mark{"small-card " + suit + struck, suit, ""}, true
	}
	for _, card := range cards.Cards() {
		if card.Rank() != first.Rank() {
			return mark{}, false
		}
	}
	return mark{"small-card" + struck, "", strconv.Itoa(first.Rank())}, true
}

// slips returns a sign for each thing that a goal counts: the ones that are won, needed, allowed, or too many. A high
// number is written instead.
func slips(g *characters.Standing, class, icon string) (all []mark) {
	const fewest = 6
	bound := g.Most != characters.NoLimit
	most := g.Least
	if bound {
		most = max(g.Most, g.Least)
	}
	if most >= fewest {
		return []mark{{Text: strconv.Itoa(most)}}
	}
	for i := range max(most, 1, g.Counted) {
		state := ""
		switch {
		case i >= max(most, 1) && !bound:
			continue
		case i >= most && bound && g.Counted > most:
			state = " bad"
		case i < g.Counted:
			state = " on"
		case i >= g.Least:
			state = " optional"
		}
		all = append(all, mark{Class: class + state, Icon: icon})
	}
	switch {
	case !bound && icon == "":
		all = append(all, mark{Text: "+"})
	case bound && g.Least == most && most > 0:
		all = append(all, mark{Text: "="})
	}
	return all
}
