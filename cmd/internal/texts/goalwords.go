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

// FewWords is the width of the longest label of a goal, in cells.
const FewWords = 20

// goalWords writes goals: as sentences, or as short labels, whose keys begin with "few." in place
// of "goal.".
type goalWords struct {
	texts *Texts
	// few reports whether it writes labels.
	few bool
	// narrow reports whether labels are for a narrow place with pips, which say what is counted.
	narrow bool
}

// narrowKey is the end of the keys of labels for narrow places. Most labels have none.
const narrowKey = ".narrow"

// T returns the text of a key (see [Texts.T]). If w writes labels, it returns the label in place of
// the sentence.
func (w goalWords) T(key string, args ...any) string {
	if rest, ok := strings.CutPrefix(key, "goal."); ok && w.few {
		key = "few." + rest
	}
	if text := w.texts.T(key+narrowKey, args...); w.narrow && text != key+narrowKey {
		return text
	}
	return w.texts.T(key, args...)
}

// N returns the text for a number of things (see [Texts.N]). If w writes labels, it returns the
// label in place of the sentence.
func (w goalWords) N(key string, n int, args ...any) string {
	return w.T(key+Form(n), slices.Concat([]any{n}, args)...)
}

// goalText returns the words for a goal, "" if there are none for its kind.
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

// choosesRange reports whether the chapter gives the character a range of tricks in place of a
// threat number (K: the Sword).
func choosesRange(v *chapters.View, c *characters.Character) bool {
	if v.Chapter == nil {
		return false
	}
	e := v.Chapter.Entry(c.ID)
	return e != nil && e.Gift != nil && e.Gift.Effect == characters.ChooseRange
}

// GoalInFew returns the goal of a character at a seat, or the goal of a rider, as a label of at
// most [FewWords] cells. It is empty if there are no words for the goal's kind, which only happens
// in chapters of one's own.
func (r Round) GoalInFew(c *characters.Character, s tricks.Seat) string {
	return r.GoalWithin(c, s, FewWords)
}

// GoalWithin is [Round.GoalInFew] for another greatest width, in cells.
func (r Round) GoalWithin(c *characters.Character, s tricks.Seat, most int) string {
	switch {
	case c.NoExchange:
		return r.texts.T("few.noexchange")
	case c.HidesThreat:
		return r.texts.T("few.hidden")
	}
	if few := (goalWords{texts: r.texts, few: true}).goalText(r.view, c, s); cells.Width(few) <= most {
		return few
	}
	return ""
}

// GoalWithPips returns the goal of a character at a seat as [Round.GoalInFew] does, but shorter where pips stand beside
// it: they say that tricks are counted.
func (r Round) GoalWithPips(c *characters.Character, s tricks.Seat) string {
	if c.NoExchange || c.HidesThreat {
		return r.GoalInFew(c, s)
	}
	return (goalWords{texts: r.texts, few: true, narrow: true}).goalText(r.view, c, s)
}

// GoalAt returns the goal of a character at a seat as the shortest sentence, using the number of
// players and the threat number if they are known.
func (r Round) GoalAt(c *characters.Character, s tricks.Seat) string {
	if short := (goalWords{texts: r.texts}).goalText(r.view, c, s); short != "" {
		return short
	}
	goal, _, _ := strings.Cut(c.GoalText.In(r.texts.lang), ";") // what follows is no goal
	return r.texts.withThreat(goal, r.threat(c, s))
}

// threat returns the threat number that the goal of a character at a seat needs, 0 if it needs none or there is none.
func (r Round) threat(c *characters.Character, s tricks.Seat) int {
	if !c.Goal.NeedsThreat() {
		return 0
	}
	return r.view.Seats[s].Threat
}

// GoalOf returns a goal of a view, of a character or of a rider, as the shortest sentence.
func (r Round) GoalOf(g *chapters.GoalStatus) string {
	c := goalCard(r.view, g)
	if g.Rider != "" {
		return r.texts.Goal(c, 0)
	}
	return r.GoalAt(c, g.Seat)
}

// goalCard returns the character or rider that has a goal.
func goalCard(v *chapters.View, g *chapters.GoalStatus) *characters.Character {
	seat := &v.Seats[g.Seat]
	if g.Rider != "" && seat.Rider != nil {
		return seat.Rider
	}
	return seat.Character
}

// GoalInFull is [Round.GoalAt], but in the words of the card if they say more.
func (r Round) GoalInFull(c *characters.Character, s tricks.Seat) string {
	if strings.Contains(c.GoalText.In(r.texts.lang), ";") {
		return r.texts.Goal(c, r.threat(c, s))
	}
	return r.GoalAt(c, s)
}

// patternText returns the words for a goal that asks for equally many cards of each rank, for cards
// of one rank, for a run of ranks in a suit, or for a suit that is left over. It is "" for other
// goals.
func (w goalWords) patternText(f characters.Formula) string {
	var ranks, runs, leftOvers, least int
	var suit tricks.Suit
	for i, p := range f.Parts {
		isLeftOver := p.Op == characters.All && len(p.Parts) == 2 && p.Parts[1].Condition.Kind == characters.LeftOver
		if isLeftOver {
			p = p.Parts[0]
		}
		condition := p.Condition
		wantsCards := p.Op == characters.Leaf && condition.Kind == characters.Cards &&
			condition.Hi == characters.NoLimit
		if !wantsCards || i > 0 && condition.Lo != least {
			return ""
		}
		least = condition.Lo
		suit = condition.Cards.First().Suit()
		switch {
		case isLeftOver:
			leftOvers++
		case condition.Cards&tricks.Deck == tricks.RankSet(i+1)&tricks.Deck:
			ranks++
		case condition.Cards == tricks.Set(1<<least-1)<<tricks.NewCard(suit, i+1):
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

// symbolicText returns a few words for a goal whose threat number is not known yet, "" if there are
// none.
func (w goalWords) symbolicText(g *characters.Goal) string {
	const threat = 7 // any number would do
	f := g.Formula(characters.Binding{Seats: 2, Players: 4, Threat: threat})
	if w.few {
		if suits := threatSuits(f, threat); len(suits) == 1 {
			return w.T("few.cardofthreat", w.texts.Count(suits[0]))
		} else if len(suits) == 2 {
			return w.T("few.cardofthreat", w.texts.All([]string{w.texts.Letter(suits[0]), w.texts.Letter(suits[1])}))
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

// threatSuits returns the suits in which a goal wants the card with the threat number. It returns
// nil if the goal wants anything else as well.
func threatSuits(f characters.Formula, threat int) (suits []tricks.Suit) {
	if f.Op == characters.Leaf {
		f.Parts = []characters.Formula{f}
	}
	for _, p := range f.Parts {
		condition := p.Condition
		wantsOneCard := p.Op == characters.Leaf && condition.Kind == characters.Cards && condition.Lo == 1 &&
			condition.Cards.Len() == 1
		if !wantsOneCard || condition.Cards.First().Rank() != threat {
			return nil
		}
		suits = append(suits, condition.Cards.First().Suit())
	}
	return suits
}

// shortText returns a goal in a few words, "" if only the text in the character's file says it.
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

// Cards names the cards of a suit (see [Texts.Cards]). In a label it uses the short form that
// stands before a number.
func (w goalWords) Cards(s tricks.Suit) string {
	if w.few {
		return w.texts.Count(s)
	}
	return w.texts.Cards(s)
}

// suit names a suit in a list of suits; in a label that is its letter.
func (w goalWords) suit(s tricks.Suit) string {
	if w.few {
		return w.texts.Letter(s)
	}
	return w.texts.Suit(s)
}

// combinedText returns a few words for what conditions ask for together and none of them alone: the
// same for everybody (Elrond), no trick while all others win one (Peregrin), a card of a suit in
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
		return w.T("few.every", w.texts.Suit(suit))
	}
	return ""
}

// allOfText returns the words for conditions that must all be met.
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
			cards = append(cards, w.texts.Codes(a.Cards))
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
		return w.T("goal.cards", w.texts.All(cards))
	case len(suits) == len(parts):
		return w.T("goal.suits", w.texts.All(suits))
	case len(cards)+len(suits) > 0 || len(parts) > 2:
		return ""
	}
	return strings.Join(out, ", ")
}
