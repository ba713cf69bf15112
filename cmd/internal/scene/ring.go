package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// breaks reports whether R1, played to win or not (T7), would break the goal of its seat for
// good, as far as that can be seen on the table.
func breaks(v *chapters.View, s tricks.Seat, toWin bool) bool {
	goal, ok := v.Standing(s)
	if !ok {
		return false
	}
	takes, _, known := v.Takes(tricks.Move{Card: tricks.OneRing, ToWin: toWin})
	lost := known && !takes
	return broken(&goal, func(g *characters.Standing) bool {
		if g.Condition.Seat != s {
			return false
		}
		over := func(more int) bool { return toWin && g.Most != characters.NoLimit && g.Have+more > g.Most }
		if g.Condition.Kind == characters.Tricks {
			return over(1)
		}
		won := g.Condition.Of & (tricks.SetOf(v.Card[:len(v.Seats)]...) | tricks.OneRing.Bit())
		return g.Condition.Kind == characters.Cards && (over(won.Len()) || lost && g.Missing.Has(tricks.OneRing) && g.Possible <= g.Least)
	})
}

// broken reports whether a goal is broken that needs all of its conditions, of which is says
// whether one is.
func broken(g *characters.Standing, is func(*characters.Standing) bool) bool {
	switch g.Op {
	case characters.Leaf:
		return is(g)
	case characters.All:
		return slices.ContainsFunc(g.Parts, func(part characters.Standing) bool { return broken(&part, is) })
	}
	return false
}

// helps reports whether winning R1 brings the goal of a seat nearer.
func helps(v *chapters.View, s tricks.Seat) bool {
	goal, ok := v.Standing(s)
	return ok && broken(&goal, func(g *characters.Standing) bool { return g.Condition.Seat == s && g.Missing.Has(tricks.OneRing) })
}
