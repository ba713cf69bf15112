package texts

import (
	"fmt"
	"math/bits"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// formula returns a character's goal at a seat with every number known; ok is
// false as long as one is missing (the threat card is not drawn yet).
func formula(v *chapters.View, c *characters.Character, s tricks.Seat) (f characters.Formula, ok bool) {
	at := &v.Seats[s]
	if characters.NeedsThreat(c.Goal) && at.Threat == 0 || characters.NeedsDeclaration(c.Goal) && at.Declared == "" {
		return f, false
	}
	return characters.Bind(c.Goal, characters.Binding{
		Seat: s, Seats: len(v.Seats), Players: v.Players, Threat: at.Threat, Declared: at.Declared,
	}), true
}

// GoalAt says what a character wants at a seat, as shortly as it can be said
// with the number of players and the threat number known.
func (t *Texts) GoalAt(v *chapters.View, c *characters.Character, s tricks.Seat) string {
	if f, ok := formula(v, c, s); ok && f.Op == characters.Leaf {
		if short := t.atom(f.Atom); short != "" {
			return short
		}
	}
	return t.Goal(c, v.Seats[s].Threat)
}

// atom says a condition in few words, or "" where the text of the
// character's file has to do.
func (t *Texts) atom(a characters.Atom) string {
	switch a.Kind {
	case characters.TrickCount:
		lo, hi, ok := between(a.Counts)
		switch {
		case !ok:
			return ""
		case hi == 0:
			return t.T("goal.notrick")
		case lo == hi:
			return t.N("goal.exactly", lo)
		case hi == manyTricks:
			return t.N("goal.atleast", lo)
		case hi == lo+1:
			return t.T("goal.either", lo, hi)
		case lo == 0:
			return t.N("goal.atmost", hi)
		}
		return t.T("goal.range", lo, hi)
	case characters.Fewest:
		return t.T("goal.fewest")
	case characters.CardsWon:
		if a.Of.Len() == 1 && a.Lo == 1 {
			return t.T("goal.card", a.Of)
		}
		if a.Hi != characters.NoLimit || a.Lo == 0 {
			return ""
		}
		if s := a.Of.First().Suit(); a.Of == tricks.SuitSet(s) {
			return t.T("goal.suit", a.Lo, t.Suit(s))
		}
		if r := a.Of.First().Rank(); a.Of == tricks.RankSet(r)&tricks.Deck {
			return t.T("goal.rank", a.Lo, r)
		}
	}
	return ""
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
	at := &v.Seats[s]
	won := []string{t.T("progress.tricks", fmt.Sprint(at.Won))}
	if at.Character == nil {
		return won
	}
	f, ok := formula(v, at.Character, s)
	if !ok || f.Op != characters.Leaf {
		return won
	}
	switch a := f.Atom; a.Kind {
	case characters.TrickCount:
		lo, hi, ok := between(a.Counts)
		switch {
		case !ok:
			return won
		case lo == hi || hi == manyTricks:
			return []string{t.T("progress.tricks", fmt.Sprintf("%d/%d", at.Won, lo))}
		}
		return []string{t.T("progress.tricks", fmt.Sprintf("%d/%d-%d", at.Won, lo, hi))}
	case characters.Fewest:
		fewest := at.Won
		for i := range v.Seats {
			fewest = min(fewest, v.Seats[i].Won)
		}
		return []string{t.T("progress.fewest", at.Won, fewest)}
	case characters.CardsWon:
		has := (at.Taken & a.Of).Len()
		label := t.T("progress.cards")
		if suit := a.Of.First().Suit(); a.Of.Len() == 1 {
			label = a.Of.String()
		} else if a.Of == tricks.SuitSet(suit) {
			label = t.Suit(suit)
		}
		return append([]string{fmt.Sprintf("%s %d/%d", label, has, a.Lo)}, won...)
	}
	return won
}
