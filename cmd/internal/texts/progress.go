package texts

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

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

// Progress says how far a seat's goal has come, in numbers. The tricks won are
// always among them, and come last.
func (t *Texts) Progress(v *chapters.View, s tricks.Seat) []string {
	p := progress{Texts: t, seat: s, tricks: t.T("progress.tricks", fmt.Sprint(v.Seats[s].Won))}
	if goal, ok := v.StandingOf(s); ok {
		p.goal(&goal)
	}
	return append(p.out, p.tricks)
}

// progress collects the numbers of a goal.
type progress struct {
	*Texts
	seat tricks.Seat
	out  []string
	// tricks is the number of tricks, with the one wanted if there is one.
	tricks string
}

func (p *progress) add(text string) { p.out = append(p.out, text) }

func (p *progress) goal(g *characters.Standing) {
	switch {
	case g.Op == characters.Leaf:
		p.leaf(g)
	case p.ofAll(g):
	case g.Op == characters.All:
		for i := range g.Parts {
			p.goal(&g.Parts[i])
		}
	case len(g.Parts) > 0:
		p.best(g)
	}
}

// ofAll says of many like conditions how many are met: of everybody (Elrond), of
// every rank.
func (p *progress) ofAll(g *characters.Standing) bool {
	if g.Op != characters.All || len(g.Parts) < 2 {
		return false
	}
	met, others, ranks := 0, false, len(g.Parts) == 8
	for i := range g.Parts {
		part := &g.Parts[i]
		if part.Op != characters.Leaf {
			return false
		}
		others = others || part.Atom.Seat != p.seat
		ranks = ranks && part.Atom.Kind == characters.CardsWon
		if part.Off == 0 {
			met++
		}
	}
	switch {
	case others:
		p.add(p.T("progress.everyone", met, len(g.Parts)))
	case ranks:
		p.add(p.T("progress.ranks", met, len(g.Parts)))
	}
	return others || ranks
}

// best says of conditions of which one is enough how far the best one has come:
// of ranks (Celeborn), of runs (Balin's Tomb), of suits (Tom).
func (p *progress) best(g *characters.Standing) {
	var best *characters.Standing
	for i := range g.Parts {
		part := &g.Parts[i]
		if len(part.Parts) > 0 {
			// Of a suit of which nothing can be left over no card counts any more (Tom).
			if last := &part.Parts[len(part.Parts)-1]; last.Op == characters.Leaf && last.Atom.Kind == characters.LeftOver && last.Possible == 0 {
				continue
			}
			part = &part.Parts[0]
		}
		if part.Op == characters.Leaf && part.Atom.Kind == characters.CardsWon && (best == nil || part.Have > best.Have) {
			best = part
		}
	}
	if best == nil {
		return
	}
	of := best.Atom.Of
	switch suit := of.First().Suit(); {
	case best.Have == 0:
		p.add(fmt.Sprintf("%s 0/%d", p.T("progress.cards"), best.Least))
	case of&^tricks.SuitSet(suit) == 0:
		p.add(fmt.Sprintf("%s %d/%d", p.Count(suit), best.Have, best.Least))
	default:
		p.add(p.T("progress.rank", of.First().Rank(), best.Have, best.Least))
	}
}

// leaf says how far one condition has come.
func (p *progress) leaf(g *characters.Standing) {
	switch a := &g.Atom; a.Kind {
	case characters.TrickCount:
		switch {
		case a.Seat != p.seat || g.Least > g.Most:
		case g.Least == g.Most || g.Most == characters.NoLimit:
			p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d", g.Have, g.Least))
		default:
			p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d-%d", g.Have, g.Least, g.Most))
		}
	case characters.Fewest:
		p.tricks = p.T("progress.fewest", g.Have, min(g.Have, g.Most))
	case characters.Between:
		p.tricks = p.T("progress.between", g.Have, fmt.Sprintf("%d-%d", g.Least-1, g.Most+1))
	case characters.WinsLast:
		p.add(p.T("progress.last", g.Have, g.Least))
	case characters.InARow:
		p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d", g.Have, g.Least))
	case characters.CardsWon:
		switch {
		case g.Least > 0:
			p.add(fmt.Sprintf("%s %d/%d", p.label(a.Of, p.Count), g.Have, g.Least))
		case g.Have > 0:
			p.add(fmt.Sprintf("%s %d", p.label(a.Of, p.Count), g.Have))
		}
	case characters.TricksWith:
		p.add(p.T("progress.with", p.label(a.Of, p.Suit), g.Have, g.Least))
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
		return of.String()
	case one:
		return suit(s)
	}
	return p.T("progress.cards")
}
