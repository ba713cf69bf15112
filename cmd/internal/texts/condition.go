package texts

import (
	"fmt"

	"fellowship/characters"
	"fellowship/tricks"
)

// This file has the words for one condition: what it demands, and how far it has come.

// demand returns a condition in a few words, "" if there are no words for it.
func (w goalWords) demand(condition characters.Condition) string {
	switch condition.Kind {
	case characters.Tricks:
		return w.trickCount(condition.Lo, condition.Hi)
	case characters.Fewest:
		return w.T("goal.fewest")
	case characters.BetweenOthers:
		return w.T("goal.between")
	case characters.WinsOneOfLast:
		if condition.N == 1 {
			return w.T("goal.last")
		}
		return w.T("goal.lastof", condition.N)
	case characters.TricksInARow:
		return w.N("goal.row", condition.N)
	case characters.Cards:
		return w.cardsWon(condition)
	case characters.TricksWith:
		if s, ok := oneSuit(condition.Cards); ok && condition.Hi == characters.NoLimit {
			if w.few {
				return w.N("few.with", condition.Lo, w.texts.Suit(s))
			}
			return w.N("goal.with", condition.Lo, w.Cards(s))
		}
	case characters.TricksWithout:
		if s, ok := oneSuit(condition.Cards); ok && condition.Lo == 0 && condition.Hi == 0 {
			return w.T("goal.without", w.texts.Suit(s))
		}
	case characters.MostCards:
		if s, ok := oneSuit(condition.Cards); ok {
			return w.T("goal.most", w.Cards(s))
		}
	case characters.PlaysLast:
		if s, ok := oneSuit(condition.Cards); ok {
			return w.T("goal.playlast", w.texts.Suit(s))
		}
	case characters.Leads:
		if s, ok := oneSuit(condition.Cards); ok && w.few && condition.Lo == 0 && condition.Hi == 0 {
			return w.T("few.notlead", w.Cards(s))
		}
	case characters.LeftOver: // the card's own words say it
	}
	return ""
}

func (w goalWords) trickCount(lo, hi int) string {
	switch {
	case lo > hi:
		return ""
	case hi == 0:
		return w.T("goal.notrick")
	case lo == hi:
		return w.N("goal.exactly", lo)
	case hi == characters.NoLimit:
		return w.N("goal.atleast", lo)
	case hi == lo+1:
		return w.T("goal.either", lo, hi)
	case lo == 0:
		return w.N("goal.atmost", hi)
	}
	return w.T("goal.range", lo, hi)
}

func (w goalWords) cardsWon(condition characters.Condition) string {
	suit, isSuit := oneSuit(condition.Cards)
	switch {
	case condition.Lo == 0 && condition.Hi == 0 && condition.Cards.Len() == 1:
		return w.T("goal.notcard", condition.Cards)
	case condition.Lo == 0 && condition.Hi == 0 && isSuit:
		return w.T("goal.notsuit", w.Cards(suit))
	case condition.Hi != characters.NoLimit || condition.Lo == 0:
		if rank, isRank := oneRank(condition.Cards); w.few && condition.Hi == 0 && isRank {
			return w.T("few.notrank", rank)
		}
		return ""
	case condition.Cards.Len() == 1 && condition.Lo == 1:
		return w.T("goal.card", condition.Cards)
	case isSuit && condition.Lo == condition.Cards.Len():
		return w.T("goal.all", condition.Lo, w.Cards(suit))
	case isSuit:
		return w.T("goal.suit", condition.Lo, w.Cards(suit))
	}
	if rank, isRank := oneRank(condition.Cards); isRank {
		return w.N("goal.rank", condition.Lo, rank)
	}
	return ""
}

// leaf adds how far one condition has come.
func (p *progress) leaf(g *characters.Standing) {
	switch condition := &g.Condition; condition.Kind {
	case characters.Tricks:
		if condition.Seat == p.seat && g.Least <= g.Most {
			p.tricks = p.conditionMeter(g, func(count string) string { return p.texts.T("progress.tricks", count) })
		}
	case characters.Fewest:
		p.setTricks(p.texts.T("progress.count.fewest", g.Counted, min(g.Counted, g.Most)))
	case characters.BetweenOthers:
		otherCounts := fmt.Sprintf("%d-%d", g.Least-1, g.Most+1)
		p.setTricks(p.texts.T("progress.count.between", g.Counted, otherCounts))
		p.tricks.Brief = fmt.Sprintf("%d (%s)", g.Counted, otherCounts)
	case characters.WinsOneOfLast:
		p.number(g, func(count string) string { return p.texts.T("progress.last", count) })
	case characters.TricksInARow:
		p.tricks = p.conditionMeter(g, func(count string) string { return p.texts.T("progress.tricks", count) })
	case characters.Cards:
		switch {
		case g.Least > 0:
			p.number(g, func(count string) string { return p.label(condition.Cards, p.texts.Count) + " " + count })
		case g.Counted > 0:
			p.add(fmt.Sprintf("%s %d", p.label(condition.Cards, p.texts.Count), g.Counted))
		}
	case characters.TricksWith:
		p.number(g, func(count string) string {
			return p.texts.T("progress.with", p.label(condition.Cards, p.texts.Suit), count)
		})
	case characters.TricksWithout:
		if g.Counted > 0 {
			p.add(p.texts.T("progress.without", p.label(condition.Cards, p.texts.Suit), g.Counted))
		}
	case characters.MostCards:
		p.add(p.texts.T("progress.most", p.label(condition.Cards, p.texts.Count), g.Counted, g.Least-1))
	case characters.Leads, characters.PlaysLast, characters.LeftOver: // the status says it all
	}
}

// label names cards; suit names a whole suit.
func (p *progress) label(cards tricks.Set, suit func(tricks.Suit) string) string {
	switch s, isSuit := oneSuit(cards); {
	case cards.Len() == 1:
		return p.texts.Codes(cards)
	case isSuit:
		return suit(s)
	}
	return p.texts.T("progress.cards")
}

// oneRank returns the rank of the set's first card, and reports whether the set has all cards of that
// rank that are in the deck.
func oneRank(set tricks.Set) (int, bool) {
	rank := set.First().Rank()
	return rank, set&tricks.Deck == tricks.RankSet(rank)&tricks.Deck
}

// oneSuit reports whether the set is a whole suit, and which suit. A suit counts as whole with all
// its cards that are in the deck, which matters for the Rivers.
func oneSuit(set tricks.Set) (tricks.Suit, bool) {
	if set.Len() < 2 {
		return tricks.NoSuit, false
	}
	s := set.First().Suit()
	whole := tricks.SuitSet(s)
	return s, set == whole&tricks.Deck || set == whole
}
