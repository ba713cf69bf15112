package web

import (
	"strconv"

	"fellowship/characters"
	"fellowship/tricks"
)

// mark is one of the signs that draw a goal: a drawing and a word, in a class of the styles.
type mark struct{ Class, Icon, Text string }

// icons draw the conditions that no number of slips tells.
var icons = map[characters.ConditionKind]string{
	characters.Fewest: "i-few", characters.BetweenOthers: "i-mid", characters.MostCards: "i-crown",
	characters.PlaysLast:     "i-last",
	characters.WinsOneOfLast: "i-last", characters.TricksInARow: "i-row",
}

// marksOf draws the goal of a seat, as far as there are signs for it.
func marksOf(g *characters.Standing, seat tricks.Seat) (all []mark) {
	const most = 3 // parts, beyond which signs tell less than words
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
	if g.Op != characters.Leaf || condition.Seat != seat || condition.Kind == characters.LeftOver ||
		condition.Kind == characters.Leads {
		return nil
	}
	if g.Most == 0 && condition.Kind != characters.TricksWithout {
		struck = " struck"
	}
	var cardsMark mark
	first := condition.Cards.First()
	if condition.Cards.Len() == 1 {
		cardsMark = mark{"small-card " + suits[first.Suit()] + struck, suits[first.Suit()], strconv.Itoa(first.Rank())}
	} else if condition.Cards != 0 && condition.Cards == condition.Cards.OfSuit(first.Suit()) {
		cardsMark = mark{"small-card " + suits[first.Suit()] + struck, suits[first.Suit()], ""}
	} else if condition.Cards != 0 {
		cardsMark = mark{"small-card" + struck, "", strconv.Itoa(first.Rank())}
		for _, card := range condition.Cards.Cards() {
			if card.Rank() != first.Rank() {
				return nil
			}
		}
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

// slips are as many signs as a goal counts: those that are there, that are needed, that may be, and that are too many.
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
