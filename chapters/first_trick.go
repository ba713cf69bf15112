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
	if g.stage != StagePlay || len(g.history) > 0 || g.state.Led != tricks.NoSuit || g.stingUsed() {
		return Position{}, say.New("the round does not stand before its first trick")
	}
	pos := g.start
	pos.ID = ""
	pos.BareID = false
	pos.Deal = ""
	pos.Stage = StagePlay
	pos.Leader = g.state.Leader
	// nil where there are none, as a document is read.
	pos.Lost, pos.Pile = append([]tricks.Card(nil), g.lost...), append([]tricks.Card(nil), g.pile...)
	pos.Threats = nil
	pos.Staged = nil
	pos.RiderSeats = nil
	pos.Plays = nil
	pos.Expect = nil
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

// handNow is a seat as a document states it.
func (g *Game) handNow(s tricks.Seat) HandInfo {
	seat := &g.seats[s]
	h := HandInfo{
		Threat: seat.Threat, Declared: seat.Declared, Range: seat.Range, Announced: slices.Clone(seat.Announced),
		Tucked: seat.tucked, First: seat.first, Last: seat.last, TookLost: s == g.progress.TookLost,
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
		h.Rows, h.Extra = seat.pyramid.Rows, seat.pyramid.Extra
	} else {
		h.Cards = seat.hand
	}
	return h
}
