package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// beginDraft lets the holder of R1 take the character meant for him (S3) and
// puts the others in order: from the left of him (S4), or, where the chapter
// has no such character, himself first (S7).
func (g *Game) beginDraft() {
	g.order = g.roundFrom(g.r1)
	g.turn = 0
	if taker := g.chapter.taker(); taker != nil {
		g.seats[g.r1].character = taker
		g.log(Event{Kind: Took, Seat: g.r1, Character: taker.ID})
		g.order = append(g.order[1:], g.r1)
	}
}

// roundFrom lists the seats clockwise from one.
func (g *Game) roundFrom(s tricks.Seat) []tricks.Seat {
	var order []tricks.Seat
	for range g.seats {
		order = append(order, s)
		s = g.left(s)
	}
	return order
}

func (g *Game) taken(id string) bool {
	return slices.ContainsFunc(g.seats, func(s seat) bool { return s.character != nil && s.character.ID == id })
}

func (g *Game) draftCandidates(s tricks.Seat) []Decision {
	var out []Decision
	for _, r := range g.chapter.Roster {
		if !g.taken(r.Character.ID) {
			out = append(out, Decision{Kind: Draft, Seat: s, Character: r.Character.ID, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}})
		}
	}
	return out
}

// draftLegal is S4: a character of the chapter that nobody has, and the seats
// that still have to pick can take everyone who must be taken.
func (g *Game) draftLegal(d Decision) error {
	entry := g.chapter.entry(d.Character)
	switch {
	case entry == nil:
		return ruleError("S4", "%q is not in this chapter", d.Character)
	case g.taken(d.Character):
		return ruleError("S4", "%s is already taken", d.Character)
	case entry.Starred:
		return nil
	}
	open := 0
	var must string
	for _, r := range g.chapter.Roster {
		if r.Starred && !g.taken(r.Character.ID) {
			open++
			must = r.Character.ID
		}
	}
	picking := 0
	for _, s := range g.seats {
		if s.character == nil {
			picking++
		}
	}
	if open > picking-1 {
		return ruleError("S4", "seat %d may not take %s: %s must be taken and nobody else could", d.Seat, d.Character, must)
	}
	return nil
}

func (g *Game) draft(d Decision) error {
	g.seats[d.Seat].character = g.lib.Characters[d.Character]
	g.log(Event{Kind: Took, Seat: d.Seat, Character: d.Character})
	g.turn++
	if g.turn < len(g.order) && g.seats[g.order[g.turn]].character == nil {
		return nil
	}
	g.stage = StageSetup
	g.beginSetup()
	return nil
}

// checkCast checks the characters of a position in stage setup: all seats have
// one of the chapter, and those that must be taken are (S3, S4).
func (g *Game) checkCast() error {
	for s := range g.seats {
		c := g.seats[s].character
		switch {
		case c == nil:
			return ruleError("S4", "seat %d has no character, but stage setup comes after the draft", s)
		case g.chapter.entry(c.ID) == nil:
			return ruleError("S4", "seat %d: %s is not in this chapter", s, c.ID)
		case c.TakesR1 && g.r1 != tricks.Seat(s):
			return ruleError("S3", "seat %d has %s, but seat %d holds R1", s, c.ID, g.r1)
		}
	}
	for _, r := range g.chapter.Roster {
		if (r.Starred || r.Character.TakesR1) && !g.taken(r.Character.ID) {
			return ruleError("S4", "%s must be taken", r.Character.ID)
		}
	}
	drawing := 0
	for _, s := range g.seats {
		if characters.Has[characters.DrawThreat](s.character) && s.threat == 0 {
			drawing++
		}
	}
	if drawing > len(g.threats) {
		return ruleError("S8", "%d characters draw a threat card, but threats lists %d", drawing, len(g.threats))
	}
	return nil
}

// seatOf returns the seat of a character, or NoSeat if nobody took it.
func (g *Game) seatOf(id string) tricks.Seat {
	for s := range g.seats {
		if c := g.seats[s].character; c != nil && c.ID == id {
			return tricks.Seat(s)
		}
	}
	return tricks.NoSeat
}

// awaits reports whether a setup action of the kind is still to come: at a
// seat that acts later, or later at the acting one.
func awaits[A characters.Action](g *Game) bool {
	for i := g.turn; i < len(g.order); i++ {
		actions := g.seats[g.order[i]].character.Setup
		if i == g.turn {
			actions = actions[min(g.step, len(actions)):]
		}
		for _, a := range actions {
			if _, ok := a.(A); ok {
				return true
			}
		}
	}
	return false
}
