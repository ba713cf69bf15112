package texts

import (
	"cmp"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// GoalAt tells the goal of a character at a seat, as shortly as it can be said with the number of
// players and the threat number known.
func (t *Texts) GoalAt(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if f, ok := v.Wants(c, s); ok {
		if short := cmp.Or(t.like(f), t.short(f)); short != "" {
			return short
		}
	} else if short := t.symbolic(c.Goal); short != "" {
		return short
	}
	threat := 0
	if c.Goal.NeedsThreat() {
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

// like says a goal that asks for as many cards of each rank, of one, of a suit in
// neighbouring ranks, or of a suit that is left over, or "".
func (t *Texts) like(f characters.Formula) string {
	var ranks, runs, left, least int
	var suit tricks.Suit
	for i, p := range f.Parts {
		over := p.Op == characters.All && len(p.Parts) == 2 && p.Parts[1].Condition.Kind == characters.LeftOver
		if over {
			p = p.Parts[0]
		}
		a := p.Condition
		if p.Op != characters.Leaf || a.Kind != characters.Cards || a.Hi != characters.NoLimit || i > 0 && a.Lo != least {
			return ""
		}
		least, suit = a.Lo, a.Of.First().Suit()
		switch {
		case over:
			left++
		case a.Of&tricks.Deck == tricks.RankSet(i+1)&tricks.Deck:
			ranks++
		case a.Of == tricks.Set(1<<least-1)<<tricks.NewCard(suit, i+1):
			runs++
		}
	}
	switch one := f.Op == characters.Any && least > 0; {
	case f.Op == characters.All && ranks == 8 && least == 1:
		return t.T("goal.eachrank")
	case one && ranks == 8:
		return t.N("goal.onerank", least)
	case one && runs == len(f.Parts) && runs == suit.Ranks()-least+1:
		return t.T("goal.run", least, t.Cards(suit))
	case one && left == len(f.Parts):
		return t.N("goal.left", least)
	}
	return ""
}

// symbolic says a goal whose threat number is not known in few words, or "".
func (t *Texts) symbolic(g characters.Goal) string {
	const threat = 7 // any number
	f := g(characters.Binding{Seats: 2, Players: 4, Threat: threat})
	switch a := f.Condition; {
	case f.Op != characters.Leaf:
	case g.NeedsDeclaration():
		return t.T("goal.than")
	case a.Kind == characters.Tricks && a.Lo == threat && a.Hi == threat:
		return t.T("goal.exact")
	case a.Kind == characters.Cards && a.Of == tricks.RankSet(threat)&tricks.Deck && a.Hi == characters.NoLimit:
		return t.N("goal.ofthreat", a.Lo)
	}
	return ""
}

// short says a goal in few words, or "" where the text of the character's file
// has to do.
func (t *Texts) short(f characters.Formula) string {
	switch {
	case f.Op == characters.Leaf:
		return t.demand(f.Condition)
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
		a := p.Condition
		suit, one := oneSuit(a.Of)
		switch {
		case p.Op != characters.Leaf || a.Seat != parts[0].Condition.Seat:
			return ""
		case a.Kind == characters.Cards && a.Of.Len() == 1 && a.Lo == 1:
			cards = append(cards, t.Codes(a.Of))
			continue
		case a.Kind == characters.Cards && one && a.Lo == 1 && a.Hi == characters.NoLimit:
			suits = append(suits, t.Suit(suit))
			continue
		}
		text := t.demand(a)
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
