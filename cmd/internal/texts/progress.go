package texts

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

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
