package realtable

import (
	"fellowship/characters/say"
	"fellowship/tricks"
)

// places is where each card is written. A card has one place, and a trick may have it besides the hand from which
// it was played.
type places struct {
	// deck are the cards of the chapter.
	deck tricks.Set
	// faults gets a fault for each card without a place of its own.
	faults *faultList
	// locations describe the place of each card for messages.
	locations [64]say.Text
	// taken are the cards that have a place.
	taken tricks.Set
	// played are the cards in tricks.
	played tricks.Set
	// inHand are the cards in hands and in the draw pile.
	inHand tricks.Set
}

// missing returns the cards without a place.
func (p *places) missing() tricks.Set { return p.deck &^ p.taken }

// put notes the place of a card that is written on a line. It adds a fault if the card has a place already or is
// not in the deck.
func (p *places) put(line int, location say.Text, c tricks.Card) {
	switch {
	case p.taken.Contains(c) && p.locations[c].String() == location.String():
		p.faults.add(line, say.Errorf("%s appears twice: %s; correct one of them (T1)", spelled(c), location))
	case p.taken.Contains(c):
		p.faults.add(
			line,
			say.Errorf("%s appears twice: %s, %s; correct one of them (T1)", spelled(c), p.locations[c], location),
		)
	case !p.deck.Contains(c):
		p.faults.add(
			line,
			say.Errorf(
				"%s is not in the deck of this chapter: correct the card, or the chapter in the first line (T1)",
				spelled(c),
			),
		)
	}
	p.locations[c] = location
	p.taken |= c.Bit()
}

// putAll notes the place of several cards that are written on a line. It skips empty places.
func (p *places) putAll(line int, location say.Text, cards []tricks.Card) {
	for _, c := range cards {
		if c != tricks.NoCard {
			p.put(line, location, c)
		}
	}
}

// putPlayed notes that a card was played in a trick with an index. The card needs no place of its own if it comes
// from a hand. mayBeTaken reports whether it may come from one because somebody can have taken it from the lost
// cards. handsComplete reports whether all hands are written.
func (p *places) putPlayed(line, index int, c tricks.Card, mayBeTaken, handsComplete bool) {
	switch {
	case p.played.Contains(c):
		p.faults.add(line, say.Errorf("%s appears twice: it was played before; correct one of them (T1)", spelled(c)))
	case p.inHand.Contains(c) || mayBeTaken:
	case handsComplete && !p.taken.Contains(c):
		p.faults.add(
			line,
			say.Errorf("%s is in nobody's hand: add it to the hand of the seat that played it (T3)", spelled(c)),
		)
	default:
		p.put(line, say.Sprintf("trick %d", index+1), c)
	}
	p.played |= c.Bit()
}
