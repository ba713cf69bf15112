package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// checkCast checks the characters of a position in stage setup: each seat has a character of the chapter
// that it may take, and every character that must be taken is (S3, S4).
func (d draft) checkCast() error {
	g := d.game
	for s := range g.seats {
		c := g.seats[s].Character
		if c == nil {
			return ruleError("S4", "seat %d has no character, but stage setup comes after the draft", s)
		}
		e := g.chapter.Entry(c.ID)
		if e == nil {
			return ruleError("S4", "seat %d: %s is not in this chapter", s, c.ID)
		}
		if err := d.mayTake(tricks.Seat(s), e); err != nil {
			if c.TakesR1 {
				return ruleError("S3", "seat %d has %s, but seat %d holds R1", s, c.ID, g.progress.R1)
			}
			return err
		}
		if err := d.checkGiven(tricks.Seat(s)); err != nil {
			return say.Errorf("seat %d: %w", s, err)
		}
	}
	for _, r := range g.chapter.Roster {
		if (r.Starred || g.chapter.taker() == r.Character) && !g.seats.hasTaken(r.Character.ID) {
			return ruleError("S4", "%s must be taken", r.Character.ID)
		}
	}
	return d.checkDrawing()
}

// checkGiven checks what a position in stage setup states about a seat against the setup actions of its
// character and the gifts and riders of the chapter. The setup could not go on from anything else.
func (d draft) checkGiven(s tricks.Seat) error {
	g := d.game
	seat := &g.seats[s]
	c := seat.Character
	e := g.chapter.Entry(seat.Character.ID)
	gift := equipment{g}.giftFor(seat)
	choosesRange := gift != nil && gift.Effect == characters.ChooseRange
	switch {
	case seat.Gift != nil && seat.Gift != gift:
		return ruleError("K", "%s does not have the gift %s in this round", c.ID, seat.Gift.ID)
	case seat.Rider != nil && seat.Rider != e.Rider && seat.Rider.ID != g.start.Rider:
		return ruleError("K", "%s does not carry the rider %s in this round", c.ID, seat.Rider.ID)
	case seat.Threat != 0 && !c.HasAction(characters.Threat):
		return ruleError("S8", "%s draws no threat card", c.ID)
	case seat.Threat != 0 && choosesRange:
		return ruleError("K", "%s takes the place of a threat card", gift.ID)
	case seat.Declared != "" && !c.HasAction(characters.Declare):
		return ruleError("K", "%s declares nothing", c.ID)
	case seat.Range != [2]int{} && !(choosesRange && slices.Contains(gift.Ranges, seat.Range)):
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

// checkDrawing checks that the threat deck of a position in stage setup has enough cards for the characters
// that draw from it (S8). A character with the Sword draws none. After a draft this need not be checked,
// because the deck is the chapter's, which was checked when the chapter's file was read.
func (d draft) checkDrawing() error {
	g := d.game
	drawing := 0
	for s := range g.seats {
		seat := &g.seats[s]
		gift := equipment{g}.giftFor(seat)
		if seat.Character.HasAction(characters.Threat) && seat.Threat == 0 &&
			(gift == nil || gift.Effect != characters.ChooseRange) {
			drawing++
		}
	}
	if drawing > len(g.threats) {
		return ruleError("S8", "threat cards to draw: %d, but threats lists only %d", drawing, len(g.threats))
	}
	return nil
}
