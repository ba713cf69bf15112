package chapters

import (
	"slices"

	"fellowship/tricks"
)

// draft is the stage in which the characters are taken (S3, S4, S7).
type draft struct{ game *Game }

// begin starts the draft. If the chapter has a character that the holder of R1 has to take, the holder
// takes it at once (S3), and the others choose clockwise from the holder's left (S4). Else the holder of R1
// chooses first (S7).
func (d draft) begin() {
	g := d.game
	g.progress.Order = g.seats.clockwiseFrom(g.progress.R1)
	g.progress.Turn = 0
	if taker := g.chapter.taker(); taker != nil {
		g.seats[g.progress.R1].Character = taker
		g.logEvent(Event{Kind: Took, Seat: g.progress.R1, Character: taker.ID})
		g.progress.Order = append(g.progress.Order[1:], g.progress.R1)
	}
}

func draftCandidates(g *Game, d Decision, out []Decision) []Decision {
	for _, r := range g.chapter.Roster {
		if !g.seats.hasTaken(r.Character.ID) {
			d.Character = r.Character.ID
			out = append(out, d)
		}
	}
	return out
}

// mayTake returns nil if a seat may take a character at all. Only the holder of R1 may take Frodo (S3), and
// some characters may not be the pyramid (C15).
func (d draft) mayTake(s tricks.Seat, e *RosterEntry) error {
	g := d.game
	switch {
	case e.Character.TakesR1 && !g.chapter.CastByLot && s != g.progress.R1:
		return ruleError("S3", "seat %d may not take %s: only the holder of R1 can", s, e.Character.ID)
	case e.NotPyramid && s == g.start.Pyramid:
		return ruleError("C15", "%s may not be the pyramid", e.Character.ID)
	}
	return nil
}

// draftLegal checks a decision by S4: nobody has the character yet, the seat may take it, and the seats that
// choose later can still all take a character and among them every one that must be taken.
func draftLegal(g *Game, d Decision) error {
	entry := g.chapter.Entry(d.Character)
	switch {
	case entry == nil:
		return ruleError("S4", "%q is not in this chapter", d.Character)
	case g.seats.hasTaken(d.Character):
		return ruleError("S4", "%s is already taken", d.Character)
	}
	stage := draft{g}
	if err := stage.mayTake(d.Seat, entry); err != nil {
		return err
	}
	var seats []tricks.Seat
	for s := range tricks.Seat(len(g.seats)) {
		if s != d.Seat && g.seats[s].Character == nil {
			seats = append(seats, s)
		}
	}
	var starred, free []*RosterEntry
	for i := range g.chapter.Roster {
		switch r := &g.chapter.Roster[i]; {
		case r == entry || g.seats.hasTaken(r.Character.ID):
		case r.Starred:
			starred = append(starred, r)
		default:
			free = append(free, r)
		}
	}
	if len(starred) > len(seats) || !stage.canFill(seats, starred, free) {
		if len(starred) > 0 {
			return ruleError("S4", "seat %d may not take %s: %s must be taken and nobody else could", d.Seat,
				d.Character, starred[0].Character.ID)
		}
		return ruleError("S4", "seat %d may not take %s: the others could not all take a character", d.Seat,
			d.Character)
	}
	return nil
}

// canFill reports whether the seats can all take a character so that all starred ones are taken. Free are
// the other characters that nobody has.
func (d draft) canFill(seats []tricks.Seat, starred, free []*RosterEntry) bool {
	if len(seats) == 0 {
		return len(starred) == 0
	}
	if len(starred) > len(seats) {
		return false
	}
	for _, list := range []*[]*RosterEntry{&starred, &free} {
		for i, e := range *list {
			// Characters that the same seats can take make no difference, so the first one is enough.
			alike := func(other *RosterEntry) bool {
				return other.Character.TakesR1 == e.Character.TakesR1 && other.NotPyramid == e.NotPyramid
			}
			if d.mayTake(seats[0], e) != nil || slices.ContainsFunc((*list)[:i], alike) {
				continue
			}
			rest := slices.Delete(slices.Clone(*list), i, i+1)
			var canFillRest bool
			if list == &starred {
				canFillRest = d.canFill(seats[1:], rest, free)
			} else {
				canFillRest = d.canFill(seats[1:], starred, rest)
			}
			if canFillRest {
				return true
			}
		}
	}
	return false
}

// applyDraft gives the character to the seat. After the last choice the setup begins.
func applyDraft(g *Game, d Decision) {
	g.seats[d.Seat].Character = g.chapter.Entry(d.Character).Character
	g.logEvent(Event{Kind: Took, Seat: d.Seat, Character: d.Character})
	g.progress.Turn++
	if g.progress.Turn == len(g.progress.Order) || g.seats[g.progress.Order[g.progress.Turn]].Character != nil {
		setup{g}.begin()
	}
}
