package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// hands are the hands and the lost cards while cards are passed on in them.
type hands struct {
	seats []seat
	lost  []tricks.Card
}

// hands returns the hands and the lost cards of a note. A change of a hand is a change of the note.
func (n *note) hands() hands { return hands{seats: n.seats, lost: n.lost.cards} }

// holds reports whether a hand has a card, or for chapters.LostCard whether it lies lost. NoCard asks for a
// place for another card: a pyramid has one if exactly one of its places is empty, every other hand has one.
func (h *hands) holds(s tricks.Seat, c tricks.Card) bool {
	switch {
	case s == chapters.LostCard:
		return slices.Contains(h.lost, c)
	case c == tricks.NoCard:
		return h.seats[s].Rows == nil || h.seats[s].countInRows(c) == 1
	}
	return h.seats[s].Owned().Contains(c)
}

// put replaces the card out of a hand, or of the lost cards, by the card in. NoCard stands for an empty
// place.
func (h *hands) put(s tricks.Seat, out, in tricks.Card) {
	// The set of NoCard alone is empty.
	removed := out.Bit()
	added := in.Bit()
	if s == chapters.LostCard {
		h.lost = append(slices.DeleteFunc(h.lost, func(c tricks.Card) bool { return c == out }), added.Cards()...)
		return
	}
	entry := &h.seats[s]
	for _, row := range entry.Rows {
		// With several empty places it is not known which one is meant.
		if i := slices.Index(row, out); i >= 0 && entry.countInRows(out) == 1 {
			row[i] = in
			return
		}
	}
	if entry.Rows != nil {
		entry.Extra = entry.Extra&^removed | added
		return
	}
	entry.Cards = entry.Cards&^removed | added
}
