package chapters

import (
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// FirstTrick returns the round as it lies before its first trick, as a position in stage play: what
// the draft and the setup have made of the deal. It is an error before that moment and after it.
func (g *Game) FirstTrick() (Position, error) {
	if g.stage != StagePlay || len(g.history) > 0 || g.state.Led != tricks.NoSuit || g.swapped {
		return Position{}, say.New("the round does not stand before its first trick")
	}
	pos := g.start
	pos.ID, pos.BareID, pos.Deal, pos.Stage, pos.Leader = "", false, "", StagePlay, g.state.Leader
	// nil where there are none, as a document is read.
	pos.Lost, pos.Pile = append([]tricks.Card(nil), g.lost...), append([]tricks.Card(nil), g.pile...)
	pos.Threats, pos.Staged, pos.RiderSeats, pos.Plays, pos.Expect = nil, nil, nil, nil, nil
	pos.Hands = make([]HandInfo, len(g.seats))
	var held tricks.Set
	for s := range g.seats {
		pos.Hands[s] = g.handNow(tricks.Seat(s))
		held |= pos.Hands[s].Owned()
	}
	pos.Sides = maps.Clone(pos.Sides)
	for _, d := range g.decks {
		if d.IsTurnedUp() {
			continue
		}
		// The cards that were taken from it are in the hands now (C6).
		left := slices.DeleteFunc(slices.Clone(pos.Sides[d.Name]), held.Has)
		if pos.Sides[d.Name] = left; len(left) == 0 {
			delete(pos.Sides, d.Name)
		}
	}
	if len(pos.Sides) == 0 {
		pos.Sides = nil
	}
	return pos, nil
}

// handNow is a seat as a document states it.
func (g *Game) handNow(s tricks.Seat) HandInfo {
	at := &g.seats[s]
	h := HandInfo{
		Threat: at.Threat, Declared: at.Declared, Range: at.Range, Announced: slices.Clone(at.Announced),
		Tucked: at.tucked, First: at.first, Last: at.last, TookLost: s == g.takenBy,
	}
	if at.Character != nil {
		h.Character = at.Character.ID
	}
	if at.Rider != nil {
		h.Rider = at.Rider.ID
	}
	if at.Gift != nil {
		h.Gift = at.Gift.ID
	}
	if at.isPyramid() {
		h.Rows, h.Extra = at.pyramid.Rows, at.pyramid.Extra
	} else {
		h.Cards = at.hand
	}
	return h
}
