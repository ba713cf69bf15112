package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// beginDraft lets the holder of R1 take the character meant for him (S3). The others follow
// from the left of him (S4). If the chapter has no such character, he picks first (S7).
func (g *Game) beginDraft() {
	g.progress.Order = g.clockwiseFrom(g.progress.R1)
	g.progress.Turn = 0
	if taker := g.chapter.taker(); taker != nil {
		g.seats[g.progress.R1].Character = taker
		g.logEvent(Event{Kind: Took, Seat: g.progress.R1, Character: taker.ID})
		g.progress.Order = append(g.progress.Order[1:], g.progress.R1)
	}
}

// clockwiseFrom lists the seats clockwise from one.
func (g *Game) clockwiseFrom(s tricks.Seat) []tricks.Seat {
	order := make([]tricks.Seat, 0, tricks.MaxSeats)
	for range g.seats {
		order = append(order, s)
		s = g.leftOf(s)
	}
	return order
}

func (g *Game) taken(id string) bool {
	return slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Character != nil && s.Character.ID == id })
}

func (g *Game) draftCandidates(d Decision, out []Decision) []Decision {
	for _, r := range g.chapter.Roster {
		if !g.taken(r.Character.ID) {
			d.Character = r.Character.ID
			out = append(out, d)
		}
	}
	return out
}

// mayTake reports why a seat can never take a character, nil if it can: only the
// holder of R1 can take Frodo (S3), and some may not be the pyramid (C15).
func (g *Game) mayTake(s tricks.Seat, e *RosterEntry) error {
	switch {
	case e.Character.TakesR1 && !g.chapter.CastByLot && s != g.progress.R1:
		return ruleError("S3", "seat %d may not take %s: only the holder of R1 can", s, e.Character.ID)
	case e.NotPyramid && s == g.start.Pyramid:
		return ruleError("C15", "%s may not be the pyramid", e.Character.ID)
	}
	return nil
}

// draftLegal is S4: nobody has the character yet and the seat may take it. The seats that
// still have to pick must then be able to take everyone who must be taken.
func (g *Game) draftLegal(d Decision) error {
	entry := g.chapter.Entry(d.Character)
	switch {
	case entry == nil:
		return ruleError("S4", "%q is not in this chapter", d.Character)
	case g.taken(d.Character):
		return ruleError("S4", "%s is already taken", d.Character)
	}
	if err := g.mayTake(d.Seat, entry); err != nil {
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
		case r == entry || g.taken(r.Character.ID):
		case r.Starred:
			starred = append(starred, r)
		default:
			free = append(free, r)
		}
	}
	if len(starred) > len(seats) || !g.canFill(seats, starred, free) {
		if len(starred) > 0 {
			return ruleError("S4", "seat %d may not take %s: %s must be taken and nobody else could", d.Seat,
				d.Character, starred[0].Character.ID)
		}
		return ruleError("S4", "seat %d may not take %s: the others could not all take a character", d.Seat,
			d.Character)
	}
	return nil
}

// canFill reports whether the seats can all take a character, and everyone who must be taken
// among them.
func (g *Game) canFill(seats []tricks.Seat, starred, free []*RosterEntry) bool {
	if len(seats) == 0 {
		return len(starred) == 0
	}
	if len(starred) > len(seats) {
		return false
	}
	for _, list := range []*[]*RosterEntry{&starred, &free} {
		for i, e := range *list {
			// Of the characters that the same seats can take one stands for all.
			alike := func(o *RosterEntry) bool {
				return o.Character.TakesR1 == e.Character.TakesR1 && o.NotPyramid == e.NotPyramid
			}
			if g.mayTake(seats[0], e) != nil || slices.ContainsFunc((*list)[:i], alike) {
				continue
			}
			rest := slices.Delete(slices.Clone(*list), i, i+1)
			m := rest
			f := free
			if list == &free {
				m = starred
				f = rest
			}
			if g.canFill(seats[1:], m, f) {
				return true
			}
		}
	}
	return false
}

func (g *Game) draft(d Decision) {
	g.seats[d.Seat].Character = g.chapter.Entry(d.Character).Character
	g.logEvent(Event{Kind: Took, Seat: d.Seat, Character: d.Character})
	g.progress.Turn++
	if g.progress.Turn == len(g.progress.Order) || g.seats[g.progress.Order[g.progress.Turn]].Character != nil {
		g.beginSetup()
	}
}

// hasUpcoming reports whether a setup action like this is still to come. The acting seat's own later
// actions count.
func (g *Game) hasUpcoming(matches func(tricks.Seat, *characters.Action) bool) bool {
	for i := g.progress.Turn; i < len(g.progress.Order); i++ {
		actions := g.seats[g.progress.Order[i]].Character.Setup
		if i == g.progress.Turn {
			actions = actions[min(g.progress.Step, len(actions)):]
		}
		for j := range actions {
			if matches(g.progress.Order[i], &actions[j]) {
				return true
			}
		}
	}
	return false
}
