package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// wanter is what the numbers of a goal at a seat refer to.
type wanter struct {
	seat     tricks.Seat
	players  int
	chapter  *Chapter
	threat   int
	declared string
	span     [2]int
	// cast is who sits at the seats, nil where nobody does yet.
	cast  [tricks.MaxSeats]*characters.Character
	seats int
}

// known reports whether every number that the goal refers to is there.
func (w *wanter) known(c *characters.Character) bool {
	return (w.threat != 0 || !characters.NeedsThreatBeside(c.Goal, w.span)) &&
		(w.declared != "" || !characters.NeedsDeclaration(c.Goal))
}

// formula returns the goal, with the cards that others win for it (K: Samwise).
func (w *wanter) formula(c *characters.Character) characters.Formula {
	f := c.Goal(characters.Binding{
		Seat: w.seat, Seats: w.seats, Players: w.players,
		Threat: w.threat, Declared: w.declared, Range: w.span,
		Rivers: w.chapter != nil && w.chapter.Rivers[w.players] > 0,
	})
	for s, by := range w.cast {
		if by != nil && by.CountsFor != nil && c.Is(by.CountsFor.Character) {
			f = f.Shared(tricks.SuitSet(by.CountsFor.Suit), tricks.Seat(s))
		}
	}
	return f
}

// wanter returns what the numbers of goals at a seat refer to now.
func (g *Game) wanter(s tricks.Seat) wanter {
	at := &g.seats[s]
	w := wanter{
		seat: s, seats: len(g.seats), players: g.Players(), chapter: g.chapter,
		threat: at.threat, declared: at.declared, span: at.span,
	}
	for i := range g.seats {
		w.cast[i] = g.seats[i].character
	}
	return w
}

// Wants returns a character's goal at a seat with every number known. It is false as long as
// a number is missing: the threat card is not drawn yet, or it is hidden.
func (v *View) Wants(c *characters.Character, s tricks.Seat) (characters.Formula, bool) {
	at := &v.Seats[s]
	w := wanter{
		seat: s, seats: len(v.Seats), players: v.Players, chapter: v.Chapter,
		threat: at.Threat, declared: at.Declared, span: at.Range,
	}
	for i := range v.Seats {
		w.cast[i] = v.Seats[i].Character
	}
	if !w.known(c) {
		return characters.Formula{}, false
	}
	return w.formula(c), true
}
