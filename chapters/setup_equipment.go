package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// equipment is the riders and gifts that characters have, and how they get them.
type equipment struct{ game *Game }

// give gives the characters in play the riders and gifts that the chapter or the Road has
// for them. It does not replace a rider or a gift that the position states. In solo nothing hides a
// threat number, so a rider that would do that is left out.
func (eq equipment) give() {
	g := eq.game
	if g.chapter == nil {
		return
	}
	solo := g.start.Players == 1
	for s := range g.seats {
		seat := &g.seats[s]
		if seat.Character == nil {
			continue
		}
		e := g.chapter.Entry(seat.Character.ID)
		if e != nil && e.Rider != nil && seat.Rider == nil && (!solo || !e.Rider.HidesThreat) {
			seat.Rider = e.Rider
			g.logEvent(Event{Kind: HasRider, Seat: tricks.Seat(s), Character: e.Rider.ID})
		}
		gift := eq.giftFor(seat)
		if gift == nil || seat.Gift != nil {
			continue
		}
		if gift.Effect == characters.WaiveGoal && g.start.MithrilUsed {
			continue
		}
		seat.Gift = gift
		g.logEvent(Event{Kind: HasGift, Seat: tricks.Seat(s), Character: gift.ID})
	}
}

// giftFor returns the gift that the chapter or the Road has for the character at a seat, nil for none.
func (eq equipment) giftFor(seat *seatState) *characters.Gift {
	g := eq.game
	gift := g.lib.Gifts[g.start.Gift]
	if e := g.chapter.Entry(seat.Character.ID); e != nil && e.Gift != nil {
		gift = e.Gift
	}
	if gift == nil || !seat.Character.Matches(gift.Character) {
		return nil
	}
	return gift
}

// drawRider gives the rider of the Road to the first seat of the order that was drawn for it whose character
// may carry the rider (L5). If no character of the round may, nobody carries it.
func (eq equipment) drawRider() {
	g := eq.game
	rider := g.lib.Riders[g.start.Rider]
	if rider == nil {
		return
	}
	order := slices.Clone(g.start.RiderSeats)
	for s := range tricks.Seat(len(g.seats)) {
		if !slices.Contains(order, s) {
			order = append(order, s)
		}
	}
	for _, s := range order {
		seat := &g.seats[s]
		if !seat.Character.MayCarry(rider) {
			continue
		}
		seat.Rider = rider
		g.logEvent(Event{Kind: HasRider, Seat: s, Character: rider.ID})
		return
	}
}
