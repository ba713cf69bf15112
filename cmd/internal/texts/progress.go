package texts

import (
	"fmt"
	"math/bits"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// formula returns a character's goal at a seat with every number known; ok is
// false as long as one is missing (the threat card is not drawn yet, or it is
// hidden).
func formula(v *chapters.View, c *characters.Character, s tricks.Seat) (f characters.Formula, ok bool) {
	at := &v.Seats[s]
	if at.Threat == 0 && characters.NeedsThreatBeside(c.Goal, at.Range) ||
		at.Declared == "" && characters.NeedsDeclaration(c.Goal) {
		return f, false
	}
	return characters.Bind(c.Goal, characters.Binding{
		Seat: s, Seats: len(v.Seats), Players: v.Players, Threat: at.Threat, Declared: at.Declared, Range: at.Range,
		Rivers: v.Chapter != nil && v.Chapter.Rivers[v.Players] > 0,
	}), true
}

// helper is the seat whose cards count for a character's goal as well, with
// their suit (K: Samwise); NoSeat for nearly everybody.
func helper(v *chapters.View, c *characters.Character) (tricks.Seat, tricks.Suit) {
	for s := range v.Seats {
		by := v.Seats[s].Character
		if by != nil && by.CountsFor != nil && c.Is(by.CountsFor.Character) {
			return tricks.Seat(s), by.CountsFor.Suit
		}
	}
	return tricks.NoSeat, tricks.NoSuit
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

// manyTricks is the upper bound of a count of tricks that has none: see
// [characters.CountsIn].
const manyTricks = 31

// between returns the bounds of a set of counts without holes.
func between(counts uint32) (lo, hi int, ok bool) {
	if counts == 0 {
		return 0, 0, false
	}
	lo, hi = bits.TrailingZeros32(counts), bits.Len32(counts)-1
	return lo, hi, hi-lo+1 == bits.OnesCount32(counts)
}

// Progress says how far a seat's goal has come, in numbers. The tricks won are
// always among them, and come last.
func (t *Texts) Progress(v *chapters.View, s tricks.Seat) []string {
	won := t.T("progress.tricks", fmt.Sprint(v.Seats[s].Won))
	c := v.Seats[s].Character
	if c == nil {
		return []string{won}
	}
	f, ok := formula(v, c, s)
	if !ok {
		return []string{won}
	}
	if by, suit := helper(v, c); by != tricks.NoSeat {
		f = f.Shared(tricks.SuitSet(suit), by)
	}
	p := progress{Texts: t, v: v, seat: s}
	p.formula(f)
	if p.tricks != "" {
		won = p.tricks
	}
	return append(p.out, won)
}

// progress collects the numbers of a goal.
type progress struct {
	*Texts
	v    *chapters.View
	seat tricks.Seat
	out  []string
	// tricks is the number of tricks with the one wanted.
	tricks string
}

func (p *progress) add(text string) { p.out = append(p.out, text) }

func (p *progress) formula(f characters.Formula) {
	switch {
	case f.Op == characters.Leaf:
		p.atom(f.Atom)
	case p.ofAll(f):
	case f.Op == characters.All:
		for _, part := range f.Parts {
			p.formula(part)
		}
	case len(f.Parts) > 0:
		p.best(f)
	}
}

// ofAll says of many like conditions how many are met: of everybody (Elrond), of
// every rank.
func (p *progress) ofAll(f characters.Formula) bool {
	if f.Op != characters.All || len(f.Parts) < 2 {
		return false
	}
	met, others, ranks := 0, false, len(f.Parts) == 8
	for _, part := range f.Parts {
		if part.Op != characters.Leaf {
			return false
		}
		others = others || part.Atom.Seat != p.seat
		ranks = ranks && part.Atom.Kind == characters.CardsWon
		if p.meets(part.Atom) {
			met++
		}
	}
	switch {
	case others:
		p.add(p.T("progress.everyone", met, len(f.Parts)))
	case ranks:
		p.add(p.T("progress.ranks", met, len(f.Parts)))
	}
	return others || ranks
}

// meets reports whether a count has reached what it has to.
func (p *progress) meets(a characters.Atom) bool {
	switch a.Kind {
	case characters.TrickCount:
		return a.Counts>>min(p.v.Seats[a.Seat].Won, manyTricks)&1 != 0
	case characters.CardsWon:
		n := p.taken(a)
		return n >= a.Lo && n <= a.Hi
	}
	return false
}

// taken counts the cards won that count.
func (p *progress) taken(a characters.Atom) int {
	taken := p.v.Seats[a.Seat].Taken
	for s := range p.v.Seats {
		if a.With.Has(tricks.Seat(s)) {
			taken |= p.v.Seats[s].Taken
		}
	}
	return (taken & a.Of).Len()
}

// best says of conditions of which one is enough how far the best one has come:
// of ranks (Celeborn), of runs (Balin's Tomb), of suits (Tom).
func (p *progress) best(f characters.Formula) {
	var best characters.Atom
	most := -1
	for _, part := range f.Parts {
		if part.Op != characters.Leaf && len(part.Parts) > 0 {
			if p.gone(part.Parts[len(part.Parts)-1].Atom) {
				continue
			}
			part = part.Parts[0]
		}
		if a := part.Atom; part.Op == characters.Leaf && a.Kind == characters.CardsWon {
			if n := p.taken(a); n > most {
				best, most = a, n
			}
		}
	}
	switch suit := best.Of.First().Suit(); {
	case most < 0:
	case most == 0:
		p.add(fmt.Sprintf("%s 0/%d", p.T("progress.cards"), best.Lo))
	case best.Of&^tricks.SuitSet(suit) == 0:
		p.add(fmt.Sprintf("%s %d/%d", p.Count(suit), most, best.Lo))
	default:
		p.add(p.T("progress.rank", best.Of.First().Rank(), most, best.Lo))
	}
}

// gone reports whether the player sees that nothing is left over of what has to
// be: of that suit no card counts any more (Tom).
func (p *progress) gone(a characters.Atom) bool {
	at := &p.v.Seats[p.seat]
	return a.Kind == characters.LeftOver && at.Open.Len() == at.Cards && at.Open&a.Of == 0
}

func (p *progress) atom(a characters.Atom) {
	at := &p.v.Seats[a.Seat]
	switch a.Kind {
	case characters.TrickCount:
		if a.Seat != p.seat {
			return
		}
		lo, hi, ok := between(a.Counts)
		switch {
		case !ok:
		case lo == hi || hi == manyTricks:
			p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d", at.Won, lo))
		default:
			p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d-%d", at.Won, lo, hi))
		}
	case characters.Fewest:
		fewest, _ := p.others()
		p.tricks = p.T("progress.fewest", at.Won, min(at.Won, fewest))
	case characters.Between:
		p.tricks = p.T("progress.between", at.Won, minMax(p.others()))
	case characters.WinsLast:
		won := 0
		for _, t := range p.v.History {
			if t.Winner == a.Seat && t.Number >= p.v.Tricks-a.N {
				won++
			}
		}
		p.add(p.T("progress.last", won, 1))
	case characters.InARow:
		p.tricks = p.T("progress.tricks", fmt.Sprintf("%d/%d", at.Won, a.N))
	case characters.CardsWon:
		p.cards(a)
	case characters.TricksWith, characters.TricksWithout:
		p.tricksWith(a)
	case characters.MostCards:
		most := 0
		for s := range p.v.Seats {
			if tricks.Seat(s) != a.Seat {
				most = max(most, (p.v.Seats[s].Taken & a.Of).Len())
			}
		}
		p.add(p.T("progress.most", p.label(a.Of, p.Count), (at.Taken & a.Of).Len(), most))
	}
}

// others returns the fewest and the most tricks anybody else has won.
func (p *progress) others() (fewest, most int) {
	fewest = manyTricks
	for s := range p.v.Seats {
		if tricks.Seat(s) != p.seat {
			fewest, most = min(fewest, p.v.Seats[s].Won), max(most, p.v.Seats[s].Won)
		}
	}
	return fewest, most
}

func minMax(lo, hi int) string { return fmt.Sprintf("%d-%d", lo, hi) }

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

func (p *progress) cards(a characters.Atom) {
	n := p.taken(a)
	switch {
	case a.Lo == 0 && n == 0:
	case a.Lo == 0:
		p.add(fmt.Sprintf("%s %d", p.label(a.Of, p.Count), n))
	default:
		p.add(fmt.Sprintf("%s %d/%d", p.label(a.Of, p.Count), n, a.Lo))
	}
}

func (p *progress) tricksWith(a characters.Atom) {
	n := 0
	for _, t := range p.v.History {
		if t.Winner == a.Seat && (t.Cards&a.Of != 0) == (a.Kind == characters.TricksWith) {
			n++
		}
	}
	switch {
	case a.Kind == characters.TricksWith:
		p.add(p.T("progress.with", p.label(a.Of, p.Suit), n, a.Lo))
	case n > 0:
		p.add(p.T("progress.without", p.label(a.Of, p.Suit), n))
	}
}
