package chapters

import (
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// FirstTrick returns the round before its first trick as a position in stage play, with all that the
// draft and the setup have changed. It fails before that moment and after it.
func (g *Game) FirstTrick() (Position, error) {
	if g.stage != StagePlay || len(g.history) > 0 || g.state.Led != tricks.NoSuit || (sting{g}).isUsed() {
		return Position{}, say.New("the round is not at the start of its first trick")
	}
	pos := g.start
	pos.ID = ""
	pos.BareID = false
	pos.Deal = ""
	pos.Stage = StagePlay
	pos.Leader = g.state.Leader
	// Copies of empty lists are nil, as they are when a document is read.
	pos.Lost = append([]tricks.Card(nil), g.lost...)
	pos.Pile = append([]tricks.Card(nil), g.pile...)
	pos.Threats = nil
	pos.Staged = nil
	pos.RiderSeats = nil
	pos.Plays = nil
	pos.Expect = nil
	pos.Hands = make([]HandInfo, len(g.seats))
	var held tricks.Set
	for s := range g.seats {
		pos.Hands[s] = g.handInfo(tricks.Seat(s))
		held |= pos.Hands[s].Owned()
	}
	pos.Sides = maps.Clone(pos.Sides)
	for _, d := range g.decks {
		if d.IsTurnedUp() {
			continue
		}
		// The cards that were taken from the deck in setup are in the hands now (C6).
		remaining := slices.DeleteFunc(slices.Clone(pos.Sides[d.Name]), held.Contains)
		pos.Sides[d.Name] = remaining
		if len(remaining) == 0 {
			delete(pos.Sides, d.Name)
		}
	}
	if len(pos.Sides) == 0 {
		pos.Sides = nil
	}
	return pos, nil
}

// handInfo returns a seat as a document states it.
func (g *Game) handInfo(s tricks.Seat) HandInfo {
	seat := &g.seats[s]
	h := HandInfo{
		Threat:    seat.Threat,
		Declared:  seat.Declared,
		Range:     seat.Range,
		Announced: slices.Clone(seat.Announced),
		Tucked:    seat.tucked,
		First:     seat.first,
		Last:      seat.last,
		TookLost:  s == g.progress.TookLost,
	}
	if seat.Character != nil {
		h.Character = seat.Character.ID
	}
	if seat.Rider != nil {
		h.Rider = seat.Rider.ID
	}
	if seat.Gift != nil {
		h.Gift = seat.Gift.ID
	}
	if seat.isPyramid() {
		h.Rows = seat.pyramid.Rows
		h.Extra = seat.pyramid.Extra
	} else {
		h.Cards = seat.hand
	}
	return h
}
