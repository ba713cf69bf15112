package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// breaks reports whether R1, played to win or not (T7), would put a goal out of reach for good, as
// far as that can be seen on the table.
func breaks(dooms *texts.Dooms, s tricks.Seat, toWin bool) bool {
	_, ok := dooms.Of(s, tricks.Move{Card: tricks.OneRing, ToWin: toWin})
	return ok
}

// helps reports whether winning R1 brings the goal of a seat nearer.
func helps(v *chapters.View, s tricks.Seat) bool {
	goal, ok := v.Standing(s)
	return ok && wantsRing(&goal, s)
}

// wantsRing reports whether one of the conditions that a goal needs asks for R1.
func wantsRing(g *characters.Standing, s tricks.Seat) bool {
	switch g.Op {
	case characters.Leaf:
		return g.Condition.Seat == s && g.Missing.Has(tricks.OneRing)
	case characters.All:
		return slices.ContainsFunc(g.Parts, func(part characters.Standing) bool { return wantsRing(&part, s) })
	}
	return false
}
