package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// GoalAt says what a character wants at a seat, as shortly as it can be said
// with the number of players and the threat number known.
func (t *Texts) GoalAt(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if short := t.like(c.Goal); short != "" {
		return short
	}
	if f, ok := v.Wants(c, s); ok {
		if short := t.short(f); short != "" {
			return short
		}
	} else if short := t.symbolic(c.Goal); short != "" {
		return short
	}
	threat := 0
	if characters.NeedsThreat(c.Goal) {
		threat = v.Seats[s].Threat
	}
	goal, _, _ := strings.Cut(c.GoalText.In(t.lang), ";") // what follows is no goal
	return t.withThreat(goal, threat)
}

// GoalInFull is [Texts.GoalAt], but in the words of the card where they say
// more.
func (t *Texts) GoalInFull(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if strings.Contains(c.GoalText.In(t.lang), ";") {
		return t.Goal(c, v.Seats[s].Threat)
	}
	return t.GoalAt(v, c, s)
}

// like says a goal that is made of many like conditions in few words, or "".
func (t *Texts) like(g characters.Goal) string {
	switch g := g.(type) {
	case characters.EachRank:
		if g.AtLeast != nil && g.AtLeast.Fixed == 1 {
			return t.T("goal.eachrank")
		}
	case characters.OneRank:
		if g.AtLeast != nil && g.AtMost == nil {
			return t.T("goal.onerank", g.AtLeast.Fixed)
		}
	case characters.RankRun:
		return t.T("goal.run", g.Length, t.Cards(g.Suit))
	case characters.LeftSuit:
		if g.AtLeast != nil && g.AtMost == nil {
			return t.T("goal.left", g.AtLeast.Fixed)
		}
	default: // no like conditions
	}
	return ""
}

// symbolic says a goal whose threat number is not known in few words, or "".
func (t *Texts) symbolic(g characters.Goal) string {
	switch g := g.(type) {
	case characters.ThanThreat:
		return t.T("goal.than")
	case characters.ExactThreat:
		return t.T("goal.exact")
	case characters.CardsGoal:
		if ofThreat(g) && g.AtLeast != nil && g.AtMost == nil && g.Of.Suit == tricks.NoSuit {
			return t.T("goal.ofthreat", g.AtLeast.Fixed)
		}
	default: // no threat number
	}
	return ""
}

func ofThreat(g characters.CardsGoal) bool { return g.Of.Rank != nil && g.Of.Rank.Threat }

// short says a goal in few words, or "" where the text of the character's file
// has to do.
func (t *Texts) short(f characters.Formula) string {
	switch {
	case f.Op == characters.Leaf:
		return t.atom(f.Atom)
	case f.Op == characters.All && len(f.Parts) == 0:
		return t.T("goal.none")
	case f.Op == characters.All:
		return t.both(f.Parts)
	}
	return ""
}

// both says conditions that must all be met.
func (t *Texts) both(parts []characters.Formula) string {
	var cards, suits, out []string
	for _, p := range parts {
		a := p.Atom
		suit, one := oneSuit(a.Of)
		switch {
		case p.Op != characters.Leaf || a.Seat != parts[0].Atom.Seat:
			return ""
		case a.Kind == characters.CardsWon && a.Of.Len() == 1 && a.Lo == 1:
			cards = append(cards, t.Codes(a.Of))
			continue
		case a.Kind == characters.CardsWon && one && a.Lo == 1 && a.Hi == characters.NoLimit:
			suits = append(suits, t.Suit(suit))
			continue
		}
		text := t.atom(a)
		if text == "" {
			return ""
		}
		out = append(out, text)
	}
	switch {
	case len(cards) == len(parts):
		return t.T("goal.cards", t.All(cards))
	case len(suits) == len(parts):
		return t.T("goal.suits", t.All(suits))
	case len(cards)+len(suits) > 0 || len(parts) > 2:
		return ""
	}
	return strings.Join(out, ", ")
}
