package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// wanter holds everything that the goals at a seat depend on.
type wanter struct {
	characters.Binding
	// cast is the characters at the seats, nil where none sits yet.
	cast [tricks.MaxSeats]*characters.Character
}

// known reports whether every number that the goal refers to is there.
func (w *wanter) known(c *characters.Character) bool {
	return (w.Threat != 0 || !c.Goal.NeedsThreat(w.Range)) &&
		(w.Declared != "" || !c.Goal.NeedsDeclaration())
}

// formula returns the goal, with the cards that others win for it (K: Samwise).
func (w *wanter) formula(c *characters.Character) characters.Formula {
	f := c.Goal(w.Binding)
	for s, by := range w.cast {
		if by != nil && by.CountsFor != nil && c.Is(by.CountsFor.Character) {
			f = f.Shared(tricks.SuitSet(by.CountsFor.Suit), tricks.Seat(s))
		}
	}
	return f
}

// hasRivers reports whether Rivers are in the deck (C17).
func (c *Chapter) hasRivers(players int) bool { return c != nil && c.Rivers[players] > 0 }

// wanter returns the wanter of a seat as it is now.
func (g *Game) wanter(s tricks.Seat) wanter {
	return newWanter(s, len(g.seats), g.start.Players, g.chapter, func(s int) *Role { return &g.seats[s].Role })
}

func newWanter(s tricks.Seat, seats, players int, c *Chapter, role func(seat int) *Role) wanter {
	at := role(int(s))
	w := wanter{Binding: characters.Binding{
		Seat: s, Seats: seats, Players: players, Threat: at.Threat, Declared: at.Declared, Range: at.Range, Rivers: c.hasRivers(players),
	}}
	for i := range seats {
		w.cast[i] = role(i).Character
	}
	return w
}

// Wants returns a character's goal at a seat with every number known. It is false as long as
// a number is missing: the threat card is not drawn yet, or it is hidden.
func (v *View) Wants(c *characters.Character, s tricks.Seat) (f characters.Formula, ok bool) {
	w := newWanter(s, len(v.Seats), v.Players, v.Chapter, func(s int) *Role { return &v.Seats[s].Role })
	if ok = w.known(c); ok {
		f = w.formula(c)
	}
	return f, ok
}
