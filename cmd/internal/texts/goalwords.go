package texts

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/tricks"
)

// FewWords is how many cells the longest label of a goal takes.
const FewWords = 20

// goalWords says goals: in a sentence, or in the few words of a label, whose keys begin with "few."
// in place of "goal.".
type goalWords struct {
	*Texts
	few bool
}

// T is [Texts.T].
func (w goalWords) T(key string, args ...any) string {
	if rest, ok := strings.CutPrefix(key, "goal."); ok && w.few {
		key = "few." + rest
	}
	return w.Texts.T(key, args...)
}

// N is [Texts.N].
func (w goalWords) N(key string, n int, args ...any) string {
	return w.T(key+Form(n), slices.Concat([]any{n}, args)...)
}

// goalText says a goal, or "" where the texts have no words for its kind.
func (w goalWords) goalText(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	f, ok := v.GoalFormula(c, s)
	switch {
	case ok:
		return cmp.Or(w.patternText(f), w.shortText(f))
	case choosesRange(v, c) && w.few:
		return w.T("few.ranges")
	case choosesRange(v, c): // the chapter says it
		return ""
	}
	return w.symbolicText(c.Goal)
}

// choosesRange reports whether the chapter gives the character a range of tricks in the place of a threat number
// (K: the Sword).
func choosesRange(v *chapters.View, c *characters.Character) bool {
	if v.Chapter == nil {
		return false
	}
	e := v.Chapter.Entry(c.ID)
	return e != nil && e.Gift != nil && e.Gift.Effect == characters.ChooseRange
}

// GoalInFew tells the goal of a character at a seat, or that of a rider, in a label of at most
// [FewWords] cells. It is empty where the texts have no words for its kind, which can only be a
// goal of somebody's own chapter.
func (t *Texts) GoalInFew(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	switch {
	case c.NoExchange:
		return t.T("few.noexchange")
	case c.HidesThreat:
		return t.T("few.hidden")
	}
	if few := (goalWords{t, true}).goalText(v, c, s); cells.Width(few) <= FewWords {
		return few
	}
	return ""
}

// GoalAt tells the goal of a character at a seat, as shortly as a sentence can say it with the
// number of players and the threat number known.
func (t *Texts) GoalAt(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if short := (goalWords{t, false}).goalText(v, c, s); short != "" {
		return short
	}
	threat := 0
	if c.Goal.NeedsThreat() {
		threat = v.Seats[s].Threat
	}
	goal, _, _ := strings.Cut(c.GoalText.In(t.lang), ";") // what follows is no goal
	return t.withThreat(goal, threat)
}

// GoalOf tells a goal of a view, as shortly as a sentence can say it: that of a character or of a rider.
func (t *Texts) GoalOf(v *chapters.View, g *chapters.GoalStatus) string {
	c := goalCard(v, g)
	if g.Rider != "" {
		return t.Goal(c, 0)
	}
	return t.GoalAt(v, c, g.Seat)
}

// goalCard is the character or rider whose goal it is.
func goalCard(v *chapters.View, g *chapters.GoalStatus) *characters.Character {
	seat := &v.Seats[g.Seat]
	if g.Rider != "" && seat.Rider != nil {
		return seat.Rider
	}
	return seat.Character
}

// GoalInFull is [Texts.GoalAt], but in the words of the card where they say
// more.
func (t *Texts) GoalInFull(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if strings.Contains(c.GoalText.In(t.lang), ";") {
		return t.Goal(c, v.Seats[s].Threat)
	}
	return t.GoalAt(v, c, s)
}

// patternText says a goal that asks for as many cards of each rank, of one, of a suit in
// neighbouring ranks, or of a suit that is left over, or "".
func (w goalWords) patternText(f characters.Formula) string {
	var ranks, runs, leftOvers, least int
	var suit tricks.Suit
	for i, p := range f.Parts {
		isLeftOver := p.Op == characters.All && len(p.Parts) == 2 && p.Parts[1].Condition.Kind == characters.LeftOver
		if isLeftOver {
			p = p.Parts[0]
		}
		a := p.Condition
		if p.Op != characters.Leaf || a.Kind != characters.Cards || a.Hi != characters.NoLimit ||
			i > 0 && a.Lo != least {
			return ""
		}
		least = a.Lo
		suit = a.Cards.First().Suit()
		switch {
		case isLeftOver:
			leftOvers++
		case a.Cards&tricks.Deck == tricks.RankSet(i+1)&tricks.Deck:
			ranks++
		case a.Cards == tricks.Set(1<<least-1)<<tricks.NewCard(suit, i+1):
			runs++
		}
	}
	switch isAny := f.Op == characters.Any && least > 0; {
	case f.Op == characters.All && ranks == 8 && least == 1:
		return w.T("goal.eachrank")
	case isAny && ranks == 8:
		return w.N("goal.onerank", least)
	case isAny && runs == len(f.Parts) && runs == suit.Ranks()-least+1:
		return w.T("goal.run", least, w.Cards(suit))
	case isAny && leftOvers == len(f.Parts):
		return w.N("goal.left", least)
	}
	return ""
}

// symbolicText says a goal whose threat number is not known in few words, or "".
func (w goalWords) symbolicText(g characters.Goal) string {
	const threat = 7 // any number
	f := g(characters.Binding{Seats: 2, Players: 4, Threat: threat})
	if w.few {
		if suits := threatSuits(f, threat); len(suits) == 1 {
			return w.T("few.cardofthreat", w.Count(suits[0]))
		} else if len(suits) == 2 {
			return w.T("few.cardofthreat", w.All([]string{w.Letter(suits[0]), w.Letter(suits[1])}))
		}
	}
	switch a := f.Condition; {
	case f.Op != characters.Leaf:
	case g.NeedsDeclaration():
		return w.T("goal.than")
	case a.Kind == characters.Tricks && a.Lo == threat && a.Hi == threat:
		return w.T("goal.exact")
	case a.Kind == characters.Cards && a.Cards == tricks.RankSet(threat)&tricks.Deck && a.Hi == characters.NoLimit:
		return w.N("goal.ofthreat", a.Lo)
	}
	return ""
}

// threatSuits returns the suits of which a goal wants the card of the threat number, where it wants
// nothing else.
func threatSuits(f characters.Formula, threat int) (suits []tricks.Suit) {
	if f.Op == characters.Leaf {
		f.Parts = []characters.Formula{f}
	}
	for _, p := range f.Parts {
		a := p.Condition
		if p.Op != characters.Leaf || a.Kind != characters.Cards || a.Lo != 1 || a.Cards.Len() != 1 ||
			a.Cards.First().Rank() != threat {
			return nil
		}
		suits = append(suits, a.Cards.First().Suit())
	}
	return suits
}

// shortText says a goal in few words, or "" where the text of the character's file
// has to do.
func (w goalWords) shortText(f characters.Formula) string {
	switch {
	case f.Op == characters.Leaf:
		return w.demand(f.Condition)
	case f.Op == characters.All && len(f.Parts) == 0:
		return w.T("goal.none")
	case f.Op == characters.All:
		return w.allOfText(f.Parts)
	}
	return ""
}

// Cards is [Texts.Cards], in a label as briefly as before a number.
func (w goalWords) Cards(s tricks.Suit) string {
	if w.few {
		return w.Count(s)
	}
	return w.Texts.Cards(s)
}

// suit names a suit among several: a label has room for letters only.
func (w goalWords) suit(s tricks.Suit) string {
	if w.few {
		return w.Letter(s)
	}
	return w.Suit(s)
}

// combinedText says in few words what conditions ask for together that none of them asks for alone: the
// same of everybody (Elrond), no trick while all others win one (Peregrin), a card of a suit in
// every trick (Underhill).
func (w goalWords) combinedText(parts []characters.Formula) string {
	first := parts[0].Condition
	end := parts[len(parts)-1]
	if end.Op == characters.All && len(end.Parts) > 0 { // of all others
		end = end.Parts[len(end.Parts)-1]
	}
	last := end.Condition
	suit, isSuit := oneSuit(last.Cards)
	switch {
	case len(parts) < 2 || parts[0].Op != characters.Leaf || end.Op != characters.Leaf:
	case first.Seat != last.Seat && first.Kind == characters.Cards && first.Lo == 1 && isSuit:
		return w.T("few.everyone", w.Cards(suit))
	case first.Seat != last.Seat && first.Kind == characters.Tricks && first.Hi == 0:
		return w.T("few.others")
	case first.Kind == characters.Tricks && first.Lo == 1 && last.Kind == characters.TricksWithout && isSuit:
		return w.T("few.every", w.Suit(suit))
	}
	return ""
}

// allOfText says conditions that must all be met.
func (w goalWords) allOfText(parts []characters.Formula) string {
	var cards, suits, out []string
	if w.few {
		if text := w.combinedText(parts); text != "" {
			return text
		}
	}
	for _, p := range parts {
		a := p.Condition
		suit, isSuit := oneSuit(a.Cards)
		switch {
		case p.Op != characters.Leaf || a.Seat != parts[0].Condition.Seat:
			return ""
		case a.Kind == characters.Cards && a.Cards.Len() == 1 && a.Lo == 1:
			cards = append(cards, w.Codes(a.Cards))
			continue
		case a.Kind == characters.Cards && isSuit && a.Lo == 1 && a.Hi == characters.NoLimit:
			suits = append(suits, w.suit(suit))
			continue
		}
		text := w.demand(a)
		if text == "" {
			return ""
		}
		out = append(out, text)
	}
	switch {
	case len(cards) == len(parts):
		return w.T("goal.cards", w.All(cards))
	case len(suits) == len(parts):
		return w.T("goal.suits", w.All(suits))
	case len(cards)+len(suits) > 0 || len(parts) > 2:
		return ""
	}
	return strings.Join(out, ", ")
}
