package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/characters/say"
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

// checkCast checks the characters of a position in stage setup. Each seat has one of the
// chapter that it may have, and those that must be taken are (S3, S4).
func (g *Game) checkCast() error {
	for s := range g.seats {
		c := g.seats[s].Character
		if c == nil {
			return ruleError("S4", "seat %d has no character, but stage setup comes after the draft", s)
		}
		e := g.chapter.Entry(c.ID)
		if e == nil {
			return ruleError("S4", "seat %d: %s is not in this chapter", s, c.ID)
		}
		if err := g.mayTake(tricks.Seat(s), e); err != nil {
			if c.TakesR1 {
				return ruleError("S3", "seat %d has %s, but seat %d holds R1", s, c.ID, g.progress.R1)
			}
			return err
		}
		if err := g.checkGiven(tricks.Seat(s)); err != nil {
			return say.Errorf("seat %d: %w", s, err)
		}
	}
	for _, r := range g.chapter.Roster {
		if (r.Starred || g.chapter.taker() == r.Character) && !g.taken(r.Character.ID) {
			return ruleError("S4", "%s must be taken", r.Character.ID)
		}
	}
	return g.checkDrawing()
}

// checkGiven holds what a position in stage setup states of a seat to what its character does
// in setup and to what the chapter gives it. Setup could not go on from anything else.
func (g *Game) checkGiven(s tricks.Seat) error {
	seat := &g.seats[s]
	c := seat.Character
	e := g.chapter.Entry(seat.Character.ID)
	gift := g.giftFor(seat)
	ranges := gift != nil && gift.Effect == characters.ChooseRange
	switch {
	case seat.Gift != nil && seat.Gift != gift:
		return ruleError("K", "%s does not have the gift %s in this round", c.ID, seat.Gift.ID)
	case seat.Rider != nil && seat.Rider != e.Rider && seat.Rider.ID != g.start.Rider:
		return ruleError("K", "%s does not carry the rider %s in this round", c.ID, seat.Rider.ID)
	case seat.Threat != 0 && !c.HasAction(characters.Threat):
		return ruleError("S8", "%s draws no threat card", c.ID)
	case seat.Threat != 0 && ranges:
		return ruleError("K", "%s takes the place of a threat card", gift.ID)
	case seat.Declared != "" && !c.HasAction(characters.Declare):
		return ruleError("K", "%s declares nothing", c.ID)
	case seat.Range != [2]int{} && !(ranges && slices.Contains(gift.Ranges, seat.Range)):
		return ruleError("K", "%s cannot choose the range %s", c.ID, rangeText(seat.Range))
	case seat.tucked != 0 && !c.HasAction(characters.Tuck):
		return ruleError("K", "%s tucks no card away", c.ID)
	case seat.first|seat.last != 0 && !c.HasAction(characters.SetAside):
		return ruleError("K", "%s sets no card aside", c.ID)
	case seat.Announced != nil:
		return ruleError("K", "suits are announced at the end of setup, so they belong to stage play")
	}
	return nil
}

// checkDrawing holds the threat deck to the characters that draw from it (S8). The Sword takes
// the place of a threat card. After a draft nothing has to be checked: the deck is the
// chapter's, which was held to its characters when the file was read.
func (g *Game) checkDrawing() error {
	drawing := 0
	for s := range g.seats {
		seat := &g.seats[s]
		gift := g.giftFor(seat)
		if seat.Character.HasAction(characters.Threat) && seat.Threat == 0 &&
			(gift == nil || gift.Effect != characters.ChooseRange) {
			drawing++
		}
	}
	if drawing > len(g.threats) {
		return ruleError("S8", "%d characters draw a threat card, but threats lists %d", drawing, len(g.threats))
	}
	return nil
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
