package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// hasRivers reports whether Rivers are in the deck (C17).
func (c *Chapter) hasRivers(players int) bool { return c != nil && c.Rivers[players] > 0 }

// binding returns everything that the goals at a seat depend on now.
func (g *Game) binding(s tricks.Seat) characters.Binding {
	return bindingOf(s, len(g.seats), g.start.Players, g.chapter, func(s int) *Role { return &g.seats[s].Role })
}

// bindingOf returns everything that the goals at seat s depend on in a chapter, which may be nil. Role
// returns the role of a seat.
func bindingOf(s tricks.Seat, seats, players int, c *Chapter, role func(seat int) *Role) characters.Binding {
	own := role(int(s))
	b := characters.Binding{
		Seat:     s,
		Seats:    seats,
		Players:  players,
		Threat:   own.Threat,
		Declared: own.Declared,
		Range:    own.Range,
		Rivers:   c.hasRivers(players),
	}
	for i := range seats {
		b.Cast[i] = role(i).Character
	}
	return b
}

// GoalFormula returns a character's goal at a seat with every number filled in. Ok is false as long as
// a number is missing: the threat card was not drawn yet, or the player does not see it.
func (v *View) GoalFormula(c *characters.Character, s tricks.Seat) (f characters.Formula, ok bool) {
	b := bindingOf(s, len(v.Seats), v.Players, v.Chapter, func(s int) *Role { return &v.Seats[s].Role })
	if b.Threat == 0 && c.Goal.NeedsThreat(b.Range) || b.Declared == "" && c.Goal.NeedsDeclaration() {
		return f, false
	}
	return c.Formula(b), true
}
