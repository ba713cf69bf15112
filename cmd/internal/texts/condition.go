package texts

import (
	"fmt"

	"fellowship/characters"
	"fellowship/tricks"
)

// Here are the words for one condition: its demand, and how far it has come.

// demand says a condition in few words, or "".
func (t *Texts) demand(a characters.Condition) string {
	switch a.Kind {
	case characters.Tricks:
		return t.trickCount(a.Lo, a.Hi)
	case characters.Fewest:
		return t.T("goal.fewest")
	case characters.Between:
		return t.T("goal.between")
	case characters.WinsOneOfLast:
		if a.N == 1 {
			return t.T("goal.last")
		}
		return t.T("goal.lastof", a.N)
	case characters.TricksInARow:
		return t.N("goal.row", a.N)
	case characters.Cards:
		return t.cardsWon(a)
	case characters.TricksWith:
		if s, ok := oneSuit(a.Of); ok && a.Hi == characters.NoLimit {
			return t.N("goal.with", a.Lo, t.Cards(s))
		}
	case characters.TricksWithout:
		if s, ok := oneSuit(a.Of); ok && a.Lo == 0 && a.Hi == 0 {
			return t.T("goal.without", t.Suit(s))
		}
	case characters.MostCards:
		if s, ok := oneSuit(a.Of); ok {
			return t.T("goal.most", t.Cards(s))
		}
	case characters.PlaysLast:
		if s, ok := oneSuit(a.Of); ok {
			return t.T("goal.playlast", t.Suit(s))
		}
	case characters.Leads, characters.LeftOver: // the card's own words say it
	}
	return ""
}

func (t *Texts) trickCount(lo, hi int) string {
	switch {
	case lo > hi:
		return ""
	case hi == 0:
		return t.T("goal.notrick")
	case lo == hi:
		return t.N("goal.exactly", lo)
	case hi == characters.NoLimit:
		return t.N("goal.atleast", lo)
	case hi == lo+1:
		return t.T("goal.either", lo, hi)
	case lo == 0:
		return t.N("goal.atmost", hi)
	}
	return t.T("goal.range", lo, hi)
}

func (t *Texts) cardsWon(a characters.Condition) string {
	suit, one := oneSuit(a.Of)
	switch {
	case a.Lo == 0 && a.Hi == 0 && a.Of.Len() == 1:
		return t.T("goal.notcard", a.Of)
	case a.Lo == 0 && a.Hi == 0 && one:
		return t.T("goal.notsuit", t.Cards(suit))
	case a.Hi != characters.NoLimit || a.Lo == 0:
		return ""
	case a.Of.Len() == 1 && a.Lo == 1:
		return t.T("goal.card", a.Of)
	case one && a.Lo == a.Of.Len():
		return t.T("goal.all", a.Lo, t.Cards(suit))
	case one:
		return t.T("goal.suit", a.Lo, t.Cards(suit))
	}
	if r := a.Of.First().Rank(); a.Of&tricks.Deck == tricks.RankSet(r)&tricks.Deck {
		return t.N("goal.rank", a.Lo, r)
	}
	return ""
}

// leaf says how far one condition has come.
func (p *progress) leaf(g *characters.Standing) {
	switch a := &g.Condition; a.Kind {
	case characters.Tricks:
		switch {
		case a.Seat != p.seat || g.Least > g.Most:
		default:
			p.tricks = p.counted(g, func(count string) string { return p.T("progress.tricks", count) })
		}
	case characters.Fewest:
		p.won(p.T("progress.fewest", g.Have, min(g.Have, g.Most)))
	case characters.Between:
		p.won(p.T("progress.between", g.Have, fmt.Sprintf("%d-%d", g.Least-1, g.Most+1)))
	case characters.WinsOneOfLast:
		p.number(g, func(count string) string { return p.T("progress.last", count) })
	case characters.TricksInARow:
		p.tricks = p.counted(g, func(count string) string { return p.T("progress.tricks", count) })
	case characters.Cards:
		switch {
		case g.Least > 0:
			p.number(g, func(count string) string { return p.label(a.Of, p.Count) + " " + count })
		case g.Have > 0:
			p.add(fmt.Sprintf("%s %d", p.label(a.Of, p.Count), g.Have))
		}
	case characters.TricksWith:
		p.number(g, func(count string) string { return p.T("progress.with", p.label(a.Of, p.Suit), count) })
	case characters.TricksWithout:
		if g.Have > 0 {
			p.add(p.T("progress.without", p.label(a.Of, p.Suit), g.Have))
		}
	case characters.MostCards:
		p.add(p.T("progress.most", p.label(a.Of, p.Count), g.Have, g.Least-1))
	case characters.Leads, characters.PlaysLast, characters.LeftOver: // the status says it all
	}
}

// label names cards, those of a suit by the word given.
func (p *progress) label(of tricks.Set, suit func(tricks.Suit) string) string {
	switch s, one := oneSuit(of); {
	case of.Len() == 1:
		return p.Codes(of)
	case one:
		return suit(s)
	}
	return p.T("progress.cards")
}

// oneSuit reports whether the set is a whole suit, and which; Rivers are one
// with as many of them as are in the deck.
func oneSuit(set tricks.Set) (tricks.Suit, bool) {
	if set.Len() < 2 {
		return tricks.NoSuit, false
	}
	s := set.First().Suit()
	whole := tricks.SuitSet(s)
	return s, set == whole&tricks.Deck || set == whole
}
