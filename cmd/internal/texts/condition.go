package texts

import (
	"fmt"
	"strconv"

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
	t := p.texts
	switch condition := &g.Condition; condition.Kind {
	case characters.Tricks:
		if condition.Seat == p.seat && g.Least <= g.Most {
			p.setTricks(p.meter(g, p.trickNoun()))
		}
	case characters.Fewest:
		p.out = append(p.out, Meter{
			Text: t.T("progress.fewest", g.Counted, g.Most), Brief: fmt.Sprintf("%d (%d+)", g.Counted, g.Most),
			narrow: t.T("progress.fewest.narrow"),
		})
	case characters.BetweenOthers:
		p.middle(g)
	case characters.WinsOneOfLast:
		head := t.T("progress.last")
		if condition.N > 1 {
			head = t.T("progress.lastof", condition.N)
		}
		p.reached(g, head)
	case characters.TricksInARow:
		p.row(g)
	case characters.Cards:
		p.cards(g)
	case characters.TricksWith:
		p.tricksOf(g, "with")
	case characters.TricksWithout:
		p.tricksOf(g, "without")
	case characters.Leads:
		p.tricksOf(g, "led")
	case characters.MostCards:
		number := t.T("progress.number", g.Counted, p.label(condition.Cards, t.Count))
		if suit, isSuit := oneSuit(condition.Cards); isSuit && g.Counted == 1 {
			number = t.T("progress.number", 1, t.suitText("one.", suit))
		}
		p.out = append(p.out, Meter{
			Text:  t.T("progress.most", number, g.Least-1),
			Brief: t.T("progress.most", g.Counted, g.Least-1),

			narrow: t.T("progress.most.narrow", g.Counted, g.Least-1, p.label(condition.Cards, t.Count)),
		})
	case characters.PlaysLast:
		p.reached(g, t.T("progress.playlast", p.label(condition.Cards, t.Suit)))
	case characters.LeftOver: // the status says it all
	}
}

// reached adds whether something that happens once has happened, can still happen, or cannot happen any more.
func (p *progress) reached(g *characters.Standing, event string) {
	key := "progress.open"
	switch {
	case g.Counted >= g.Least:
		key = "progress.yes"
	case g.Possible < g.Least:
		key = "progress.no"
	}
	p.out = append(p.out, Meter{Text: event + ": " + p.texts.T(key), Brief: p.texts.T(key), narrow: event})
}

// middle adds how many tricks a seat has beside the fewest and the most of the others (G3).
func (p *progress) middle(g *characters.Standing) {
	fewest := g.Least - 1
	most := g.Most + 1
	limits := strconv.Itoa(fewest)
	if most > fewest {
		limits += "-" + strconv.Itoa(most)
	}
	p.setTricks(Meter{
		Text:  p.texts.T("progress.between", p.texts.TricksWon(g.Counted), limits),
		Brief: fmt.Sprintf("%d (%s)", g.Counted, limits),

		narrow: p.texts.T("progress.between.narrow", limits),
	})
}

// row adds how many tricks have been won one right after the other (G4).
func (p *progress) row(g *characters.Standing) {
	if g.Most < g.Least {
		text := p.texts.T("progress.row.broken")
		p.setTricks(Meter{Text: p.texts.T("progress.row", text), Brief: text, broken: true})
		return
	}
	p.setTricks(p.meter(g, noun{
		func(n int) string { return p.texts.T("progress.row", strconv.Itoa(n)) },
		func(n, least int) string { return p.texts.T("progress.of.row", n, least) },
	}))
}

// cards adds how many of some cards have been won (G1).
func (p *progress) cards(g *characters.Standing) {
	cards := g.Condition.Cards
	if cards.Len() != 1 {
		p.number(g, p.cardNoun(cards))
		return
	}
	code := p.texts.Codes(cards)
	switch {
	case g.Least > 0:
		p.reached(g, code)
	case g.Counted > 0:
		p.out = append(p.out, Meter{Text: p.texts.T("progress.cardwon", code), Brief: code, broken: true})
	default:
		p.add(p.texts.T("progress.none", code), p.texts.T("progress.none", code))
	}
}

func (p *progress) trickNoun() noun {
	return noun{
		p.texts.TricksWon,
		func(n, least int) string { return p.texts.N("progress.of.tricks", least, n) },
	}
}

// cardNoun counts cards: of a suit, of a rank, or any others.
func (p *progress) cardNoun(cards tricks.Set) noun {
	t := p.texts
	suit, isSuit := oneSuit(cards)
	rank, isRank := oneRank(cards)
	switch {
	case isSuit:
		return noun{
			func(n int) string {
				switch n {
				case 0:
					return t.T("progress.none", t.Count(suit))
				case 1:
					return t.T("progress.number", n, t.suitText("one.", suit))
				}
				return t.T("progress.number", n, t.Count(suit))
			},
			func(n, least int) string { return t.T("progress.of.cards", n, least, t.suitText("ofmany.", suit)) },
		}
	case isRank:
		return noun{
			func(n int) string { return t.T("progress.rank", rank, strconv.Itoa(n)) },
			func(n, least int) string { return t.T("progress.rank", rank, t.T("progress.of", n, least)) },
		}
	}
	return noun{
		func(n int) string { return t.N("progress.cards", n) },
		func(n, least int) string { return t.T("progress.of.cards", n, least, t.T("progress.ofmany")) },
	}
}

// tricksOf adds how many tricks have been won or led with cards, or won without them. The key is the last
// part of the key of its words.
func (p *progress) tricksOf(g *characters.Standing, key string) {
	suit := p.label(g.Condition.Cards, p.texts.Suit)
	counted := noun{
		func(n int) string {
			if n == 0 {
				return p.texts.T("progress.none."+key, suit)
			}
			return p.texts.T("progress.number."+key, n, suit)
		},
		func(n, least int) string { return p.texts.T("progress.of."+key, n, least, suit) },
	}
	m := p.meter(g, counted)
	if g.Most == 0 {
		m.Text = counted.number(g.Counted)
	}
	p.out = append(p.out, m)
}

// label names cards; suit names a whole suit.
func (p *progress) label(cards tricks.Set, suit func(tricks.Suit) string) string {
	switch s, isSuit := oneSuit(cards); {
	case cards.Len() == 1:
		return p.texts.Codes(cards)
	case isSuit:
		return suit(s)
	}
	return p.texts.T("progress.othercards")
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
